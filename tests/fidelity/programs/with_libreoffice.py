"""LibreOffice, where Writer and Draw are installed: makes PDF forms of its own from Writer and draws PDFs in Draw.

It opens a PDF as a drawing, so the fields are gone and there is nothing to fill or to read; both are tried all the same, so that the
scorecard says so for as long as it is true. It is not pinned, as it is a program of the machine; the scorecard names its version.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import signal
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pikepdf

from . import Refused, Values, with_pypdf
from .libreoffice_document import Control, flat_document
from .renderers import Picture, Poppler

NAME = "LibreOffice"
SECONDS_MAX = 300


@cache
def version() -> str | None:
    """Major and minor version; none where Writer or Draw is missing, as each is a package of its own."""
    program = shutil.which("soffice")
    if program is None or not _is_whole():
        return None
    told = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=SECONDS_MAX, check=False).stdout
    numbers = re.search(r"\d+\.\d+", told)
    return numbers[0] if numbers else None


def _is_whole() -> bool:
    """Whether an empty form can be made in Writer, and opened in Draw."""
    with tempfile.TemporaryDirectory() as folder:
        form = Path(folder) / "form.pdf"
        try:
            make([], form)
            _redraw(form, Path(folder) / "drawn.pdf")
        except Refused:
            return False
    return True


def make(controls: list[Control], output: Path) -> None:
    """Makes a PDF form as a person would: a text document with form controls, filled in and exported."""
    document = output.with_suffix(".fodt")
    document.write_text(flat_document(controls), "utf-8")
    _convert(document, "pdf:writer_pdf_Export", output)


def fill(template: Path, values: Values, output: Path) -> None:
    """Always `Refused`, see above."""
    _redraw(template, output)
    _must_have_fields(output)
    raise Refused("keeps the fields of a PDF now: let it fill them")


def read(file: Path) -> Values:
    """The values of the fields that are left of a PDF that was opened and saved again."""
    redrawn = _redrawn(file)
    _must_have_fields(redrawn)
    return with_pypdf.read(redrawn)


class Renderer:
    """Draw's import of PDF: what a double click shows on a desktop whose only office program this is."""

    NAME = NAME

    def pictures(self, file: Path) -> list[Picture]:
        """A picture of each page of the drawing."""
        return Poppler().pictures(_redrawn(file))

    def text(self, file: Path) -> str:
        """The text of the drawing, widgets included."""
        return Poppler().text(_redrawn(file))


RENDERER = Renderer()


def _must_have_fields(file: Path) -> None:
    with pikepdf.open(file) as document:
        if not document.Root.get("/AcroForm", {}).get("/Fields"):
            raise Refused("opens a PDF as a drawing without fields")


def _redrawn(file: Path) -> Path:
    """The file as it is when it was opened in Draw and saved as PDF; made once."""
    redrawn = file.with_name(f"{file.stem}-libreoffice.pdf")
    if not redrawn.exists():
        _redraw(file, redrawn)
    return redrawn


def _redraw(file: Path, output: Path) -> None:
    _convert(file, "pdf:draw_pdf_Export", output, "--infilter=draw_pdf_import")


def _convert(source: Path, kind: str, output: Path, *options: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        _run(f"-env:UserInstallation={_profile()}", "--headless", *options, "--convert-to", kind, "--outdir", folder, str(source))
        converted = Path(folder) / f"{source.stem}.pdf"
        # Its exit status is 0 also where it could not read the file.
        if not converted.exists():
            raise Refused(f"makes no PDF of {source.name}")
        shutil.move(converted, output)


def _run(*arguments: str) -> None:
    # In a session of its own: the program starts others, which a time-out must end as well.
    office = subprocess.Popen(
        ["soffice", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        office.wait(SECONDS_MAX)
    except subprocess.TimeoutExpired:
        os.killpg(office.pid, signal.SIGKILL)
        raise Refused(f"is not done after {SECONDS_MAX} s") from None


@cache
def _profile() -> str:
    """A profile for this process alone: two that run at the same time must not share one."""
    folder = tempfile.mkdtemp(prefix="fidelity-libreoffice-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder).as_uri()
