"""Data that is right and data that is wrong, as merge patches of a complete application of each form type."""

import random

IBANS = ["DE89370400440532013000", "GB82WEST12345698765432", "NO9386011117947", "MT84MALT011000012345MTLCAST001S"]
ADDRESSES = ["zoe@example.org", "zoë.müller-łódź+antrag@bücher.example.de", "a@b.co", f"{'x' * 64}@example.org"]
# Letters that are two units of UTF-16 each count once, as in the service.
LONG_TEXT = "Ω" * 100 + "🎉" * 100
NOT_MONEY = [-0.01, -1, 100_000_000, 99_999_999.999, 1e300, "1", "1,50", "", True, [], {}, [1]]
# A third decimal place: schemas can only say it in words, since validators divide in floating point.
MONEY_IN_WORDS = [0.001, 1.005, 0.105, 1234.567]

APPLICANT = {"firstName": "Zoë", "lastName": "Müller-Ćirić", "email": "zoe@example.org", "institution": "Fachschaft"}
COMMON = {
    "name": "Sommerfest",
    "projectBeginn": "2026-07-01",
    "applicant": APPLICANT,
    "description": "Drei Tage Musik,\nWorkshops\tund Quiz.",
    "requestedAmount": 999.99,
    "privacyConsent": True,
}
COMPLETE = {
    "pa_form": COMMON,
    "vsm_form": {**COMMON, "legalTask": "cultural"},
    "all_types": {"name": "All of them"},
}


def amounts():
    """Cents of every class as JSON numbers: all below ten, all digits behind the point, the largest, and any."""
    some = random.Random(26)
    cents = [*range(1000), 110, 113, 115, 123_456, 9_999_999_998, 9_999_999_999]
    cents += [some.randrange(10 ** some.randrange(1, 11)) for _ in range(3000)]
    return [count / 100 for count in cents]


def in_rows(values, column):
    """Tables of a hundred rows that hold these values in one column."""
    rows = [{"name": f"Position {index}", column: value} for index, value in enumerate(values)]
    return [rows[start : start + 100] for start in range(0, len(rows), 100)]


def right(form_type):
    """Patches that the service takes; what leaves data incomplete is in a schema of complete data no right value."""
    yield COMPLETE[form_type]
    yield from ({"name": name} for name in [" \n\u00a0", "", None])
    yield {"name": LONG_TEXT}
    yield {"otherFields": {"ü" * 500: "🎉" * 10_000}}
    yield {"otherFields": None}
    yield {"otherFields": {f"Feld {index}": "x\ny" for index in range(500)}}
    yield {"otherFields": None}
    yield from ({"costs": rows} for rows in in_rows(amounts(), "amount"))
    yield {"costs": [{"name": "", "amount": 1}, {"name": "nur ein Name", "amount": None}, {"name": "x"}]}
    yield {"costs": []}
    yield from {"pa_form": pa_form, "vsm_form": vsm_form, "all_types": all_types}[form_type]()


def pa_form():
    yield from ({"privacyConsent": ticked} for ticked in [False, True])
    yield from ({"requestedAmount": amount} for amount in [0, 0.01, 1.1, 1234.56, 99_999_999.99])
    yield from ({"applicant": {"email": address}} for address in ADDRESSES)
    yield from ({"participants": count} for count in [0, 1, 250])
    yield {"projectEnd": "2028-02-29"}
    kinds = ["studentGroup", "departmentCouncil", "studentCouncil", "faculty", "individual", None]
    yield from ({"applicant": {"institutionType": kind}} for kind in kinds)


def vsm_form():
    yield from ({"applicant": {"iban": iban}} for iban in [*IBANS, None])
    yield from ({"otherFunding": ticked} for ticked in [True, False, None])
    yield {"income": [{"name": "Eintritt", "amount": amount} for amount in [0.07, 0.29, 1.13, None]]}
    tasks = ["political", "social", "cultural", "sports", "international", "economic", "sustainability"]
    yield from ({"legalTask": task} for task in [None, *tasks])


def all_types():
    for name, values in {
        "text": ["x", "Ω" * 20, None],
        "date": ["2000-02-29", "1999-12-31", None],
        "money": [*amounts()[:50], None],
        "integer": [-5, 0, 9_007_199_254_740_991, None],
        "boolean": [True, False, None],
        "one": ["first", "second", None],
        "several": [["first"], ["first", "second"], None],
        "email": [*ADDRESSES, None],
        "iban": [*IBANS, None],
    }.items():
        yield from ({"any": {name: value}} for value in values)
    row = {"date": "2026-07-01", "count": 1, "address": ADDRESSES[1], "account": IBANS[0], "part": "am"}
    blank = {"date": None, "count": None, "address": None, "account": IBANS[1], "part": None}
    yield {"days": [row, blank]}


def wrong(form_type):
    """Patches that the service refuses, and so must the schemas."""
    for value in ["x" * 201, "a\0b", "a\x1bb", 7, True, [], {}]:
        yield {"name": value}
    yield {"nmae": "x"}
    yield {"otherFields": {"Feld": 7}}
    yield {"otherFields": {"Feld": "x" * 10_001}}
    yield {"otherFields": {f"Feld {index}": "x" for index in range(501)}}
    yield from ({"costs": [{"name": "x", "amount": value}]} for value in NOT_MONEY)
    yield from ({"costs": value} for value in [7, "x", {}, [7], [{"preis": 1}], [{"name": None}], [{"name": 7}]])
    yield {"costs": [{"name": "x"}] * 101}
    if form_type == "all_types":
        yield from wrong_in_all_types()
        return
    yield from ({"requestedAmount": value} for value in NOT_MONEY)
    yield from ({"projectBeginn": value} for value in ["2026-02-30", "1.2.2026", "20260201", "2026-02-01T00:00", 7])
    yield from ({"applicant": {"email": value}} for value in ["zoe", "zoe@", "@b.de", "a b@c.de", "a@b", 7])
    yield from ({"privacyConsent": value} for value in ["true", 1, "ja"])


def wrong_in_all_types():
    for name, values in {
        "text": ["x" * 21, "Ω" * 21, 7],
        "date": ["1999-02-29", "1999-13-01", "01.12.1999", 7],
        "money": NOT_MONEY,
        "integer": [-6, 1.5, "1", 9_007_199_254_740_992, True],
        "boolean": ["true", 0],
        "one": ["third", "The first", 7, ["first"]],
        "several": ["first", ["third"], ["first", "first"], [7]],
        "email": ["zoe", 7],
        "iban": ["DE89", "1E89370400440532013000", 7],
        "other": ["x"],
    }.items():
        yield from ({"any": {name: value}} for value in values)
    yield from ({"days": [{name: "x"}]} for name in ["date", "count", "address", "account", "part", "other"])


def wrong_in_words(form_type):
    """Patches that the service refuses by rules that a schema does not say."""
    yield from ({"costs": [{"name": "x", "amount": value}]} for value in MONEY_IN_WORDS)
    if form_type != "all_types":
        yield {"projectEnd": "2026-06-30"}
    if form_type == "vsm_form":
        yield {"applicant": {"iban": "DE88370400440532013000"}}
