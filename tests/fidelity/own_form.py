"""A form made elsewhere becomes a form type as docs/FORMS.md says: inspect it, correct a few lines, check it, look at the preview."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pikepdf

import compare
import corrections
import datasets
import form_type
import pictures
from form_type import Field, FormType
from outcome import Record
from programs import Refused, Value, Values, with_pikepdf
from programs.renderers import PDFIUM, POPPLER
from service import Service
from written import States, field_value, fields, states

GERMAN = "de"


def make(record: Record, service: Service, file: Path, folder: Path, work: Path) -> None:
    """Makes the folder, unless it disagrees with itself.

    Nothing is made nor found of a file that the service refuses (whether it should is judged elsewhere), of a form that is in German neither
    by its definition nor by its own word, and of one into which nobody can write a line of text.
    """
    try:
        proposed = service.inspect(file)
    except Refused:
        return
    key, language = corrections.correctable(proposed), corrections.language(proposed)
    if key is None or GERMAN not in (language, own_language(file)):
        return
    work.mkdir(parents=True)
    folder.mkdir(parents=True)
    shutil.copyfile(file, folder / "template.pdf")
    (folder / "form.toml").write_text(corrections.corrected(proposed, key), "utf-8")
    record.add("the definition is in the language of the form", [] if language == GERMAN else [f"{language} instead of {GERMAN}"])
    if record.check("definition and template agree", _disagreements, service, folder):
        _preview(record, service, folder, work)
    else:
        shutil.rmtree(folder)  # With it no service would start, for the other forms neither.


def own_language(file: Path) -> str:
    """The language that a PDF names itself, without its country; empty where it names none."""
    with pikepdf.open(file) as document:
        return str(document.Root.get("/Lang", "")).partition("-")[0].lower()


def preview_values(own: FormType, buttons: States) -> Values:
    """What the preview has to hold: in every field its path, boxes ticked, of choices the first one."""
    as_many_rows_as_there_are = datasets.make("maximal", own)
    found: Values = {}
    for path, field in fields(own, as_many_rows_as_there_are):
        name = own.name_of(path)
        found[name] = _shown(path, field, buttons.get(name))
    return found


def _shown(path: str, field: Field, button_states: list[str] | None) -> Value:
    if field.kind == "boolean":
        return field_value(field, True, button_states)
    if field.kind == "choice":
        return field_value(field, field.choices[0].key, button_states)
    return path


def _disagreements(service: Service, folder: Path) -> list[str]:
    service.check(folder)  # `Refused`, and thereby a fault, if there are any.
    return []


def _preview(record: Record, service: Service, folder: Path, work: Path) -> None:
    own, preview, blank = form_type.load(folder), work / "preview.pdf", work / "blank.pdf"
    values = preview_values(own, states(own.template))
    if record.check("the preview shows every path", _wrong_paths, service, own, values, preview):
        service.fill(own.key, {}, blank)
        for renderer in (POPPLER, PDFIUM):
            record.check(f"{renderer.NAME} draws the preview", _not_drawn, renderer, preview, blank, values)


def _wrong_paths(service: Service, own: FormType, values: Values, preview: Path) -> list[str]:
    service.preview(own.folder, preview)
    return compare.value_differences(values, with_pikepdf.read(preview))


def _not_drawn(renderer: Any, preview: Path, blank: Path, values: Values) -> list[str]:
    """Paths without room in their fields stand on pages that follow those of the form, so there may be more of them."""
    drawn, empty = renderer.pictures(preview), renderer.pictures(blank)
    if len(drawn) < len(empty):
        return [f"{len(drawn)} pages instead of {len(empty)}"]
    return pictures.empty_pages(drawn) + pictures.wrong_looks(preview, values, drawn, empty)
