"""What a scorecard says of a program that is not there this time: its rows stay as an earlier run found them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from outcome import Outcome


def carried(part: str, program: str, outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes with those of the program as the part of a scorecard has them, of forms that are checked still, in its order."""
    forms = {outcome.form for outcome in outcomes}
    earlier = list(_rows(part))
    kept = [outcome for outcome in earlier if outcome.form in forms and outcome.check.startswith(program)]
    order = {(outcome.form, outcome.check): place for place, outcome in enumerate(earlier)}
    first = {form: place for place, form in enumerate(dict.fromkeys(outcome.form for outcome in outcomes))}
    last = len(earlier)
    return sorted([*outcomes, *kept], key=lambda one: (first[one.form], order.get((one.form, one.check), last)))


def _rows(part: str) -> Iterator[Outcome]:
    """Every cell of the tables by form, faults without what was found."""
    reasons = {
        (form, check): why
        for form, check, why in re.findall(r"^\| (\S+) \| (.+?) \| (.+) \|$", part.partition("### Faults of other programs")[2], re.M)
    }
    for table in part.split("\n### ")[1:]:
        form, _, rest = table.partition("\n")
        lines = [line.strip("|").split("|") for line in rest.splitlines() if line.startswith("|")]
        if len(lines) < 2 or lines[0][0].strip():
            continue
        datasets = [name.strip() for name in lines[0][1:]]
        for name, *cells in lines[2:]:
            for dataset, cell in zip(datasets, cells):
                check, said = name.strip(), cell.strip()
                if said:
                    why = reasons.get((form, check)) if said == "known" else None
                    yield Outcome(form, check, dataset, [] if said == "ok" else ["as an earlier run found it"], why)
