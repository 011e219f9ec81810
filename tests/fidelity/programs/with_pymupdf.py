"""PyMuPDF: MuPDF from Python."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pymupdf

from . import OFF, Refused, Value, Values, only_option

NAME = "PyMuPDF"

BUTTONS = (pymupdf.PDF_WIDGET_TYPE_CHECKBOX, pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON)

pymupdf.TOOLS.mupdf_display_errors(False)


def fill(template: Path, values: Values, output: Path) -> None:
    """Fills the fields with MuPDF's own appearances."""
    with _open(template) as document:
        _set_all(document, values)
        document.save(output)


def fill_behind(template: Path, values: Values, output: Path) -> None:
    """The same, saved behind the template as it is, as viewers save a form (an incremental update)."""
    shutil.copyfile(template, output)
    with _open(output) as document:
        _set_all(document, values)
        document.saveIncr()


def read(file: Path) -> Values:
    """The values of all widgets."""
    found: Values = {}
    with _open(file) as document:
        for page in document:
            for widget in page.widgets():
                _add(found, widget)
    return found


def flatten(file: Path, output: Path) -> None:
    """Makes what the fields show part of the pages."""
    with _open(file) as document:
        document.bake()
        document.save(output)


def _open(file: Path) -> pymupdf.Document:
    document = pymupdf.open(file)
    if document.needs_pass:
        raise Refused("needs a password")
    return document


def _set_all(document: pymupdf.Document, values: Values) -> None:
    for page in document:
        for widget in page.widgets():
            if widget.field_name in values:
                _set(widget, values[widget.field_name])


def _set(widget: pymupdf.Widget, value: Value) -> None:
    kind = widget.field_type
    is_on = kind in BUTTONS and f"/{_unescaped(widget.on_state() or '')}" == value
    if kind == pymupdf.PDF_WIDGET_TYPE_RADIOBUTTON and not is_on:
        return  # Switching one off would switch off its whole group.
    if kind in BUTTONS:
        widget.field_value = is_on
    else:
        widget.field_value = only_option(value)
    widget.update()


def _add(found: Values, widget: pymupdf.Widget) -> None:
    name, kind, value = widget.field_name, widget.field_type, widget.field_value
    if kind in BUTTONS:
        state = _state(widget)
        found[name] = found.get(name, OFF) if state == OFF else state
    elif kind in (pymupdf.PDF_WIDGET_TYPE_COMBOBOX, pymupdf.PDF_WIDGET_TYPE_LISTBOX):
        chosen = value if isinstance(value, list) else [value]
        found[name] = [one for one in chosen if one]
    elif kind == pymupdf.PDF_WIDGET_TYPE_TEXT:
        found[name] = value or ""


def _state(widget: pymupdf.Widget) -> str:
    """The state that is shown, from the appearance state, as a viewer shows it."""
    document = widget.parent.parent
    kind, text = document.xref_get_key(widget.xref, "AS")
    return text if kind == "name" else OFF


def _unescaped(name: str) -> str:
    """A name without its escapes: PyMuPDF gives the states of a widget as they stand in the file."""
    return re.sub(b"#([0-9A-Fa-f]{2})", lambda code: bytes.fromhex(code[1].decode()), name.encode()).decode("utf-8", "replace")
