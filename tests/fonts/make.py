"""Makes `boxes.ttf`: a font of empty boxes for characters that no built-in font has. Needs fonttools.

    python3 tests/fonts/make.py tests/fonts/boxes.ttf
"""

import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

#: Ol Chiki digits, which stand for themselves, and Balinese letters, which are shaped.
CHARACTERS = [*range(0x1C50, 0x1C5A), *range(0x1B05, 0x1B08)]
EM, TOP, EDGE = 1000, 700, 60


def box(width: int):
    pen = TTGlyphPen(None)
    for left, bottom, right, top in ((40, 0, width - 40, TOP), (width - 40 - EDGE, EDGE, 40 + EDGE, TOP - EDGE)):
        pen.moveTo((left, bottom))
        for point in ((left, top), (right, top), (right, bottom)):
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


def main(output: str) -> None:
    names = {code: f"uni{code:04X}" for code in CHARACTERS}
    order = [".notdef", *names.values()]
    # No two are equally wide, so that a test can tell them apart.
    widths = {name: 500 + 20 * number for number, name in enumerate(order)}
    font = FontBuilder(EM, isTTF=True)
    font.setupGlyphOrder(order)
    font.setupCharacterMap(names)
    font.setupGlyf({name: box(width) for name, width in widths.items()})
    font.setupHorizontalMetrics({name: (width, 40) for name, width in widths.items()})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Boxes", "styleName": "Regular", "psName": "Boxes-Regular"})
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=TOP, fsType=0)
    font.setupPost(keepGlyphNames=False)
    # The same bytes whenever it is made.
    font.updateHead(created=0, modified=0)
    font.font.recalcTimestamp = False
    font.save(output)


if __name__ == "__main__":
    main(sys.argv[1])
