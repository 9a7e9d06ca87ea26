"""Freezes the header of a workbook as LibreOffice does in its window: python3 freeze.py FROM TO"""

import sys
import zipfile

ODS = """<config:config-item-map-indexed config:name="Views"><config:config-item-map-entry>\
<config:config-item config:name="ViewId" config:type="string">view1</config:config-item>\
<config:config-item-map-named config:name="Tables"><config:config-item-map-entry config:name="Cards">\
<config:config-item config:name="VerticalSplitMode" config:type="short">2</config:config-item>\
<config:config-item config:name="VerticalSplitPosition" config:type="int">2</config:config-item>\
<config:config-item config:name="ActiveSplitRange" config:type="short">2</config:config-item>\
<config:config-item config:name="PositionBottom" config:type="int">2</config:config-item>\
</config:config-item-map-entry></config:config-item-map-named>\
<config:config-item config:name="ActiveTable" config:type="string">Cards</config:config-item>\
</config:config-item-map-entry></config:config-item-map-indexed></config:config-item-set>"""
XLSX = '<pane xSplit="0" ySplit="2" topLeftCell="A3" activePane="bottomLeft" state="frozen"/><selection'
CHANGES = {"settings.xml": ("</config:config-item-set>", ODS), "xl/worksheets/sheet1.xml": ("<selection", XLSX)}

book = zipfile.ZipFile(sys.argv[1])
frozen = zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED, compresslevel=9)
for entry in book.infolist():
    text = book.read(entry)
    if entry.filename in CHANGES:
        old, new = (words.encode() for words in CHANGES[entry.filename])
        assert old in text
        text = text.replace(old, new, 1)
    if not entry.filename.startswith("Thumbnails/"):
        frozen.writestr(entry.filename, text, zipfile.ZIP_STORED if entry.filename == "mimetype" else None)
