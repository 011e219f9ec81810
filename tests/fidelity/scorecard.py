"""docs/FIDELITY.md: which program agrees with the service on which form, every failure by name.

The text depends on the outcomes alone: no times, no paths; of all programs only LibreOffice comes from the machine and is named with
its version.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from carried import carried
from datasets import STORY
from outcome import Outcome
from programs import with_libreoffice

HEAD = """# Fidelity

What independent programs make of the service's forms, and the service of theirs. `just fidelity` writes the first part,
`just fidelity DIR` the second, over the fillable forms in a directory, or the third, where that has the values on which other programs
agree (`EXPECTED.json`).

Programs that fill and read: pypdf, PyMuPDF, pikepdf, pdf-lib, pdf.js. Renderers: poppler, MuPDF, pdfium, pdf.js; each must show ink in
every filled field, draw what most others draw, show the flattened form alike and give back every text. Data and field values are compared
character for character (line ends aside).

LibreOffice joins in where its Writer and Draw are installed. It makes a form of its own in Writer, with the same names and the same data, and
exports it as a PDF form; the service must read it. It opens a PDF in Draw and is a renderer like the others, but sets text in a font of the
machine, so that what it draws is compared with itself alone.

[SIDE_BY_SIDE.md](SIDE_BY_SIDE.md) shows what some difficult texts look like, filled in by each program.

`just browsers` opens a filled form from the running service in Chromium and Firefox, with the service's own headers, and looks at the
screen.

The third part is forms as they are found in public repositories, many of them filled in. The service must read those values; each form is
filled with one dataset in every pairing, and one in twelve is drawn. The forms themselves do not come with the project.

What had no room in its field is printed on a page that follows those of the form. A program that then changes the field leaves it there, and the
service must read it as text of that page: just what an independent program finds printed there, no more and no less.

Datasets: `plain` everyday German; `tricky` umlauts, €, quotes, Polish, Greek, Cyrillic, emoji, spaces at the ends; `maximal` every text at
its limit; `overflow` 40 rows and 32 other fields; `empty` nothing.

`story` tells of a form in German from start to end, over HTTP: it is inspected, corrected in a few lines as a person would, checked and looked
at in its preview; what pypdf fills into it (the `tricky` data) is handed in, read and changed, and the filled form must hold every value for each
program and show what was changed, on its page, in each renderer.

`ok` passed, `known` a fault of the other program (listed with its reason), `FAIL` a failure of the service.
"""
PARTS = {"built-in": "Built-in forms", "elsewhere": "Forms made elsewhere", "wild": "Forms as they are found"}
#: Of so many forms that a table for each would say less than one for all.
SUMMED = ["wild"]


def write(path: Path, part: str, outcomes: Sequence[Outcome], notes: Sequence[str], office: str | None) -> None:
    """Replaces one part of the scorecard and leaves the others as they stand. `office` is the version of LibreOffice, if it was there; if
    not, its rows stay too."""
    parts = {name: _existing(path, name) for name in PARTS}
    earlier = re.search(r"LibreOffice (\d+(?:\.\d+)*)", parts[part].partition("###")[0])
    with_office = f"With LibreOffice {office}." if office else "LibreOffice was not there."
    if part in SUMMED:
        with_office = "LibreOffice takes no part."
    elif earlier and not office:
        outcomes = carried(parts[part], with_libreoffice.NAME, outcomes)
        with_office = f"Those with LibreOffice {earlier[1]} are of an earlier run."
    parts[part] = _part(part, outcomes, notes, with_office)
    path.write_text("\n".join([HEAD, *(text for text in parts.values() if text)]), "utf-8")


def _existing(path: Path, part: str) -> str:
    if not path.exists():
        return ""
    text = path.read_text("utf-8")
    start, end = f"<!-- {part} -->", f"<!-- /{part} -->\n"
    if start not in text or end not in text:
        return ""
    return text[text.index(start) : text.index(end) + len(end)]


def _part(part: str, outcomes: Sequence[Outcome], notes: Sequence[str], with_office: str) -> str:
    lines = [f"<!-- {part} -->", f"## {PARTS[part]}", "", f"{_totals(outcomes)} {with_office}", ""]
    if part in SUMMED:
        lines += _sums(outcomes)
    else:
        for form in _unique(outcome.form for outcome in outcomes):
            lines += _form(form, [outcome for outcome in outcomes if outcome.form == form])
    if notes:
        lines += ["### Refused, as it should be", "", *(f"- {note}" for note in notes), ""]
    lines += _failures(outcomes) + _known(outcomes) + [f"<!-- /{part} -->", ""]
    return "\n".join(lines)


def _totals(outcomes: Sequence[Outcome]) -> str:
    failed = sum(outcome.failed for outcome in outcomes)
    known = sum(outcome.known is not None for outcome in outcomes)
    return f"{len(outcomes)} checks: {len(outcomes) - failed - known} ok, {known} known, {failed} failed."


def _sums(outcomes: Sequence[Outcome]) -> list[str]:
    forms = _unique(outcome.form for outcome in outcomes)
    lines = [f"{len(forms)} forms.", "", "| | ok | known | failed |", "|---|---|---|---|"]
    for check in _unique(outcome.check for outcome in outcomes):
        cells = [_cell(outcome) for outcome in outcomes if outcome.check == check]
        counts = " | ".join(str(cells.count(cell)) for cell in ("ok", "known", "FAIL"))
        lines.append(f"| {check} | {counts} |")
    return [*lines, ""]


def _form(form: str, outcomes: Sequence[Outcome]) -> list[str]:
    datasets = sorted(_unique(outcome.dataset for outcome in outcomes), key=lambda name: name == STORY)
    cells = {(outcome.check, outcome.dataset): _cell(outcome) for outcome in outcomes}
    lines = [f"### {form}", "", f"| | {' | '.join(datasets)} |", "|---" * (len(datasets) + 1) + "|"]
    for check in _unique(outcome.check for outcome in outcomes):
        row = " | ".join(cells.get((check, dataset), "") for dataset in datasets)
        lines.append(f"| {check} | {row} |")
    return [*lines, ""]


def _cell(outcome: Outcome) -> str:
    if not outcome.faults:
        return "ok"
    return "FAIL" if outcome.failed else "known"


def _failures(outcomes: Sequence[Outcome]) -> list[str]:
    failures = [f"- {_escaped(outcome.line())}" for outcome in outcomes if outcome.failed]
    return ["### Failures", "", *failures, ""] if failures else []


def _known(outcomes: Sequence[Outcome]) -> list[str]:
    known = [outcome for outcome in outcomes if outcome.known]
    if not known:
        return []
    rows = _unique(f"| {outcome.form} | {outcome.check} | {_escaped(outcome.known or '')} |" for outcome in known)
    return ["### Faults of other programs", "", "| form | check | why |", "|---|---|---|", *rows, ""]


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def _unique(items):
    return list(dict.fromkeys(items))
