"""What a single check found, and the faults of other programs that are known."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from compare import sentence


@dataclass(frozen=True)
class Outcome:
    """A check of one form with one dataset; no faults means that it passed."""

    form: str
    check: str
    dataset: str
    faults: list[str] = field(default_factory=list)
    known: str | None = None

    @property
    def failed(self) -> bool:
        """Whether it counts against the service."""
        return bool(self.faults) and self.known is None

    def line(self) -> str:
        """The outcome in a line of the list of failures."""
        return f"{self.form}, {self.dataset}: {self.check}: {sentence(self.faults)}"


class Record:
    """What the checks of one form with one dataset find, one after the other."""

    def __init__(self, form: str, dataset: str) -> None:
        self._form, self._dataset = form, dataset
        self.outcomes: list[Outcome] = []

    def check(self, what: str, check: Callable[..., list[str]], *arguments: Any) -> bool:
        """Records a check; what a program throws at us is a fault of that check, never of the run."""
        try:
            faults = check(*arguments)
        except Exception as fault:  # Programs raise whatever they like.
            faults = [f"{type(fault).__name__}: {fault}".splitlines()[0]]
        self.add(what, faults)
        return not faults

    def add(self, what: str, faults: list[str]) -> None:
        """Records what a check found."""
        self.outcomes.append(Outcome(self._form, what, self._dataset, faults))


@dataclass(frozen=True)
class Known:
    """A fault of another program: where it shows and what is found then (patterns), and why it is not the service's."""

    form: str
    check: str
    dataset: str
    reason: str
    fault: str = "*"

    def covers(self, outcome: Outcome) -> bool:
        """Whether this is the fault that was found."""
        return (
            fnmatchcase(outcome.form, self.form)
            and fnmatchcase(outcome.check, self.check)
            and fnmatchcase(outcome.dataset, self.dataset)
            and all(fnmatchcase(fault, self.fault) for fault in outcome.faults)
        )


def load_known(path: Path) -> list[Known]:
    """The table of known faults."""
    entries = tomllib.loads(path.read_text("utf-8")).get("known", [])
    return [Known(**{"dataset": "*", **entry}) for entry in entries]


def judge(outcomes: Iterable[Outcome], known: list[Known], absent: Sequence[str] = ()) -> list[Outcome]:
    """Marks known faults. One that is listed for a form but no longer shows is a failure too: the table must stay true. Of programs that
    are absent nothing can show."""
    judged, shown = [], set()
    for outcome in outcomes:
        entry = next((entry for entry in known if outcome.faults and entry.covers(outcome)), None)
        if entry:
            shown.add(entry)
            outcome = replace(outcome, known=entry.reason)
        judged.append(outcome)
    forms = {outcome.form for outcome in judged}
    for entry in known:
        if entry in shown or entry.check.startswith(tuple(absent)):
            continue
        if any(fnmatchcase(form, entry.form) for form in forms):
            stale = f"known.toml lists a fault that no longer shows: {entry.reason}"
            judged.append(Outcome(entry.form, entry.check, entry.dataset, [stale]))
    return judged
