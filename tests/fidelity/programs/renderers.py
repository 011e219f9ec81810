"""Renderers: each turns a file into pictures of its pages and tells the text it finds."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import numpy
import pymupdf
import pypdfium2
from PIL import Image

from . import Refused
from .node_program import call

DOTS_PER_INCH = 100
SCALE = DOTS_PER_INCH / 72
SECONDS_MAX = 180

#: Rows of pixels of red, green and blue.
Picture = numpy.ndarray


class Poppler:
    """poppler's command line tools: what Linux desktops show."""

    NAME = "poppler"

    def pictures(self, file: Path) -> list[Picture]:
        """A picture of each page, widgets drawn."""
        with tempfile.TemporaryDirectory() as folder:
            _run(["pdftoppm", "-r", str(DOTS_PER_INCH), "-cropbox", str(file), f"{folder}/page"])
            return [_colours(Image.open(path)) for path in sorted(Path(folder).iterdir())]

    def text(self, file: Path) -> str:
        """The text in the order of the content."""
        return "\n".join(self.page_texts(file))

    def page_texts(self, file: Path) -> list[str]:
        """The same, page by page."""
        return _run(["pdftotext", "-raw", "-enc", "UTF-8", str(file), "-"]).split("\f")[:-1]


class MuPdf:
    """MuPDF through PyMuPDF."""

    NAME = "MuPDF"

    def pictures(self, file: Path) -> list[Picture]:
        """A picture of each page, widgets drawn."""
        with pymupdf.open(file) as document:
            return [self._picture(page) for page in document]

    def text(self, file: Path) -> str:
        """The text, widgets included."""
        return "\n".join(self.page_texts(file))

    def page_texts(self, file: Path) -> list[str]:
        """The same, page by page."""
        with pymupdf.open(file) as document:
            return [page.get_text() for page in document]

    @staticmethod
    def _picture(page: pymupdf.Page) -> Picture:
        drawn = page.get_pixmap(dpi=DOTS_PER_INCH, colorspace=pymupdf.csRGB, alpha=False)
        return _colours(drawn.pil_image())


class Pdfium:
    """pdfium: what Chrome and Edge show."""

    NAME = "pdfium"

    def pictures(self, file: Path) -> list[Picture]:
        """A picture of each page, forms drawn as in the browser."""
        with pypdfium2.PdfDocument(file) as document:
            document.init_forms()
            return [_colours(page.render(scale=SCALE, may_draw_forms=True).to_pil()) for page in document]

    def text(self, file: Path) -> str:
        """The text of the pages after pdfium itself has flattened them, since it finds no text in widgets."""
        return "\n".join(self.page_texts(file))

    def page_texts(self, file: Path) -> list[str]:
        """The same, page by page."""
        with pypdfium2.PdfDocument(file) as document:
            document.init_forms()
            if document.formenv:
                for page in document:
                    page.flatten()
                    page.close()
            return [page.get_textpage().get_text_bounded() for page in document]


class PdfJs:
    """pdf.js: what Firefox shows."""

    NAME = "pdf.js"

    def pictures(self, file: Path) -> list[Picture]:
        """A picture of each page, widgets drawn from their appearances."""
        with tempfile.TemporaryDirectory() as folder:
            request = {"action": "render", "input": str(file), "folder": folder, "scale": SCALE}
            return [_colours(Image.open(path)) for path in call("pdf_js.mjs", request)]

    def text(self, file: Path) -> str:
        """The text of the page content; text of widgets is not in it."""
        return "\n".join(self.page_texts(file))

    def page_texts(self, file: Path) -> list[str]:
        """The same, page by page."""
        return call("pdf_js.mjs", {"action": "text", "input": str(file)})


POPPLER = Poppler()
PDFIUM = Pdfium()
PDF_JS = PdfJs()
RENDERERS = [POPPLER, MuPdf(), PDFIUM, PDF_JS]


def _colours(picture: Image.Image) -> Picture:
    if picture.mode == "RGBA":
        paper = Image.new("RGBA", picture.size, "white")
        picture = Image.alpha_composite(paper, picture)
    return numpy.asarray(picture.convert("RGB"))


def _run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, timeout=SECONDS_MAX, check=False)
    if done.returncode != 0:
        raise Refused(done.stderr.decode("utf-8", "replace").strip().splitlines()[-1])
    return done.stdout.decode("utf-8", "replace")
