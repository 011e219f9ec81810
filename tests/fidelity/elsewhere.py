"""Forms made elsewhere: each PDF of a directory becomes a form type and goes through the same checks.

A PDF that the service refuses passes only if `expected.toml` says so, or if it holds no fields with a name.

A directory with the values on which other programs agree (`EXPECTED.json`) is one of forms as they are found: filled in, and many. They
are read and compared, filled with one dataset, and a sample of them is drawn.
"""

from __future__ import annotations

import json
import shutil
import tomllib
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import compare
import corrections
import form_type
from checks import Checks
from outcome import Outcome
from programs import OFF, Refused, Value
from service import Service
from widgets import widgets
from written import states, written

EXPECTED = Path(__file__).parent / "expected.toml"
AGREED = "EXPECTED.json"
#: Of forms as they are found every so many is drawn: to draw one takes longer than all else.
DRAWN_ONE_IN = 12

Result = tuple[list[Outcome], list[str]]


@dataclass(frozen=True)
class Extent:
    """What is checked of a form."""

    datasets: tuple[str, ...] = ("plain", "tricky")
    draws: bool = True
    office: bool = True
    #: What other programs read in it, if that is known.
    agreed: dict[str, dict] | None = None


def is_as_found(directory: Path) -> bool:
    """Whether these are forms as they are found, with what other programs read in them."""
    return (directory / AGREED).exists()


def jobs(pool: ProcessPoolExecutor, service: Path, directory: Path, work: Path) -> list[Future[Result]]:
    """One job for each PDF."""
    files = sorted(directory.resolve().glob("*.pdf"))
    if not files:
        raise SystemExit(f"{directory} holds no PDF")
    return [pool.submit(_run, service, file, work, extent) for file, extent in _extents(directory, files)]


def _extents(directory: Path, files: list[Path]) -> list[tuple[Path, Extent]]:
    if not is_as_found(directory):
        return [(file, Extent()) for file in files]
    agreed = json.loads((directory / AGREED).read_text("utf-8"))
    return [
        (file, Extent(("tricky",), number % DRAWN_ONE_IN == 0, False, agreed[file.name])) for number, file in enumerate(files)
    ]


def collect(results: list[Future[Result]]) -> Result:
    """All outcomes, and the refusals that were expected."""
    outcomes: list[Outcome] = []
    notes: list[str] = []
    for result in results:
        more, refusals = result.result()
        outcomes += more
        notes += refusals
    return outcomes, notes


def _run(program: Path, file: Path, work: Path, extent: Extent) -> Result:
    """What is found in one file. Where a check breaks off, that is what was found: the run goes on with the next file."""
    try:
        return _outcomes(program, file, work, extent)
    except Exception as fault:  # Files found anywhere make programs raise whatever they like.
        told = f"{type(fault).__name__}: {fault}".splitlines()[0]
        return [Outcome(file.stem, "the checks end", "plain", [told])], []


def _outcomes(program: Path, file: Path, work: Path, extent: Extent) -> Result:
    forms = work / file.stem
    folder = forms / "form"
    folder.mkdir(parents=True)
    service = Service(program, forms)
    try:
        (folder / "form.toml").write_text(corrections.accepted(service.inspect(file)), "utf-8")
    except Refused as refusal:
        return _refused(file, str(refusal), extent)
    shutil.copyfile(file, folder / "template.pdf")
    try:
        service.check(folder)
    except Refused as complaint:
        return [Outcome(file.stem, "definition and template agree", "plain", [str(complaint)])], []
    inspected = form_type.load(folder)
    outcomes = [Outcome(file.stem, "definition and template agree", "plain")]
    if extent.agreed is not None:
        differences = _differences(service, inspected, file, extent.agreed)
        outcomes.append(Outcome(file.stem, "the service reads what others read", "as found", differences))
    for dataset in extent.datasets:
        checked = Checks(service, inspected, dataset, work / f"{file.stem}-{dataset}", extent.office).run(extent.draws)
        outcomes += [Outcome(file.stem, one.check, one.dataset, one.faults) for one in checked]
    return outcomes, []


def _differences(service: Service, inspected: form_type.FormType, file: Path, agreed: dict[str, dict]) -> list[str]:
    buttons = states(file)
    wanted = {name: value for name, entry in agreed.items() if (value := _counting(entry, buttons.get(name)))}
    try:
        data = service.read(file, inspected.key)
    except Refused as refusal:
        return [str(refusal).splitlines()[-1]]
    found = {name: value for name, value in written(inspected, data, buttons).items() if name in agreed}
    return compare.value_differences(wanted, found)


def _counting(entry: dict, shown: list[str] | None) -> Value | None:
    """The value of a field as it counts: a text of white space only is none, and a state that no widget has is off."""
    values = entry["values"]
    if entry["kind"] == "Btn":
        state = f"/{values[0]}" if values else OFF
        return state if state in (shown or []) else None
    return values if any(value.strip() for value in values) else None


def _refused(file: Path, diagnosis: str, extent: Extent) -> Result:
    phrase = tomllib.loads(EXPECTED.read_text("utf-8")).get(file.name)
    told = diagnosis.splitlines()[-1]
    if (phrase and phrase in diagnosis) or (phrase is None and not extent.agreed and not _holds_fields(file)):
        return [], [f"{file.stem}: {told}"]
    return [Outcome(file.stem, "the service inspects the form", "plain", [told])], []


def _holds_fields(file: Path) -> bool:
    return any(widget.field and widget.fillable for widget in widgets(file))
