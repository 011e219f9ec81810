"""The form that LibreOffice makes of a form type: a control for each field, with the template's names and the data in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from datasets import Data
from form_type import Field, FormType
from programs.libreoffice_document import Control
from written import States, at, field_text, fields

def controls(form_type: FormType, data: Data, buttons: States) -> list[Control]:
    """All fields of the form and as many rows of its tables as the data has; `buttons` are those of the template."""
    made = [
        control
        for path, field in fields(form_type, data)
        for control in _controls(form_type.name_of(path), field, at(data, path), buttons)
    ]
    return made + [Control("lines", name, text) for name, text in data.get("otherFields", {}).items()]


def _controls(name: str, field: Field, value: Any, buttons: States) -> Iterator[Control]:
    if field.kind == "boolean":
        yield Control("box", name, "Ja", is_on=bool(value))
    elif field.kind == "choice":
        chosen = value if isinstance(value, list) else [value]
        if name in buttons:
            for choice in field.choices:
                yield Control("radio", name, choice.export, is_on=choice.key in chosen)
        else:
            # It exports what an option shows and leaves out its value.
            options = [(choice.label, choice.key in chosen) for choice in field.choices]
            yield Control("list", name, options=options, is_multiple=field.multiple)
    else:
        text = "" if value is None else field_text(field, value)
        yield Control("lines" if field.multiline else "line", name, text)
