"""What a generator of requests has to know besides the document: what there is behind the service, which bytes are a form, and the rules that
stand in words.

A right request is about what there is, and must be taken. One that fills up or erases an application gets one of its own, so that the one under
test stays as it is. Requests that are meant to be wrong are left alone.
"""

import os
import re

import existing
import rules
import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import TestPhase

PA_ID = os.environ["PA_ID"]
APPLICATION = "/applications/{pa_id}"
# What was removed and erased, as paths. A story may go on with it.
gone = set()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Makes what fits the document right by its words, about what there is."""
    modes = {place: part.mode for place, part in case.meta.components.items()}
    is_right = case.meta.generation.mode.is_positive
    operation = (case.operation.method.upper(), case.operation.path)
    path = modes.get(ParameterLocation.PATH)
    if "pa_id" in (case.path_parameters or {}) and (path is None or path.is_positive):
        in_story = case.meta.phase.name == TestPhase.STATEFUL
        address_application(case, operation, is_right, in_story)
        if is_right and is_gone(case):
            drop_conditions(case)
        elif is_right:
            address_what_it_has(case, operation)
            meet_conditions(case)
    elif is_right and "form_type" in (case.path_parameters or {}):
        case.path_parameters["form_type"] = rules.one_of(sorted(existing.FORMS), case)
    if is_right and not is_gone(case):
        rules.follow(case, operation)
    # What a hook has changed counts as generated: the rest of the request is as right or wrong as it was.
    case._record_starting_state()


def address_application(case, operation, is_right, in_story):
    """One that is there; in a story the one that it leads to, also when that has been erased."""
    pa_id = case.path_parameters["pa_id"]
    if in_story and pa_id != PA_ID and (is_gone(case) or existing.application(pa_id)):
        return
    case.path_parameters["pa_id"] = PA_ID
    if operation == ("DELETE", APPLICATION) or (is_right and operation in FILLING):
        form_type = "vsm_form" if is_right and rules.is_of_vsm_form(case) else "pa_form"
        case.path_parameters["pa_id"], pa_key = existing.new_application(form_type)
        if (case.headers or {}).get("X-PA-KEY") == os.environ["PA_KEY"]:
            case.headers["X-PA-KEY"] = pa_key


def address_what_it_has(case, operation):
    """A position, an attachment and an offer of the application. What is to be removed is made for it."""
    places = case.path_parameters
    pa_id, is_removed = places["pa_id"], operation[0] == "DELETE"
    if "cost_position_index" in places:
        places["cost_position_index"] = existing.position(pa_id, int(places["cost_position_index"]))
    for name, found, new in (
        ("attachment_id", existing.attachments, existing.new_attachment),
        ("offer_id", existing.offers, existing.new_offer),
    ):
        if name not in places or is_gone(case):
            continue
        of = (pa_id,) if name == "attachment_id" else (pa_id, places["cost_position_index"])
        numbers = found(*of)
        if int(places[name]) not in numbers:
            places[name] = new(*of) if is_removed or not numbers else numbers[0]


def meet_conditions(case):
    """States the conditions that hold, and a range that the attachment has."""
    headers = case.headers or {}
    path, is_change = case.operation.path, case.operation.method.upper() != "GET"
    shows_data = path == APPLICATION and (case.query or {}).get("format", "json") == "json"
    changes_position = is_change and path.startswith(f"{APPLICATION}/costs/")
    if "If-Match" in headers and not (shows_data or changes_position):
        # What a PDF, a report or a file is called only its own answer says.
        del headers["If-Match"]
    elif "If-Match" in headers:
        headers["If-Match"] = existing.application(case.path_parameters["pa_id"]).headers["ETag"]
    if "If-None-Match" in headers and is_change:
        headers["If-None-Match"] = '"another"'
    if re.match(r"\s*bytes\s*=", headers.get("Range", ""), re.IGNORECASE):
        # Every attachment has at least one byte.
        headers["Range"] = rules.one_of(["bytes=0-", "bytes=-1", "bytes=0-0", "bytes=0-99"], case)


def drop_conditions(case):
    """Nothing can meet the conditions of what is gone, and some are judged before that is told."""
    for name in ("If-Match", "If-None-Match"):
        (case.headers or {}).pop(name, None)


def is_gone(case):
    """Whether the request is about what was removed, or about something of it."""
    path = case.formatted_path
    # A copy, as others who send requests at the same time add to it.
    return any(path == place or path.startswith(f"{place}/") for place in gone.copy())


@schemathesis.hook
def after_call(context, case, response):
    """Keeps in mind what was removed."""
    if case.operation.method.upper() == "DELETE" and response.status_code == 200:
        gone.add(case.formatted_path)


@schemathesis.check
def right_request_is_taken(context, response, case):
    """A request that fits the document is refused only for its key, or because a story has removed what it is about."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    status = response.status_code
    if status < 400 or status in (401, 403) or (status == 404 and is_gone(case)):
        return
    raise AssertionError(f"A right request was answered {status}: {response.text[:500]}")


FILLING = {
    ("POST", f"{APPLICATION}/attachments"),
    ("DELETE", f"{APPLICATION}/attachments/{{attachment_id}}"),
    ("POST", rules.OFFERS),
    ("DELETE", f"{rules.OFFERS}/{{offer_id}}"),
    ("PUT", APPLICATION),
}
