"""Runs the fidelity checks over the built-in forms, or over a directory of forms made elsewhere."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import datasets
import elsewhere
import form_type
import scorecard
import story
from checks import Checks
from outcome import Outcome, judge, load_known
from programs import with_libreoffice
from service import Service

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCORECARD = ROOT / "docs" / "FIDELITY.md"


def main() -> int:
    """The exit status: 1 when anything failed that is the service's own."""
    arguments = _arguments()
    shutil.rmtree(arguments.work, ignore_errors=True)
    arguments.work.mkdir(parents=True)
    notes: list[str] = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        if arguments.directory:
            part = "wild" if elsewhere.is_as_found(arguments.directory) else "elsewhere"
            jobs = elsewhere.jobs(pool, arguments.service, arguments.directory, arguments.work)
            outcomes, notes = elsewhere.collect(jobs)
            if part == "elsewhere":
                outcomes += story.tell(pool, arguments.service, arguments.directory, arguments.work / "story")
        else:
            part, outcomes = "built-in", _built_in(pool, arguments.service, arguments.work)
    office = None if part == "wild" else with_libreoffice.version()
    judged = judge(outcomes, load_known(HERE / "known.toml"), absent=[] if office else [with_libreoffice.NAME])
    scorecard.write(SCORECARD, part, judged, notes, office)
    return _report(judged)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--service", type=Path, required=True, help="the formservice program")
    parser.add_argument("--work", type=Path, required=True, help="where the files made on the way are kept")
    parser.add_argument("directory", type=Path, nargs="?", help="a directory of fillable PDF forms")
    return parser.parse_args()


def _built_in(pool: ProcessPoolExecutor, service: Path, work: Path) -> list[Outcome]:
    folders = sorted(path.parent for path in (ROOT / "crates/forms-toml/forms").glob("*/form.toml"))
    if not folders:
        raise SystemExit("crates/forms-toml/forms holds no form type")
    jobs = [pool.submit(_run, service, folder, dataset, work) for folder in folders for dataset in datasets.ALL]
    return [outcome for job in jobs for outcome in job.result()]


def _run(program: Path, folder: Path, dataset: str, work: Path) -> list[Outcome]:
    built_in = form_type.load(folder)
    return Checks(Service(program), built_in, dataset, work / built_in.key / dataset).run()


def _report(judged: list[Outcome]) -> int:
    failures = [outcome for outcome in judged if outcome.failed]
    for outcome in failures:
        print("FAIL", outcome.line())
    known = sum(outcome.known is not None for outcome in judged)
    print(f"{len(judged)} checks, {known} known faults of other programs, {len(failures)} failures: docs/FIDELITY.md")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
