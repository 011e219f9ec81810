"""Pictures side by side: the same text in the same field, filled in by each program and drawn by poppler.

Each text is filled in by itself, so that a program that refuses one shows the others. A picture has a row for each program; where the
service continues a text on a page of its own, that follows.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import form_type
import pymupdf
from pikepdf.form import ExtendedAppearanceStreamGenerator
from PIL import Image, ImageDraw, ImageFont
from programs import Refused, with_pikepdf, with_pymupdf, with_pypdf
from programs.node_program import call
from programs.renderers import SCALE, Poppler
from programs.with_node import PDF_JS
from service import Service
from widgets import Box, widgets

ROOT = Path(__file__).resolve().parent.parent.parent
OWN = "formservice"

LABEL_WIDTH = 110
MARGIN = 8
#: Around a field, in points: what is drawn beside it is a fault, too.
AROUND = 6
#: Of a page that follows, in points: the first lines.
CONTINUED_HEIGHT = 130
COLOURS = 24

SENTENCE = "Die Studierenden treffen sich, lernen einander kennen und planen das nächste Semester. "
LONG_WORD = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"


@dataclass(frozen=True)
class Case:
    """A text in a field of a form, and the name of the picture."""

    picture: str
    form: str
    field: str
    text: str


CASES = [
    Case("latin", "pa_form", "name", "Müller-Ćirić ß 1.234,56 €"),
    Case("chinese", "pa_form", "name", "李小龙"),
    Case("arabic", "pa_form", "name", "محمد"),
    Case("long-words", "pa_form", "applicant.institution", f"{LONG_WORD} und {LONG_WORD}"),
    Case("long-text", "pa_form", "studentBenefit", (SENTENCE * 30)[:1999] + "!"),
    Case("elsewhere-latin", "elsewhere", "line", "Müller-Ćirić ß 1.234,56 €"),
    Case("elsewhere-comb", "elsewhere", "comb", "Ćirić李"),
    Case("elsewhere-small-box", "elsewhere", "box", (SENTENCE * 30)[:1999] + "!"),
]


class PdfLib:
    """pdf-lib as its users call it: with the appearances that it makes."""

    NAME = "pdf-lib"

    def fill(self, template: Path, values: dict[str, str], output: Path) -> None:
        """Fills the fields; refuses characters that its standard font lacks."""
        request = {"action": "fill", "input": str(template), "values": values, "output": str(output), "appearances": True}
        call("pdf_lib.mjs", request)


class Pikepdf:
    """pikepdf with the better of its two ways to make appearances, where that does not break off."""

    NAME = with_pikepdf.NAME

    def fill(self, template: Path, values: dict[str, str], output: Path) -> None:
        """Fills the fields."""
        try:
            with_pikepdf.fill(template, values, output, ExtendedAppearanceStreamGenerator)
        except AttributeError:  # Of several lines, in a standard font.
            with_pikepdf.fill(template, values, output)


PROGRAMS = [with_pypdf, with_pymupdf, Pikepdf(), PdfLib(), PDF_JS]


def main() -> None:
    """Draws all cases."""
    arguments = _arguments()
    shutil.rmtree(arguments.work, ignore_errors=True)
    (arguments.work / "forms" / "elsewhere").mkdir(parents=True)
    arguments.output.mkdir(exist_ok=True)
    service = Service(arguments.service, arguments.work / "forms")
    _make_elsewhere(service, arguments.work / "forms" / "elsewhere")
    for case in CASES:
        folder = arguments.work / case.picture
        folder.mkdir()
        built_in = ROOT / "crates/forms-toml/forms" / case.form
        kind = form_type.load(built_in if built_in.exists() else arguments.work / "forms" / case.form)
        rows = _rows(service, kind, case, folder)
        target = arguments.output / f"{case.picture}.png"
        _stacked(rows).quantize(COLOURS, dither=Image.Dither.NONE).save(target, optimize=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--service", type=Path, required=True, help="the formservice program")
    parser.add_argument("--work", type=Path, required=True, help="where the files made on the way are kept")
    parser.add_argument("--output", type=Path, required=True, help="where the pictures go")
    return parser.parse_args()


def _make_elsewhere(service: Service, folder: Path) -> None:
    """A form as another program makes it: Helvetica, a line at the right in blue, a comb, a small box."""
    with pymupdf.open() as document:
        page = document.new_page()
        for name, box, settings in [
            ("line", (60, 60, 300, 78), {"text_fontsize": 11, "text_color": (0, 0, 0.6)}),
            ("comb", (60, 100, 300, 120), {"text_maxlen": 10, "field_flags": 1 << 24}),
            ("box", (60, 140, 300, 200), {"text_fontsize": 9, "field_flags": pymupdf.PDF_TX_FIELD_IS_MULTILINE}),
        ]:
            widget = pymupdf.Widget()
            widget.field_name, widget.field_label, widget.rect = name, name, pymupdf.Rect(box)
            widget.field_type, widget.text_font = pymupdf.PDF_WIDGET_TYPE_TEXT, "Helv"
            widget.border_color, widget.border_width = (0.4, 0.4, 0.4), 1
            for key, value in settings.items():
                setattr(widget, key, value)
            page.add_widget(widget)
        document.save(folder / "template.pdf")
    (folder / "form.toml").write_text(service.inspect(folder / "template.pdf"), "utf-8")


def _rows(service: Service, kind: form_type.FormType, case: Case, folder: Path) -> list[tuple[str, Image.Image | str]]:
    """What stands in the field by each program, or why nothing does."""
    rows: list[tuple[str, Image.Image | str]] = []
    own = folder / "own.pdf"
    path = kind.names.get(case.field, case.field)
    service.fill(kind.key, _at(path, case.text), own)
    rows.append((OWN, _field(own, case.field)))
    if (continued := _continued(own, kind.template)) is not None:
        rows.append(("and its next page", continued))
    for program in PROGRAMS:
        output = folder / f"{program.NAME}.pdf"
        try:
            program.fill(kind.template, {case.field: case.text}, output)
            rows.append((program.NAME, _field(output, case.field)))
        except Refused as refusal:
            rows.append((program.NAME, f"refuses: {_plain(str(refusal))}"))
    return rows


def _plain(complaint: str) -> str:
    """Without what the font of the labels lacks."""
    return re.sub(r'"[^ -~]"', "the letter", complaint.removeprefix("Error: "))


def _at(path: str, text: str) -> dict[str, Any]:
    for part in reversed(path.split(".")):
        text = {part: text}
    return json.loads(json.dumps(text))


def _field(file: Path, field: str) -> Image.Image:
    widget = next(widget for widget in widgets(file) if widget.field == field)
    left, top, right, bottom = widget.box
    return _part(file, widget.page, (left - AROUND, top - AROUND, right + AROUND, bottom + AROUND))


def _continued(file: Path, template: Path) -> Image.Image | None:
    """The top of the first page that the template does not have."""
    with pymupdf.open(file) as filled, pymupdf.open(template) as blank:
        number, width = len(blank), blank[0].rect.width
        if len(filled) == number:
            return None
    return _part(file, number, (42, 30, width - 42, 30 + CONTINUED_HEIGHT))


def _part(file: Path, page: int, box: Box) -> Image.Image:
    picture = Image.fromarray(Poppler().pictures(file)[page])
    return picture.crop(tuple(round(edge * SCALE) for edge in box))


def _stacked(rows: list[tuple[str, Image.Image | str]]) -> Image.Image:
    font = ImageFont.load_default(13)
    pictures = [(name, _written(part, font) if isinstance(part, str) else part) for name, part in rows]
    width = LABEL_WIDTH + max(part.width for _, part in pictures) + 2 * MARGIN
    height = sum(part.height + MARGIN for _, part in pictures) + MARGIN
    stacked = Image.new("RGB", (width, height), "white")
    draw, top = ImageDraw.Draw(stacked), MARGIN
    for name, part in pictures:
        draw.text((MARGIN, top + part.height // 2), name, fill="black", font=font, anchor="lm")
        stacked.paste(part, (LABEL_WIDTH + MARGIN, top))
        top += part.height + MARGIN
    return stacked


def _written(text: str, font: ImageFont.FreeTypeFont) -> Image.Image:
    left, top, right, bottom = font.getbbox(text)
    picture = Image.new("RGB", (round(right - left) + MARGIN, 32), "white")
    ImageDraw.Draw(picture).text((MARGIN, 16), text, fill=(150, 30, 30), font=font, anchor="lm")
    return picture


if __name__ == "__main__":
    main()
