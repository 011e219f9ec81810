"""The checks of one form with one dataset.

`write`: each independent program fills the template and the service must read exactly the data. `change`: each program changes a form
that the service had filled. `read`: the service fills, each program must find exactly the values. `draw` and `text`: the renderers must
agree on the filled form and on its flattened twin, show ink in every filled field, and give back every text.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import compare
import datasets
import pictures
from controls import controls
from form_type import FormType
from outcome import Outcome, Record
from programs import with_libreoffice, with_pikepdf, with_pymupdf, with_pypdf
from programs.renderers import PDF_JS as PAGES
from programs.renderers import RENDERERS, Picture
from programs.with_node import PDF_JS, PDF_LIB
from service import Service, parse
from written import expected, fields, readable_texts, states, visible_texts, written

PROGRAMS = [with_pypdf, with_pymupdf, with_pikepdf, PDF_LIB, PDF_JS]
#: Text in widgets, as against page content, is what these give; pdf.js keeps it apart.
WIDGET_TEXT = ["poppler", "MuPDF", "pdfium", with_libreoffice.NAME]


class Checks:
    """One form, one dataset, one folder for the files made on the way."""

    def __init__(self, service: Service, form_type: FormType, dataset: str, folder: Path, office: bool = True) -> None:
        """`office` is whether LibreOffice takes part where it is installed."""
        folder.mkdir(parents=True, exist_ok=True)
        self._service, self._form_type, self._dataset, self._folder = service, form_type, dataset, folder
        # A template made elsewhere may hold values; the service's blank form holds none.
        self._blank = folder / "blank.pdf"
        self._data = datasets.make(dataset, form_type)
        self._buttons = states(form_type.template)
        self._values = written(form_type, self._data, self._buttons)
        self._record = Record(form_type.key, dataset)
        self._office = office and with_libreoffice.version() is not None
        #: What fills and reads, and what draws and finds text.
        self._programs = [*PROGRAMS, with_libreoffice] if self._office else PROGRAMS
        self._renderers = [*RENDERERS, with_libreoffice.RENDERER] if self._office else RENDERERS

    def run(self, draws: bool = True) -> list[Outcome]:
        """Every check that this dataset allows; those of the renderers only where it is to be drawn."""
        self._service.fill(self._form_type.key, {}, self._blank)
        filled, flattened = self._folder / "filled.pdf", self._folder / "flattened.pdf"
        if self._office:
            self._record.check(f"{with_libreoffice.NAME} makes a form, the service reads", self._made_and_read)
        if self._dataset in datasets.FITTING:
            self._others_write(self._form_type.template, "writes, the service reads")
        if self._record.check("the service fills the form", self._fill, filled, False):
            self._read_back(filled)
        if self._record.check("the service flattens the form", self._fill, flattened, True):
            self._record.check("qpdf checks the flattened form", qpdf_complaints, flattened)
            if self._dataset == "plain":
                self._record.check("the service reads its own flattened form", self._data_read_from, flattened)
        if draws and filled.exists() and flattened.exists():
            self._draw(filled, flattened)
            self._texts(filled, flattened)
        return self._record.outcomes

    def _others_write(self, source: Path, what: str) -> None:
        for program in self._programs:
            output = self._folder / f"{program.NAME}.pdf"
            self._record.check(f"{program.NAME} {what}", self._write_and_read, program, source, output)

    def _made_and_read(self) -> list[str]:
        made = self._folder / "made.pdf"
        with_libreoffice.make(controls(self._form_type, self._data, self._buttons), made)
        return self._data_read_from(made)

    def _write_and_read(self, program: Any, source: Path, output: Path) -> list[str]:
        program.fill(source, self._values, output)
        return self._data_read_from(output)

    def _read_back(self, filled: Path) -> None:
        self._record.check("qpdf checks the filled form", qpdf_complaints, filled)
        self._record.check("the service reads its own", self._data_read_from, filled)
        for program in self._programs:
            self._record.check(f"{program.NAME} reads what the service wrote", self._values_read_by, program, filled)
        if self._dataset == "tricky":
            self._others_change(datasets.make("plain", self._form_type))

    def _others_change(self, earlier: Any) -> None:
        """What had no room in its field was printed on a page that follows those of the form, and no program changes that with the
        field: it is still printed there, so the service keeps it as text of that page and drops nothing. Which values these are, an
        independent program says."""
        form = self._folder / "earlier.pdf"
        self._service.fill(self._form_type.key, earlier, form)
        printed = self._printed(form, earlier)
        for program in self._programs:
            output = self._folder / f"{program.NAME}.pdf"
            self._record.check(f"{program.NAME} changes the service's form", self._change_and_read, program, form, output, printed)

    def _printed(self, form: Path, data: Any) -> dict[str, str]:
        pages = PAGES.page_texts(form)
        form_pages = len(PAGES.page_texts(self._form_type.template))
        labels = [field.label for _, field in fields(self._form_type, data)]
        return compare.printed_beyond(pages, form_pages, readable_texts(self._form_type, data), labels)

    def _change_and_read(self, program: Any, source: Path, output: Path, printed: dict[str, str]) -> list[str]:
        program.fill(source, self._values, output)
        found = self._service.read(output, self._form_type.key)
        wanted = parse_plain(expected(self._form_type, self._data))
        return compare.data_differences(compare.with_other_fields(wanted, printed), found)

    def _fill(self, output: Path, flatten: bool) -> list[str]:
        self._service.fill(self._form_type.key, self._data, output, flatten)
        return []

    def _data_read_from(self, file: Path) -> list[str]:
        found = self._service.read(file, self._form_type.key)
        wanted = parse_plain(expected(self._form_type, self._data))
        return compare.data_differences(wanted, found)

    def _values_read_by(self, program: Any, filled: Path) -> list[str]:
        return compare.value_differences(self._values, program.read(filled))

    def _draw(self, filled: Path, flattened: Path) -> None:
        drawn: dict[str, list[Picture]] = {}
        flat: dict[str, list[Picture]] = {}
        for renderer in self._renderers:
            name = renderer.NAME
            if self._record.check(f"{name} opens both", self._draw_both, renderer, filled, flattened, drawn, flat):
                self._record.check(f"{name} shows every value", self._wrong_looks, renderer, filled, drawn[name])
                self._record.check(f"{name} shows the flattened form alike", pictures.same_look, drawn[name], flat[name])
        # It sets texts in whatever font the machine has, so that lines end elsewhere.
        for shown in (drawn, flat):
            shown.pop(with_libreoffice.NAME, None)
        for what, shown in (("filled", drawn), ("flattened", flat)):
            for name, places in pictures.disagreements(shown).items():
                self._record.add(f"{name} draws the {what} form as the others do", places)

    def _draw_both(self, renderer: Any, filled: Path, flattened: Path, drawn: dict, flat: dict) -> list[str]:
        drawn[renderer.NAME], flat[renderer.NAME] = renderer.pictures(filled), renderer.pictures(flattened)
        return []

    def _wrong_looks(self, renderer: Any, filled: Path, drawn: list[Picture]) -> list[str]:
        return pictures.wrong_looks(filled, self._values, drawn, renderer.pictures(self._blank))

    def _texts(self, filled: Path, flattened: Path) -> None:
        texts = visible_texts(self._form_type, self._data)
        for renderer in self._renderers:
            if renderer.NAME in WIDGET_TEXT:
                self._record.check(f"{renderer.NAME} finds the text of the filled form", _missing, renderer, filled, texts)
            self._record.check(f"{renderer.NAME} finds the text of the flattened form", _missing, renderer, flattened, texts)


def _missing(renderer: Any, file: Path, texts: dict[str, str]) -> list[str]:
    """The texts that a renderer does not give back."""
    return compare.missing_texts(texts, renderer.text(file))


def parse_plain(data: Any) -> Any:
    """The data as it looks after a way through JSON."""
    return parse(json.dumps(data))


def qpdf_complaints(file: Path) -> list[str]:
    """What qpdf finds wrong with the structure of a file."""
    done = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True, timeout=120, check=False)
    if done.returncode == 0:
        return []
    return (done.stderr or done.stdout).strip().splitlines()[-3:]
