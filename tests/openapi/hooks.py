"""What a generator of requests has to know besides the document: which bytes are a form, what an IBAN is, and the rules that stand in words.

Requests that fill up or erase an application get one of their own, so that the one under test stays as it is. Requests that are meant to be wrong are
left alone.
"""

import itertools
import os
from pathlib import Path

import requests
import schemathesis
from hypothesis import strategies
from schemathesis.transport.serialization import Binary

ADDRESS = os.environ["ADDRESS"]
FORMS = {form_type: Path(os.environ[form_type.upper()]).read_bytes() for form_type in ("pa_form", "vsm_form")}
NUMBERS = itertools.count()
IBANS = ["DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606"]

schemathesis.openapi.format("iban", strategies.sampled_from(IBANS))
schemathesis.openapi.format("email", strategies.from_regex(r"\A[a-z]{1,20}@[a-z]{1,20}\.(de|org)\Z"))


@schemathesis.hook
def before_call(context, case, kwargs):
    """Makes what fits the document right by its words, on an application that takes it."""
    operation = (case.operation.method.upper(), case.operation.path)
    is_right = case.meta.generation.mode.is_positive
    if operation == ("POST", "/upload") and is_right:
        key = (case.headers or {}).get("Idempotency-Key")
        if key:
            # One that was sent with another file already is refused, and rightly so.
            case.headers["Idempotency-Key"] = f"{next(NUMBERS):0{len(key)}}"
        form_type = case.body["form_type"] or "pa_form"
        case.body = {"file": Binary(FORMS[form_type]), "form_type": form_type}
        # Bytes that a hook has put in count as wrong otherwise, since no schema can judge them.
        case._record_starting_state()
    if case.path_parameters.get("pa_id") != os.environ["PA_ID"]:
        return
    if operation == ("DELETE", "/applications/{pa_id}"):
        use_another(case, "pa_form")
    if not is_right:
        return
    if operation == ("POST", "/applications/{pa_id}/attachments"):
        use_another(case, "pa_form")
    elif operation[0] == "POST" and operation[1].endswith("/offers") and isinstance(case.body, dict):
        key = use_another(case, "pa_form")
        if case.body.get("attachment_id"):
            case.body = {**case.body, "attachment_id": attached(case.path_parameters["pa_id"], key)}
    elif operation == ("PUT", "/applications/{pa_id}") and isinstance(case.body, dict):
        use_another(case, "vsm_form" if of_vsm_form(case) else "pa_form")
        case.body = by_the_rules(case.body)


def use_another(case, form_type):
    """Sends the request to a new application; its key."""
    files = {"file": ("form.pdf", FORMS[form_type])}
    answer = requests.post(f"{ADDRESS}/upload", files=files, data={"form_type": form_type}, timeout=60)
    answer.raise_for_status()
    made = answer.json()
    case.path_parameters["pa_id"] = made["pa_id"]
    if (case.headers or {}).get("X-PA-KEY") == os.environ["PA_KEY"]:
        case.headers["X-PA-KEY"] = made["pa_key"]
    return made["pa_key"]


def attached(pa_id, key):
    """The number of a new attachment."""
    files = {"file": ("offer.txt", b"offer")}
    answer = requests.post(f"{ADDRESS}/applications/{pa_id}/attachments", files=files, headers={"X-PA-KEY": key}, timeout=60)
    answer.raise_for_status()
    return answer.json()["id"]


def of_vsm_form(case):
    """Whether members of the change are only in that form type."""
    schemas = case.operation.schema.raw_schema["components"]["schemas"]
    members = {form: schemas[f"{form}Change"]["properties"] for form in ("PaForm", "VsmForm")}
    path = [name for name in case.body if name not in members["PaForm"]]
    applicant = (case.body.get("applicant") or {}) if isinstance(case.body.get("applicant"), dict) else {}
    return bool(path) or "iban" in applicant


def by_the_rules(change):
    """The change with its days in order and without blank rows."""
    change = dict(change)
    begin, end = change.get("projectBeginn"), change.get("projectEnd")
    if begin and end:
        change["projectBeginn"], change["projectEnd"] = sorted([begin, end])
    for table in ("costs", "income"):
        if isinstance(change.get(table), list):
            filled = [row for row in change[table] if row.get("name") or row.get("amount") is not None]
            change[table] = filled
    return change
