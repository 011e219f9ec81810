"""What a generator of requests has to know besides the document: which bytes are a form, what an IBAN is, and the rules that stand in words.

Requests that fill up or erase an application get one of their own, so that the one under test stays as it is. Requests that are meant to be wrong are
left alone.
"""

import itertools
import os
import time
from datetime import datetime
from pathlib import Path

import requests
import schemathesis
from hypothesis import strategies
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import TestPhase
from schemathesis.transport.serialization import Binary

ADDRESS = os.environ["ADDRESS"]
FORMS = {form_type: Path(os.environ[form_type.upper()]).read_bytes() for form_type in ("pa_form", "vsm_form")}
# From the clock: the keys of an earlier run are spent.
NUMBERS = itertools.count(time.time_ns())
OFFERS = "/applications/{pa_id}/costs/{cost_position_index}/offers"
IBANS = ["DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606"]

schemathesis.openapi.format("iban", strategies.sampled_from(IBANS))
TIMES = strategies.datetimes(min_value=datetime(1970, 1, 1), max_value=datetime(2100, 1, 1))
schemathesis.openapi.format("local-time", TIMES.map(datetime.isoformat))
schemathesis.openapi.format("email", strategies.from_regex(r"\A[a-z]{1,20}@[a-z]{1,20}\.(de|org)\Z"))


@schemathesis.hook
def before_call(context, case, kwargs):
    """Makes what fits the document right by its words, on an application that takes it."""
    modes = {place: part.mode for place, part in case.meta.components.items()}
    is_right = case.meta.generation.mode.is_positive
    in_story = case.meta.phase.name == TestPhase.STATEFUL
    operation = (case.operation.method.upper(), case.operation.path)
    if "pa_id" in (case.path_parameters or {}) and not in_story:
        path = modes.get(ParameterLocation.PATH)
        if path and not path.is_positive:
            return
        case.path_parameters["pa_id"] = os.environ["PA_ID"]
        if operation == ("DELETE", "/applications/{pa_id}") or (is_right and operation in FILLING):
            use_another(case, "vsm_form" if is_right and of_vsm_form(case) else "pa_form")
    key = (case.headers or {}).get("Idempotency-Key")
    if key and is_right:
        # One that was sent with another content already is refused, and rightly so.
        case.headers["Idempotency-Key"] = f"{next(NUMBERS):0{len(key)}}"
    if is_right and operation in RULES:
        case.body = RULES[operation](case)
    if is_right and in_story and operation == ("PUT", "/applications/{pa_id}"):
        # Where a story leads, cost positions may have offers, and then cannot be left out.
        case.body.pop("costs", None)
    # What a hook has changed counts as generated: the rest of the request is as right or wrong as it was.
    case._record_starting_state()


def use_another(case, form_type):
    """Sends the request to a new application."""
    files = {"file": ("form.pdf", FORMS[form_type])}
    answer = requests.post(f"{ADDRESS}/upload", files=files, data={"form_type": form_type}, timeout=60)
    answer.raise_for_status()
    made = answer.json()
    case.path_parameters["pa_id"] = made["pa_id"]
    if (case.headers or {}).get("X-PA-KEY") == os.environ["PA_KEY"]:
        case.headers["X-PA-KEY"] = made["pa_key"]


def of_vsm_form(case):
    """Whether members of the change are only in that form type."""
    if not isinstance(case.body, dict) or case.operation.method.upper() != "PUT":
        return False
    schemas = case.operation.schema.raw_schema["components"]["schemas"]
    known = schemas["PaFormChange"]["properties"]
    applicant = case.body.get("applicant")
    is_unknown = any(name not in known for name in case.body)
    return is_unknown or (isinstance(applicant, dict) and "iban" in applicant)


def upload(case):
    """A form of the named type."""
    form_type = case.body["form_type"] or "pa_form"
    return {"file": Binary(FORMS[form_type]), "form_type": form_type}


def in_cents(members):
    """Amounts with two decimals at most: a schema that said so would be judged in floating point."""
    for name in ("amount", "requestedAmount"):
        if isinstance(members.get(name), (int, float)):
            members[name] = round(members[name], 2)
    return members


def offer(case):
    """An offer that names an attachment of its application, if any."""
    in_cents(case.body)
    if not case.body.get("attachment_id"):
        return case.body
    files = {"file": ("offer.txt", b"offer")}
    place = f"{ADDRESS}/applications/{case.path_parameters['pa_id']}/attachments"
    answer = requests.post(place, files=files, headers={"X-MASTER-KEY": os.environ["MASTER_KEY"]}, timeout=60)
    return {**case.body, "attachment_id": answer.json()["id"] if answer.ok else None}


def change(case):
    """A change of what its application has, with its days in order and without blank rows."""
    changed = in_cents(of_its_form_type(case))
    begin, end = changed.get("projectBeginn"), changed.get("projectEnd")
    if begin or end:
        # A day alone is judged against the other one that is stored.
        changed["projectBeginn"], changed["projectEnd"] = sorted([begin or end, end or begin])
    for table in ("costs", "income"):
        if isinstance(changed.get(table), list):
            filled = [row for row in changed[table] if row.get("name") or row.get("amount") is not None]
            changed[table] = [in_cents(row) for row in filled]
    others = changed.get("otherFields")
    if isinstance(others, dict):
        # A name with a NUL is refused; the document cannot say it, having no schema for names.
        changed["otherFields"] = {name: value for name, value in others.items() if "\0" not in name}
    return changed


def of_its_form_type(case):
    """The members that the form type of the application knows. A link of a story may lead to one of either type."""
    place = f"{ADDRESS}/applications/{case.path_parameters['pa_id']}"
    answer = requests.get(place, headers={"X-MASTER-KEY": os.environ["MASTER_KEY"]}, timeout=60)
    if not answer.ok:
        return dict(case.body)
    schemas = case.operation.schema.raw_schema["components"]["schemas"]
    form = {"pa_form": "PaForm", "vsm_form": "VsmForm"}[answer.json()["form_type"]]
    known = schemas[f"{form}Change"]["properties"]
    changed = {name: value for name, value in case.body.items() if name in known}
    if isinstance(changed.get("applicant"), dict):
        members = known["applicant"]["properties"]
        changed["applicant"] = {name: value for name, value in changed["applicant"].items() if name in members}
    return changed


RULES = {
    ("POST", "/upload"): upload,
    ("POST", OFFERS): offer,
    ("PUT", "/applications/{pa_id}"): change,
}
FILLING = {("POST", "/applications/{pa_id}/attachments"), ("POST", OFFERS), ("PUT", "/applications/{pa_id}")}
