"""Data to fill forms with, made from a form type's own definition.

Every dataset is the same on every run. `plain` is everyday German, `tricky` holds what encodings get wrong, `maximal` uses every limit,
`overflow` holds more than the form has room for, `empty` holds nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from itertools import count
from typing import Any

from form_type import Field, FormType, Table

Data = dict[str, Any]

#: Datasets that fit into the fields of a template, so that any program can fill them in.
FITTING = ["plain", "tricky", "maximal", "empty"]
#: Datasets that only the service can put into the form.
ALL = [*FITTING, "overflow"]
#: What is found in the story of a form stands beside what is found with each dataset; its data are `tricky`.
STORY = "story"

PLAIN = ["Sommerfest der Fachschaft", "Anna Müller", "Getränke und Becher", "Hochschule Heidelberg", "Zelte, Tische, Bänke"]
TRICKY = [
    "Müller-Ćirić ß 1.234,56 €",
    "„Zitat“ – ‚halb‘ … «ganz»",
    "Łódź, Żółć, Český Krumlov",
    "Ωμέγα και άλφα",
    "Съешь ещё этих булок",
    "(Klammern) \\ Rückstrich % & / # <b>",
    "  Leerzeichen  am Rand  ",
    "Fest 😀 am See 🌿",
    "ÄÖÜ äöü ß Ǻ é ñ ø å",
]
SENTENCE = "Die Studierenden treffen sich, lernen einander kennen und planen das nächste Semester. "
OVERFLOW_ROWS = 40
OVERFLOW_OTHER_FIELDS = 30


def make(name: str, form_type: FormType) -> Data:
    """The data of a dataset, in its canonical form."""
    if name == "empty":
        return {}
    makers = {"plain": _plain, "tricky": _tricky, "maximal": _maximal, "overflow": _plain}
    data = _fill(form_type, makers[name], rows_of=lambda table: _row_count(name, table))
    if name == "overflow":
        data["otherFields"] = _other_fields()
    return data


def _row_count(name: str, table: Table) -> int:
    return {"plain": min(3, table.rows), "overflow": OVERFLOW_ROWS}.get(name, table.rows)


def _fill(form_type: FormType, maker: Callable[[Field, int], Any], rows_of: Callable[[Table], int]) -> Data:
    data: Data = {}
    numbers = count()
    for entry in form_type.entries:
        if isinstance(entry, Table):
            value = [_row(entry, maker, next(numbers)) for _ in range(rows_of(entry))]
        else:
            value = maker(entry, next(numbers))
        put(data, entry.key, value)
    return data


def _row(table: Table, maker: Callable[[Field, int], Any], number: int) -> Data:
    return {column.key: maker(column, number + at) for at, column in enumerate(table.columns)}


def put(data: Data, path: str, value: Any) -> None:
    """Sets the value at a path."""
    *parents, last = path.split(".")
    for parent in parents:
        data = data.setdefault(parent, {})
    data[last] = value


def _plain(field: Field, number: int) -> Any:
    if field.kind == "text":
        text = PLAIN[number % len(PLAIN)]
        # Nobody sees a space at the end.
        return _cut(field, f"{text}\n{SENTENCE.strip()}" if field.multiline else text).rstrip()
    return _typed(field, number, money=[12.5, 1234.56, 80, 0.99])


def _tricky(field: Field, number: int) -> Any:
    if field.kind == "text":
        text = TRICKY[number % len(TRICKY)]
        return _cut(field, "\n".join(["", *TRICKY, "", text]) if field.multiline else text)
    return _typed(field, number + 1, money=[0, 0.01, 1000000, 99999999.99])


def _maximal(field: Field, number: int) -> Any:
    if field.kind == "text":
        length = field.max_length or 500
        return (SENTENCE * (length // len(SENTENCE) + 1))[: length - 1] + "!"
    if field.kind == "integer":
        return field.maximum if field.maximum is not None and field.maximum < 2**31 else 2**31 - 1
    return _typed(field, number + 2, money=[99999999.99])


def _typed(field: Field, number: int, money: list[float]) -> Any:
    if field.kind == "date":
        return (date(2026, 1, 31) + timedelta(days=number)).isoformat()
    if field.kind == "money":
        return money[number % len(money)]
    if field.kind == "integer":
        return max(field.minimum or 0, number)
    if field.kind == "boolean":
        return number % 3 != 0
    if field.kind == "choice":
        return _chosen(field, number)
    if field.kind == "email":
        return f"vorname.nachname+{number}@fachschaft.example.org"
    if field.kind == "iban":
        return ["DE89370400440532013000", "MT84MALT011000012345MTLCAST001S"][number % 2]
    raise ValueError(f"no data for a field of type {field.kind}")


def _chosen(field: Field, number: int) -> str | list[str]:
    keys = [choice.key for choice in field.choices]
    if field.multiple:
        return keys[:2]
    return keys[number % len(keys)]


def _cut(field: Field, text: str) -> str:
    if not field.max_length:
        return text
    # A text of white space only would be no value.
    cut = text[: field.max_length]
    return cut if cut.strip() else text.strip()[: field.max_length]


def _other_fields() -> dict[str, str]:
    others = {f"Weiteres Feld {number}": TRICKY[number % len(TRICKY)] for number in range(OVERFLOW_OTHER_FIELDS)}
    return {**others, "Tel. privat": "06221 123456", "Bemerkung": "\n".join([SENTENCE * 12] * 4)}
