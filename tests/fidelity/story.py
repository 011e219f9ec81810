"""The stories of forms from start to end, over HTTP: a PDF becomes a form type, is filled in with another program and handed in; its data
are looked at and changed; other programs read the filled form and every viewer shows it.
"""

from __future__ import annotations

from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

import datasets
import form_type
import own_form
from handed_in import HandedIn
from outcome import Outcome, Record
from service import Service
from serving import Client, serving


def tell(pool: ProcessPoolExecutor, program: Path, directory: Path, work: Path) -> list[Outcome]:
    """What is found in the stories of all forms in a directory for which there is one; one service has them all."""
    files = sorted(directory.resolve().glob("*.pdf"))
    forms = work / "forms"
    forms.mkdir(parents=True)
    outcomes = _collected(files, [pool.submit(_made, program, file, work) for file in files])
    made = [file for file in files if (forms / file.stem).exists()]
    try:
        with serving(program, work, FORMSERVICE__FORMS__DIR=str(forms)) as address:
            outcomes += _collected(made, [pool.submit(_handed_in, program, address, file, work) for file in made])
    except Exception as fault:  # Without a service there is no story.
        outcomes += [_broken_off(file, fault) for file in made]
    return outcomes


def _collected(files: list[Path], jobs: list[Future[list[Outcome]]]) -> list[Outcome]:
    """All outcomes. Where a story breaks off, that is what was found: the others go on."""
    outcomes: list[Outcome] = []
    for file, job in zip(files, jobs, strict=True):
        try:
            outcomes += job.result()
        except Exception as fault:  # Files found anywhere make programs raise whatever they like.
            outcomes.append(_broken_off(file, fault))
    return outcomes


def _broken_off(file: Path, fault: Exception) -> Outcome:
    return Outcome(file.stem, "the story ends", datasets.STORY, [f"{type(fault).__name__}: {fault}".splitlines()[0]])


def _made(program: Path, file: Path, work: Path) -> list[Outcome]:
    record = Record(file.stem, datasets.STORY)
    own_form.make(record, Service(program, work / "forms"), file, work / "forms" / file.stem, work / file.stem)
    return record.outcomes


def _handed_in(program: Path, address: str, file: Path, work: Path) -> list[Outcome]:
    record = Record(file.stem, datasets.STORY)
    service, own = Service(program, work / "forms"), form_type.load(work / "forms" / file.stem)
    HandedIn(record, service, Client(address), own, work / file.stem).run()
    return record.outcomes
