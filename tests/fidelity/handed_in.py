"""A form that was filled in with another program is handed in, looked at, changed and fetched as a filled form, all of it over HTTP."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import compare
import corrections
import datasets
import pictures
from checks import PROGRAMS, WIDGET_TEXT, parse_plain, qpdf_complaints
from form_type import Field, FormType
from outcome import Record
from programs import with_pymupdf, with_pypdf
from programs.renderers import RENDERERS
from service import Service, parse
from serving import Client
from widgets import widgets
from written import at, expected, states, written

#: What is written into a field instead of what stands there.
CHANGE = "Żółć größer, 5 €"


class HandedIn:
    """One form, and the folder for the files made on the way."""

    def __init__(self, record: Record, service: Service, client: Client, own: FormType, folder: Path) -> None:
        self._record, self._service, self._client, self._own, self._folder = record, service, client, own, folder
        self._buttons = states(own.template)
        self._data = datasets.make("tricky", own)
        self._field = corrected_field(own)
        self._change, self._changed = changes(self._data, self._field)
        self._blank, self._filled, self._flattened = (folder / f"{name}.pdf" for name in ("blank", "filled", "flattened"))
        self._pa_id = self._key = ""

    def run(self) -> None:
        """Every check, up to the first without which those that follow have nothing to look at."""
        check = self._record.check
        check("the running service offers the corrected form", self._wrong_offer)
        if (
            check(f"{with_pypdf.NAME} writes, the service reads", self._upload)
            and check("the service gives back what was handed in", self._differences, self._data)
            and check("the service changes a value", self._put)
            and check("the service fills the form", self._fetch)
        ):
            self._read()
            self._show()
            check("PyMuPDF flattens, the service reads", self._misread_flat)

    def _wrong_offer(self) -> list[str]:
        """Title, key and that the field is required, as those learn it who write a page for the form."""
        offered = {form["form_type"]: form["title"] for form in self._json("/forms")["forms"]}
        title, schema = offered.get(self._own.key, ""), self._json(f"/forms/{self._own.key}")
        wrong = [] if title.endswith(corrections.TITLE_END) else [f"it is offered as {title!r}"]
        return wrong if is_required(schema, self._field.key) else [*wrong, f"{self._field.key} is not required"]

    def _upload(self) -> list[str]:
        handed_in = self._folder / "handed_in.pdf"
        with_pypdf.fill(self._own.template, written(self._own, self._data, self._buttons), handed_in)
        answer = self._client.upload(self._own.key, handed_in)
        self._pa_id, self._key = answer["pa_id"], answer["pa_key"]
        # The one field that is required has a value.
        status = [] if answer["status"] == "complete" else [f"status {answer['status']} instead of complete"]
        return status + self._unlike(self._data, answer)

    def _put(self) -> list[str]:
        answer = self._client.change(self._pa_id, self._key, self._change)
        return self._unlike(self._changed, answer) + self._differences(self._changed)

    def _differences(self, data: datasets.Data) -> list[str]:
        return self._unlike(data, parse(self._get().decode()))

    def _json(self, path: str) -> Any:
        return parse(self._client.get(path).decode())

    def _unlike(self, data: datasets.Data, answer: Any) -> list[str]:
        return compare.data_differences(parse_plain(expected(self._own, data)), answer["data"])

    def _get(self, query: str = "") -> bytes:
        return self._client.get(f"/applications/{self._pa_id}{query}", self._key)

    def _fetch(self) -> list[str]:
        self._service.fill(self._own.key, {}, self._blank)
        self._filled.write_bytes(self._get("?format=pdf"))
        self._flattened.write_bytes(self._get("?format=pdf&flatten=true"))
        return []

    def _read(self) -> None:
        values = written(self._own, self._changed, self._buttons)
        self._record.check("qpdf checks the filled form", qpdf_complaints, self._filled)
        for program in PROGRAMS:
            self._record.check(f"{program.NAME} reads what the service wrote", _misread, program, self._filled, values)

    def _misread_flat(self) -> list[str]:
        """What differs where everyday data are filled in with another program, flattened with a third and handed in without fields."""
        data = datasets.make("plain", self._own)
        filled, flat = (self._folder / f"{name}.pdf" for name in ("plain", "plain_flat"))
        with_pypdf.fill(self._own.template, written(self._own, data, self._buttons), filled)
        with_pymupdf.flatten(filled, flat)
        return self._unlike(data, self._client.upload(self._own.key, flat))

    def _show(self) -> None:
        values = written(self._own, self._changed, self._buttons)
        for renderer in RENDERERS:
            self._record.check(f"{renderer.NAME} shows every value", self._wrong_looks, renderer, values)
            self._record.check(f"{renderer.NAME} shows the change on its page", self._missing, renderer)

    def _wrong_looks(self, renderer: Any, values: Any) -> list[str]:
        return pictures.wrong_looks(self._filled, values, renderer.pictures(self._filled), renderer.pictures(self._blank))

    def _missing(self, renderer: Any) -> list[str]:
        files = [self._filled, self._flattened] if renderer.NAME in WIDGET_TEXT else [self._flattened]
        name = self._own.name_of(self._field.key)
        number = next(widget.page for widget in widgets(self._filled) if widget.field == name)
        wanted = {f"page {number + 1}, {name}": at(self._change, self._field.key)}
        return [fault for file in files for fault in compare.missing_texts(wanted, renderer.page_texts(file)[number])]


def corrected_field(own: FormType) -> Field:
    """The field that got a better key."""
    return next(entry for entry in own.entries if isinstance(entry, Field) and entry.key.startswith(corrections.PART))


def changes(data: datasets.Data, field: Field) -> tuple[datasets.Data, datasets.Data]:
    """What changes a line of text, and the data afterwards."""
    change: datasets.Data = {}
    changed = deepcopy(data)
    for one in (change, changed):
        datasets.put(one, field.key, CHANGE[: field.max_length])
    return change, changed


def is_required(schema: Any, path: str) -> bool:
    """Whether a JSON Schema wants a member at a path."""
    *parents, last = path.split(".")
    for parent in parents:
        schema = schema["properties"][parent]
    return last in schema.get("required", [])


def _misread(program: Any, file: Path, values: Any) -> list[str]:
    return compare.value_differences(values, program.read(file))
