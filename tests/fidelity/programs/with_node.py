"""pdf-lib and pdf.js, which run under Node.js."""

from __future__ import annotations

from pathlib import Path

from . import Values
from .node_program import call


class NodeProgram:
    """A program whose script answers the actions `fill` and `read`."""

    def __init__(self, name: str, script: str) -> None:
        self.NAME = name
        self._script = script

    def fill(self, template: Path, values: Values, output: Path) -> None:
        """Fills the fields as the program's own users would."""
        request = {"action": "fill", "input": str(template), "values": values, "output": str(output)}
        call(self._script, request)

    def read(self, file: Path) -> Values:
        """The values of all fields."""
        return call(self._script, {"action": "read", "input": str(file)})


PDF_LIB = NodeProgram("pdf-lib", "pdf_lib.mjs")
PDF_JS = NodeProgram("pdf.js", "pdf_js.mjs")
