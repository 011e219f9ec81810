"""A form type as its `form.toml` says: fields, tables, and the names that the template has for them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Choice:
    """An option: its key in the data, and what the PDF stores for it."""

    key: str
    export: str
    label: str


@dataclass(frozen=True)
class Field:
    """A field, or a column of a table."""

    key: str
    kind: str
    label: str = ""
    max_length: int | None = None
    multiline: bool = False
    multiple: bool = False
    minimum: int | None = None
    maximum: int | None = None
    date_format: str | None = None
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Table:
    """A table with as many rows as the template has."""

    key: str
    rows: int
    columns: tuple[Field, ...]


@dataclass(frozen=True)
class FormType:
    """A form type and where its two files lie."""

    key: str
    folder: Path
    entries: tuple[Field | Table, ...]
    names: dict[str, str] = field(default_factory=dict)

    @property
    def template(self) -> Path:
        """The blank form."""
        return self.folder / "template.pdf"

    def name_of(self, path: str) -> str:
        """The template's name for a path."""
        return next((name for name, named in self.names.items() if named == path), path)


def load(folder: Path) -> FormType:
    """The form type in a folder."""
    document = tomllib.loads((folder / "form.toml").read_text("utf-8"))
    entries: list[Field | Table] = []
    for section in document["section"]:
        for entry in section["entry"]:
            entries.append(_table(entry) if "table" in entry else _field(entry))
    return FormType(document["form_type"], folder, tuple(entries), document.get("names", {}))


def _table(entry: dict) -> Table:
    return Table(entry["table"], entry["rows"], tuple(_field(column) for column in entry["columns"]))


def _field(entry: dict) -> Field:
    return Field(
        key=entry["key"],
        kind=entry["type"],
        label=entry["label"],
        max_length=entry.get("max_length"),
        multiline=entry.get("multiline", False),
        multiple=entry.get("multiple", False),
        minimum=entry.get("min"),
        maximum=entry.get("max"),
        date_format=entry.get("format"),
        choices=tuple(_choice(choice) for choice in entry.get("choices", [])),
    )


def _choice(choice: dict) -> Choice:
    return Choice(choice["key"], choice.get("export", choice["key"]), choice["label"])
