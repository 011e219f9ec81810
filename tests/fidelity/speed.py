"""Speed: reading and filling beside other programs, in one run, each within a process that is up and has done it once before.

Told in milliseconds of processor, which other work on the machine lengthens least. Every program opens the file itself, so that all of
them parse it each time; only the service's own filling is told twice, as it keeps a template parsed. A number is the mean of as many
rounds as take half a second together, at least five. Prints the tables of docs/PERFORMANCE.md.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import datasets
import form_type
from programs import Refused, Values, with_pikepdf, with_pymupdf, with_pypdf
from programs.node_program import call
from service import Service
from widgets import widgets
from written import states, written

ROOT = Path(__file__).resolve().parent.parent.parent
IN_PYTHON = [with_pypdf, with_pikepdf, with_pymupdf]
IN_NODE = {"pdf-lib": "pdf_lib.mjs", "pdf.js": "pdf_js.mjs"}
OTHERS = [program.NAME for program in IN_PYTHON] + list(IN_NODE)
ROUNDS_MIN = 5
SECONDS = 0.5
#: Forms made elsewhere are filled where they have many fields.
FILLED_FIELDS_MIN = 100

Work = Callable[[], Any]


@dataclass
class Row:
    """What one form took, in milliseconds; none where a program would not do it."""

    name: str
    fields: int
    #: The service's two ways.
    first: float
    second: float
    others: dict[str, float | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Form:
    """A form, and what it is filled with."""

    name: str
    folder: Path
    service: Service
    data: Path
    values: Values

    @property
    def template(self) -> Path:
        """The blank form."""
        return self.folder / "template.pdf"


class OwnSide:
    """`bench-pdf`, which measures the service's code."""

    def __init__(self, program: Path) -> None:
        self._program = program

    def ask(self, *arguments: str) -> dict[str, float]:
        """The answer, or `Refused` with the reason."""
        done = subprocess.run([str(self._program), *arguments], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Refused(done.stderr.strip())
        return json.loads(done.stdout)


def main() -> int:
    """Measures and prints; the exit status."""
    arguments = _arguments()
    shutil.rmtree(arguments.work, ignore_errors=True)
    arguments.work.mkdir(parents=True)
    own = OwnSide(arguments.bench)
    forms = _forms(arguments.service, arguments.directory, arguments.work)
    read = [row for form in forms for file in _files(form, arguments.work) if (row := _read(own, file))]
    filled = [_fill(own, form, arguments.work) for form in forms if form.values]
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}\n")
    _print("Reading", ["any file", "known template"], read)
    _print("Filling", ["template parsed", "template kept"], filled)
    largest = max(forms, key=lambda form: _field_count(form.template))
    memory = own.ask("memory", str(largest.template))["bytes"]
    print(f"Memory for a worker's job with {largest.name}: {memory / 2**20:.1f} MB")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bench", type=Path, required=True, help="the program bench-pdf")
    parser.add_argument("--service", type=Path, required=True, help="the formservice program")
    parser.add_argument("--work", type=Path, required=True, help="where the files made on the way are kept")
    parser.add_argument("directory", type=Path, nargs="?", help="a directory of fillable PDF forms")
    return parser.parse_args()


def _forms(program: Path, directory: Path | None, work: Path) -> list[Form]:
    folders = sorted(path.parent for path in (ROOT / "crates/forms-toml/forms").glob("*/form.toml"))
    forms = [_form(folder.name, folder, Service(program), work) for folder in folders]
    for file in sorted(directory.glob("*.pdf")) if directory else []:
        folder = work / "forms" / file.stem / "form"
        folder.mkdir(parents=True)
        service = Service(program, folder.parent)
        shutil.copyfile(file, folder / "template.pdf")
        try:
            (folder / "form.toml").write_text(service.inspect(file), "utf-8")
        except Refused as refusal:
            print(f"{file.stem} is left out: {str(refusal).splitlines()[-1]}", file=sys.stderr)
            continue
        forms.append(_form(file.stem, folder, service, work))
    return forms


def _form(name: str, folder: Path, service: Service, work: Path) -> Form:
    kind = form_type.load(folder)
    data = datasets.make("plain", kind)
    file = work / f"{name}.json"
    file.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    is_filled = folder.is_relative_to(ROOT / "crates") or _field_count(folder / "template.pdf") >= FILLED_FIELDS_MIN
    values = written(kind, data, states(folder / "template.pdf")) if is_filled else {}
    return Form(name, folder, service, file, values)


