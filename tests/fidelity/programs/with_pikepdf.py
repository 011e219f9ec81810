"""pikepdf: qpdf from Python, by its form interface."""

from __future__ import annotations

from pathlib import Path

import pikepdf
from pikepdf.form import (
    CheckboxField,
    ChoiceField,
    DefaultAppearanceStreamGenerator,
    ExtendedAppearanceStreamGenerator,
    Form,
    MultipleFieldProxy,
    RadioButtonGroup,
    TextField,
)

from . import OFF, Value, Values, only_option

NAME = "pikepdf"


def fill(
    template: Path,
    values: Values,
    output: Path,
    appearances: type[DefaultAppearanceStreamGenerator | ExtendedAppearanceStreamGenerator] = DefaultAppearanceStreamGenerator,
) -> None:
    """Fills the fields with qpdf's own appearances, or with pikepdf's."""
    with pikepdf.open(template) as document:
        form = Form(document, appearances)
        for name, value in values.items():
            field = form[name]
            for one in field if isinstance(field, MultipleFieldProxy) else [field]:
                _set(one, value)
        document.save(output)


def read(file: Path) -> Values:
    """The values of all fields."""
    found: Values = {}
    with pikepdf.open(file) as document:
        for name, field in Form(document).items():
            one = field[0] if isinstance(field, MultipleFieldProxy) else field
            value = _value(one)
            if value is not None:
                found[name] = value
    return found


def _set(field: object, value: Value) -> None:
    if isinstance(field, TextField):
        field.value = value
    elif isinstance(field, CheckboxField):
        field.checked = value != OFF
    elif isinstance(field, RadioButtonGroup):
        if value != OFF:
            field.value = pikepdf.Name(value)
    elif isinstance(field, ChoiceField):
        field.value = only_option(value)


def _value(field: object) -> Value | None:
    if isinstance(field, TextField):
        return field.value or ""
    if isinstance(field, (CheckboxField, RadioButtonGroup)):
        return str(field.value or OFF)
    if isinstance(field, ChoiceField):
        return _chosen(field)
    return None


def _chosen(field: ChoiceField) -> list[str]:
    """The raw value: the interface itself gives only one option and its display text."""
    node = field.obj
    while "/V" not in node and "/Parent" in node:
        node = node.Parent
    value = node.get("/V")
    if value is None:
        return []
    chosen = list(value) if isinstance(value, pikepdf.Array) else [value]
    return [str(one) for one in chosen]
