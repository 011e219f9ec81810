"""Forms made elsewhere: each PDF of a directory becomes a form type and goes through the same checks.

A PDF that the service refuses passes only if `expected.toml` says so, or if it holds no fields.
"""

from __future__ import annotations

import shutil
import tomllib
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

import pikepdf

import form_type
from checks import Checks
from outcome import Outcome
from programs import Refused
from service import Service

DATASETS = ["plain", "tricky"]
EXPECTED = Path(__file__).parent / "expected.toml"

Result = tuple[list[Outcome], list[str]]


def jobs(pool: ProcessPoolExecutor, service: Path, directory: Path, work: Path) -> list[Future[Result]]:
    """One job for each PDF."""
    files = sorted(directory.resolve().glob("*.pdf"))
    if not files:
        raise SystemExit(f"{directory} holds no PDF")
    return [pool.submit(_run, service, file, work) for file in files]


def collect(results: list[Future[Result]]) -> Result:
    """All outcomes, and the refusals that were expected."""
    outcomes: list[Outcome] = []
    notes: list[str] = []
    for result in results:
        more, refusals = result.result()
        outcomes += more
        notes += refusals
    return outcomes, notes


def _run(program: Path, file: Path, work: Path) -> Result:
    forms = work / file.stem
    folder = forms / "form"
    folder.mkdir(parents=True)
    service = Service(program, forms)
    try:
        (folder / "form.toml").write_text(service.inspect(file), "utf-8")
    except Refused as refusal:
        return _refused(file, str(refusal))
    shutil.copyfile(file, folder / "template.pdf")
    try:
        service.check(folder)
    except Refused as complaint:
        return [Outcome(file.stem, "definition and template agree", "plain", [str(complaint)])], []
    inspected = form_type.load(folder)
    outcomes = [Outcome(file.stem, "definition and template agree", "plain")]
    for dataset in DATASETS:
        checked = Checks(service, inspected, dataset, work / f"{file.stem}-{dataset}").run()
        outcomes += [Outcome(file.stem, one.check, one.dataset, one.faults) for one in checked]
    return outcomes, []


def _refused(file: Path, diagnosis: str) -> Result:
    phrase = tomllib.loads(EXPECTED.read_text("utf-8")).get(file.name)
    told = diagnosis.splitlines()[-1]
    if (phrase and phrase in diagnosis) or (phrase is None and not _holds_fields(file)):
        return [], [f"{file.stem}: {told}"]
    return [Outcome(file.stem, "the service inspects the form", "plain", [told])], []


def _holds_fields(file: Path) -> bool:
    with pikepdf.open(file) as document:
        widgets = (widget for page in document.pages for widget in page.obj.get("/Annots", []))
        return any(widget.get("/Subtype") == "/Widget" for widget in widgets)