@dataclass(frozen=True)
class ReadFile:
    """A file that is read, and the blank form that it was made from."""

    name: str
    path: Path
    blank: Path


def _files(form: Form, work: Path) -> Iterator[ReadFile]:
    """A built-in form is read filled in; one made elsewhere as it came, and as a viewer saves it that fills it in."""
    filled = work / f"{form.name}-filled.pdf"
    if form.folder.is_relative_to(ROOT / "crates"):
        key, data = form_type.load(form.folder).key, json.loads(form.data.read_text("utf-8"))
        form.service.fill(key, data, filled)
        blank = work / f"{form.name}-blank.pdf"
        form.service.fill(key, {}, blank)
        yield ReadFile(form.name, filled, blank)
        return
    yield ReadFile(form.name, form.template, form.template)
    if form.values:
        with_pymupdf.fill_behind(form.template, form.values, filled)
        yield ReadFile(f"{form.name}, filled in", filled, form.template)


def _read(own: OwnSide, read: ReadFile) -> Row | None:
    file = read.path
    try:
        told = own.ask("read", str(file), str(read.blank), str(SECONDS))
    except Refused as refusal:
        print(f"{read.name} is left out: {refusal}", file=sys.stderr)
        return None
    row = Row(read.name, _field_count(file), told["unknown"], told["known"])
    for program in IN_PYTHON:
        row.others[program.NAME] = _here(lambda program=program: program.read(file))
    for name, script in IN_NODE.items():
        row.others[name] = _in_node(script, {"action": "read", "input": str(file)})
    return row


def _fill(own: OwnSide, form: Form, work: Path) -> Row:
    told = own.ask("fill", str(form.folder), str(form.data), str(SECONDS))
    row = Row(form.name, _field_count(form.template), told["first"], told["again"])
    for program in IN_PYTHON:
        output = work / f"{form.name}-{program.NAME}.pdf"
        row.others[program.NAME] = _here(lambda program=program, output=output: program.fill(form.template, form.values, output))
    for name, script in IN_NODE.items():
        output = str(work / f"{form.name}-{name}.pdf")
        request = {"action": "fill", "input": str(form.template), "values": form.values, "output": output, "appearances": True}
        row.others[name] = _in_node(script, request)
    return row


def _field_count(file: Path) -> int:
    return len({widget.field for widget in widgets(file) if widget.field and widget.fillable})


def _here(work: Work) -> float | None:
    """The milliseconds of processor that a round takes in this process, as the program's own users have it: with its garbage collected as it comes."""
    try:
        work()
        gc.collect()
        start, rounds, taken = time.process_time(), 0, 0.0
        while rounds < ROUNDS_MIN or taken < SECONDS:
            work()
            rounds, taken = rounds + 1, time.process_time() - start
        return taken * 1000 / rounds
    except Exception:  # Other programs raise whatever they like.
        return None


def _in_node(script: str, request: dict[str, Any]) -> float | None:
    try:
        return call(script, {**request, "rounds": ROUNDS_MIN, "seconds": SECONDS})
    except Refused:
        return None


def _print(title: str, ways: list[str], rows: list[Row]) -> None:
    print(f"| {title}, ms | fields | here, {ways[0]} | here, {ways[1]} | {' | '.join(OTHERS)} |")
    print("|---" * (4 + len(OTHERS)) + "|")
    for row in rows:
        others = " | ".join("–" if (took := row.others[name]) is None else f"{took:.1f}" for name in OTHERS)
        print(f"| {row.name} | {row.fields} | {row.first:.2f} | {row.second:.2f} | {others} |")
    for way, own in zip(ways, ("first", "second"), strict=True):
        print(f"| **median of the ratios, {way}** | | | | {' | '.join(_ratio(rows, own, name) for name in OTHERS)} |")
    print()


def _ratio(rows: list[Row], own: str, name: str) -> str:
    ratios = [took / getattr(row, own) for row in rows if (took := row.others[name]) is not None]
    return f"{median(ratios):.1f} ×" if ratios else "–"


if __name__ == "__main__":
    sys.exit(main())
