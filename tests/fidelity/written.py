"""What has to stand in a form for given data: names and values of its fields, worked out apart from the service."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from datasets import Data
from form_type import Field, FormType, Table
from programs import OFF, Value, Values
from widgets import widgets

States = dict[str, list[str]]


def states(template: Path) -> States:
    """The states, other than off, of the buttons in a template by their full names, as PDF names."""
    found: States = {}
    for widget in widgets(template):
        if widget.states:
            named = found.setdefault(widget.field, [])
            named += [state for state in widget.states if state not in named]
    return found


def written(form_type: FormType, data: Data, buttons: States) -> Values:
    """The value of every field that the data fills, and of every box."""
    values: Values = {}
    for path, field in fields(form_type, data):
        value = at(data, path)
        if value is None and field.kind != "boolean":
            continue
        name = form_type.name_of(path)
        values[name] = field_value(field, value, buttons.get(name))
    for name, text in data.get("otherFields", {}).items():
        values[f"otherFields.{name.replace('%', '%25').replace('.', '%2E')}"] = text
    return values


def visible_texts(form_type: FormType, data: Data) -> dict[str, str]:
    """The texts that a person must be able to read, by path."""
    texts: dict[str, str] = {}
    for path, field in fields(form_type, data):
        value = at(data, path)
        if value is not None and field.kind not in ("boolean", "choice"):
            texts[path] = field_text(field, value)
    for name, text in data.get("otherFields", {}).items():
        texts[f"otherFields.{name}"] = text
    return texts


def readable_texts(form_type: FormType, data: Data) -> list[str]:
    """What a person reads of each value, chosen options by their labels too."""
    chosen = []
    for path, field in fields(form_type, data):
        value = at(data, path)
        if field.kind == "choice" and value is not None:
            keys = value if isinstance(value, list) else [value]
            chosen += [choice.label for choice in field.choices if choice.key in keys]
    return [*visible_texts(form_type, data).values(), *chosen]


def expected(form_type: FormType, data: Data) -> Data:
    """The data that the service must read: what was written, and every box."""
    result = deepcopy(data)
    for entry in form_type.entries:
        if isinstance(entry, Field) and entry.kind == "boolean" and at(result, entry.key) is None:
            *parents, last = entry.key.split(".")
            place = result
            for parent in parents:
                place = place.setdefault(parent, {})
            place[last] = False
    return result


def fields(form_type: FormType, data: Data) -> Iterator[tuple[str, Field]]:
    """All fields with their paths, as many rows as the data has."""
    for entry in form_type.entries:
        if isinstance(entry, Table):
            for row in range(len(at(data, entry.key) or [])):
                for column in entry.columns:
                    yield f"{entry.key}.{row}.{column.key}", column
        else:
            yield entry.key, entry


def at(data: Any, path: str) -> Any:
    """The value at a path; none where there is none."""
    for part in path.split("."):
        if isinstance(data, list):
            data = data[int(part)]
        else:
            data = (data or {}).get(part)
    return data


def field_text(field: Field, value: Any) -> str:
    """The text of a value in a form."""
    if field.kind == "money":
        return _money(value)
    if field.kind == "date":
        return _date(value, field.date_format or "dd.mm.yyyy")
    return str(value)


def field_value(field: Field, value: Any, button_states: list[str] | None) -> Value:
    """The value of a PDF's field; of a button by its states."""
    if field.kind == "boolean":
        if button_states is None:
            return "Ja" if value else "Nein"
        return button_states[0] if value else OFF
    if field.kind == "choice":
        keys = value if isinstance(value, list) else [value]
        exports = [choice.export for choice in field.choices if choice.key in keys]
        return exports if button_states is None else f"/{exports[0]}"
    return field_text(field, value)


def _money(value: float) -> str:
    english = f"{value:,.2f}"
    return english.translate(str.maketrans(",.", ".,")) + " €"


def _date(value: str, form: str) -> str:
    year, month, day = value.split("-")
    parts = {"yyyy": year, "yy": year[2:], "mm": month, "dd": day, "m": str(int(month)), "d": str(int(day))}
    result, rest = "", form
    while rest:
        word = next((word for word in parts if rest.startswith(word)), rest[0])
        result += parts.get(word, word)
        rest = rest[len(word) :]
    return result
