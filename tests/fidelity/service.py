"""The service's own program, called as a person at a terminal would."""

from __future__ import annotations

import json
import subprocess
from decimal import Decimal
from pathlib import Path
from typing import Any

from programs import Refused

SECONDS_MAX = 120
#: What the program says where other work on the machine left it no time: whoever reads that tries again.
BUSY = b"a worker got no processor"
TRIES_MAX = 5


class Service:
    """`formservice`, with the folder of form types that it is told of, if any."""

    def __init__(self, program: Path, forms: Path | None = None) -> None:
        self._program = program
        self._forms = ["--forms-dir", str(forms)] if forms else []

    def read(self, file: Path, form_type: str) -> Any:
        """The data in a filled form, numbers as exact decimals."""
        return parse(self._run("read", str(file), "--type", form_type, *self._forms))

    def fill(self, form_type: str, data: Any, output: Path, flatten: bool = False) -> None:
        """Writes the filled form; a flattened one has no fields left."""
        source = output.with_suffix(".json")
        source.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
        options = ["--flatten"] if flatten else []
        self._run("fill", form_type, "--data", str(source), *options, "--output", str(output), *self._forms)

    def inspect(self, file: Path) -> str:
        """A definition for a form made elsewhere."""
        return self._run("inspect", str(file))

    def check(self, folder: Path) -> str:
        """What disagrees between a definition and its template; `Refused` if anything does."""
        return self._run("check", str(folder))

    def preview(self, folder: Path, output: Path) -> None:
        """Writes the template with its own path in every field."""
        self._run("preview", str(folder), "--output", str(output))

    def _run(self, *arguments: str) -> str:
        command = [str(self._program), "forms", *arguments]
        for _ in range(TRIES_MAX):
            done = subprocess.run(command, capture_output=True, timeout=SECONDS_MAX, check=False)
            if BUSY not in done.stderr:
                break
        if done.returncode != 0:
            complaint = (done.stderr or done.stdout).decode("utf-8", "replace").strip()
            raise Refused(complaint or f"exit status {done.returncode}")
        return done.stdout.decode("utf-8")


def parse(text: str) -> Any:
    """JSON with exact numbers."""
    return json.loads(text, parse_float=Decimal, parse_int=Decimal)
