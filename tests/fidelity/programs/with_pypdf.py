"""pypdf: a PDF library in pure Python."""

from __future__ import annotations

import logging
from pathlib import Path

from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, TextStringObject

from . import OFF, Value, Values

NAME = "pypdf"

# It warns of every character that its own appearances cannot show; only the values are looked at.
logging.getLogger("pypdf").setLevel(logging.ERROR)


def fill(template: Path, values: Values, output: Path) -> None:
    """Fills the fields with pypdf's own appearances."""
    writer = PdfWriter(clone_from=_open(template))
    kinds = {name: field.get("/FT") for name, field in (writer.get_fields() or {}).items()}
    wanted = {name: _wanted(value) for name, value in values.items()}
    wanted |= _shielded(kinds, values)
    for page in writer.pages:
        if "/Annots" in page:
            writer.update_page_form_field_values(page, wanted, auto_regenerate=False)
    writer.write(output)


def read(file: Path) -> Values:
    """Every field that has a value of its own."""
    found: Values = {}
    for name, field in (_open(file).get_fields() or {}).items():
        if field.get("/FT") in ("/Tx", "/Btn", "/Ch"):
            found[name] = _value(field.get("/FT"), field.get("/V"))
    return found


def _shielded(kinds: dict[str, str | None], values: Values) -> dict[str, str]:
    """Empty texts for the fields that pypdf would fill by mistake: it also takes `name` for `costs.3.name`."""
    texts = [name for name, kind in kinds.items() if kind == "/Tx" and name not in values]
    return {name: "" for name in texts if name.rpartition(".")[2] in values}


def _open(file: Path) -> PdfReader:
    reader = PdfReader(file)
    if reader.is_encrypted:
        reader.decrypt("")
    return reader


def _wanted(value: Value) -> str | list[str]:
    if isinstance(value, list) and len(value) == 1:
        return value[0]
    return value


def _value(kind: str, value: object) -> Value:
    if kind == "/Btn":
        return OFF if value is None else str(value)
    if value is None:
        return [] if kind == "/Ch" else ""
    if kind == "/Ch":
        chosen = value if isinstance(value, ArrayObject) else [value]
        return [str(one) for one in chosen]
    return _text(value)


def _text(value: object) -> str:
    if isinstance(value, TextStringObject):
        return str(value)
    data = value.get_data() if hasattr(value, "get_data") else value
    return data.decode("utf-8", "replace") if isinstance(data, bytes) else str(data)
