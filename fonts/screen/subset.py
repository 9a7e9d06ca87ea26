"""Makes the typefaces of the screen: subsets of the fonts in the folder above, see README.md."""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font

# The letters of the Latin script, figures, marks and arrows.
LETTERS = (
    "20-7E A0-148 14A-17F 1EA-1EB 218-21B 1E9E 2010-2015 2018-201E 2020-2022 2026 2030 2032-2033 2039-203A 20AC 2190-2193 2212 2248 "
    "2260 2264-2265"
)
# For each font the features that every letter has, which become its map of letters, and those that the program chooses.
FONTS = {
    "Junicode-Medium": (["lnum"], ["smcp"]),
    "Junicode-SemiBold": (["lnum"], []),
    "Junicode-SemiCondSemiBold": (["lnum", "smcp"], []),
    "Junicode-MediumItalic": (["lnum"], []),
}


def letters():
    for part in LETTERS.split():
        first, _, last = part.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def replaced(font, feature):
    """What a feature puts in the place of single glyphs; the first lookup that knows a glyph counts."""
    gsub, instead = font["GSUB"].table, {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag == feature:
            for index in record.Feature.LookupListIndex:
                for table in gsub.LookupList.Lookup[index].SubTable:
                    table = getattr(table, "ExtSubTable", table)
                    if table.LookupType == 1:
                        instead = {**table.mapping, **instead}
    return instead


def freeze(font, features):
    for feature in features:
        instead = replaced(font, feature)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap = {letter: instead.get(glyph, glyph) for letter, glyph in table.cmap.items()}


def main():
    here = Path(__file__).parent
    for name, (always, chosen) in FONTS.items():
        options = Options(
            layout_features=["kern", *chosen],
            hinting=False,
            desubroutinize=True,
            notdef_outline=True,
            name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17],
        )
        options.drop_tables += ["vhea", "vmtx", "VORG"]
        font = load_font(str(here.parent / f"{name}.otf"), options)
        freeze(font, always)
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=letters())
        subsetter.subset(font)
        save_font(font, str((Path(sys.argv[1]) if len(sys.argv) > 1 else here) / f"{name}.otf"), options)


main()
