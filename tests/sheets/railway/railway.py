"""Writes railway.fods: 2,400 cards as a designer keeps them, with formulas, merged cells and a frozen header."""

from xml.sax.saxutils import escape, quoteattr

KINDS = ["Engine", "Waggon", "Station", "Weather"]
EACH = 600
BATCH = 100


def cell(formula=None, text=None, more=""):
    if formula:
        return f"<table:table-cell table:formula={quoteattr('of:' + formula)}{more}/>"
    if text is None:
        return "<table:table-cell/>"
    if isinstance(text, int):
        return f'<table:table-cell office:value-type="float" office:value="{text}"{more}/>'
    lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in text.split("\n"))
    return f'<table:table-cell office:value-type="string"{more}>{lines}</table:table-cell>'


def row(*cells):
    return "<table:table-row>" + "".join(cells) + "</table:table-row>\n"


def over(columns=1, rows=1):
    return f' table:number-columns-spanned="{columns}" table:number-rows-spanned="{rows}"'


COVERED = "<table:covered-table-cell/>"
rows = [
    row(cell(text="The railway: all cards", more=over(columns=6)), *[COVERED] * 5),
    row(*[cell(text=head) for head in ["name", "kind", "count", "cost", "speed", "text"]]),
]
number = 0
for kind in KINDS:
    # A heading between cards: one cell over all columns.
    rows.append(row(cell(text=f"{kind}s", more=over(columns=6)), *[COVERED] * 5))
    for batch in range(EACH // BATCH):
        for place in range(BATCH):
            at = len(rows) + 1
            number += 1
            # One cell says the kind of a hundred cards.
            of = cell(text=kind, more=over(rows=BATCH)) if place == 0 else COVERED
            rows.append(
                row(
                    cell(formula=f'=[.B{at - place}]&" "&TEXT({number};"0000")'),
                    of,
                    cell(formula=f"=IF(MOD({number};100)=0;2;1)"),
                    cell(text=number % 8),
                    cell(formula=f"=[.D{at}]*10+{number % 5}"),
                    cell(formula=f'="Move it "&[.E{at}]&" stations on for {{cost}}."&CHAR(10)&"Then draw a card."'),
                )
            )
# Formulas were copied down further than there are cards: their count is 0, and they have no name.
for _ in range(3):
    at = len(rows) + 1
    rows.append(row(cell(), cell(), cell(formula=f"=IF([.A{at}]=\"\";0;1)")))

print(f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" xmlns:config="urn:oasis:names:tc:opendocument:xmlns:config:1.0" \
xmlns:ooo="http://openoffice.org/2004/office" \
office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:settings><config:config-item-set config:name="ooo:view-settings">
<config:config-item-map-indexed config:name="Views"><config:config-item-map-entry>
<config:config-item config:name="ViewId" config:type="string">view1</config:config-item>
<config:config-item-map-named config:name="Tables"><config:config-item-map-entry config:name="Cards">
<config:config-item config:name="VerticalSplitMode" config:type="short">2</config:config-item>
<config:config-item config:name="VerticalSplitPosition" config:type="int">2</config:config-item>
<config:config-item config:name="ActiveSplitRange" config:type="short">2</config:config-item>
<config:config-item config:name="PositionBottom" config:type="int">2</config:config-item>
</config:config-item-map-entry></config:config-item-map-named>
<config:config-item config:name="ActiveTable" config:type="string">Cards</config:config-item>
</config:config-item-map-entry></config:config-item-map-indexed></config:config-item-set></office:settings>
<office:body><office:spreadsheet><table:table table:name="Cards">
<table:table-column table:number-columns-repeated="6"/>
{"".join(rows)}</table:table></office:spreadsheet></office:body></office:document>""")
