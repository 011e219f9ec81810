"""The rules for the bodies of requests that stand in words: a generator that knows only the schemas breaks them."""

import itertools
import re
import time
import unicodedata
import zlib

import existing
from schemathesis.transport.serialization import Binary

APPLICATION = "/applications/{pa_id}"
OFFERS = f"{APPLICATION}/costs/{{cost_position_index}}/offers"
LIST = ("GET", "/applications")
# From the clock: the keys of an earlier run are spent.
NUMBERS = itertools.count(time.time_ns())
IBANS = ["DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606"]
ADDRESSES = ["zoe@example.org", "zoë@bücher.example", "a.b+c@example.co.uk"]


def follow(case, operation):
    """Makes the body and bounds in time right, and the key under which it may be sent again a fresh one."""
    for name, value in (case.query or {}).items():
        if name.endswith(("_from", "_to")):
            # A pattern knows neither how long a month is nor that there was no year 0.
            case.query[name] = re.sub(r"^(\d{4}-\d\d)-(29|30|31)T", r"\1-28T", value).replace("0000-", "0001-", 1)
    key = (case.headers or {}).get("Idempotency-Key")
    if key:
        # One that was sent with another content already is refused, and rightly so.
        case.headers["Idempotency-Key"] = f"{next(NUMBERS):0{len(key)}}"
    if operation == LIST and "after" in (case.query or {}):
        begin_after_a_page(case.query)
    if operation in RULES:
        case.body = RULES[operation](case)


def begin_after_a_page(query):
    """A page begins after another one of the same order, or at an offset."""
    query.pop("offset", None)
    query["after"] = existing.next_page(query.get("sort"))
    if query["after"] is None:
        del query["after"]


def one_of(choices, case):
    """One of them, the same whenever the request is the same."""
    return choices[zlib.crc32(f"{case.path_parameters}{case.body}".encode()) % len(choices)]


def is_of_vsm_form(case):
    """Whether members of the change are only in that form type."""
    if not isinstance(case.body, dict) or case.operation.method.upper() != "PUT":
        return False
    known = members_of(case, "PaForm")
    applicant = case.body.get("applicant")
    is_unknown = any(name not in known for name in case.body)
    return is_unknown or (isinstance(applicant, dict) and "iban" in applicant)


def members_of(case, form):
    return case.operation.schema.raw_schema["components"]["schemas"][f"{form}Change"]["properties"]


def upload(case):
    """A form of the named type."""
    form_type = case.body["form_type"] or "pa_form"
    return {"file": Binary(existing.FORMS[form_type]), "form_type": form_type}


def in_cents(members):
    """Amounts with two decimals at most: a schema that said so would be judged in floating point."""
    for name in ("amount", "requestedAmount"):
        if isinstance(members.get(name), (int, float)):
            members[name] = round(members[name], 2)
    return members


def offer(case):
    """An offer that names an attachment of its application, if any."""
    in_cents(case.body)
    if case.body.get("attachment_id"):
        case.body["attachment_id"] = existing.new_attachment(case.path_parameters["pa_id"])
    return case.body


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
    if has_offers(case.path_parameters["pa_id"]):
        # Then its positions cannot be left out.
        changed.pop("costs", None)
    others = changed.get("otherFields")
    if isinstance(others, dict):
        # The document cannot say which names are refused, having no schema for them.
        changed["otherFields"] = {name: value for name, value in others.items() if is_name(name)}
    return changed


def is_name(name):
    """Whether it can name another field: of at most 500 characters, none a NUL, at least one seen."""
    return len(name) <= 500 and "\0" not in name and any(is_seen(character) for character in name)


def is_seen(character):
    """A letter, digit or sign that has a shape: the fillers of Hangul are letters and have none (UAX 44, Default_Ignorable_Code_Point)."""
    return unicodedata.category(character)[0] in "LNPS" and character not in "\u115f\u1160\u3164\uffa0"


def has_offers(pa_id):
    """Whether a position of the application has offers; a story may have added some."""
    costs = existing.application(pa_id).json()["data"].get("costs") or []
    return any(existing.offers(pa_id, index) for index in range(len(costs)))


def of_its_form_type(case):
    """The members that the form type of the application knows. A link of a story may lead to one of either type."""
    form_type = existing.application(case.path_parameters["pa_id"]).json()["form_type"]
    known = members_of(case, {"pa_form": "PaForm", "vsm_form": "VsmForm"}[form_type])
    changed = {name: value for name, value in case.body.items() if name in known}
    applicant = changed.get("applicant")
    if isinstance(applicant, dict):
        members = known["applicant"]["properties"]
        changed["applicant"] = {name: value for name, value in applicant.items() if name in members}
        for name, right in (("iban", IBANS), ("email", ADDRESSES)):
            # What a pattern makes has its shape, but no right check digits or labels.
            if changed["applicant"].get(name):
                changed["applicant"][name] = one_of(right, case)
    return changed


RULES = {
    ("POST", "/upload"): upload,
    ("POST", OFFERS): offer,
    ("PUT", APPLICATION): change,
}
