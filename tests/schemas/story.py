"""Lets the service judge data that is right and data that is wrong, and writes down what the schemas must say of it.

Each case is the place of a schema, data, and whether it is right: what was sent and what came back, under the place
in the OpenAPI document that describes it; `data` of complete applications under the JSON Schema of its form type.
"""

import json
import os
import sys
from copy import deepcopy
from pathlib import Path
from urllib.parse import quote

import requests
import samples

ADDRESS = os.environ["ADDRESS"]
MASTER = {"X-MASTER-KEY": os.environ["MASTER_KEY"]}
WORK = Path(os.environ["WORK"])
APPLICATION = "/applications/{pa_id}"
OFFERS = f"{APPLICATION}/costs/{{cost_position_index}}/offers"
JUSTIFICATION = f"{APPLICATION}/costs/{{cost_position_index}}/justification"

cases = []


def note(place, data, is_right):
    cases.append({"place": place, "data": data, "is_right": is_right})


def schema_of(template, method, part):
    steps = ["paths", template, method.lower(), *part, "content", "application/json", "schema"]
    escaped = [step.replace("~", "~0").replace("/", "~1") for step in steps]
    return f"openapi.json#/{quote('/'.join(escaped), safe='/~')}"


def ask(method, template, expected, places=None, body=None, **options):
    """Sends a request, whose body is right where it is expected to be taken; gives the answer."""
    path = template.format(**(places or {}))
    answer = requests.request(method, ADDRESS + path, json=body, headers=MASTER, timeout=60, **options)
    if answer.status_code != expected:
        sys.exit(f"{method} {path} {json.dumps(body)[:300]}: {answer.status_code} {answer.text[:500]}")
    note(schema_of(template, method, ["responses", str(expected)]), answer.json(), True)
    return answer.json()


def send(method, template, places, body, is_right, expected=200, in_words=False):
    """The same with a JSON body, which the schema of the request must judge as the service does."""
    answer = ask(method, template, expected if is_right else 400, places, body)
    if not in_words:
        note(schema_of(template, method, ["requestBody"]), body, is_right)
    return answer


def merged(data, patch):
    """A merge patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    result = deepcopy(data) if isinstance(data, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merged(result.get(name), value)
    return result


def upload(form_type):
    blank = requests.get(f"{ADDRESS}/forms/{form_type}?format=pdf", timeout=60).content
    files = {"file": ("form.pdf", blank, "application/pdf")}
    return ask("POST", "/upload", 201, files=files, data={"form_type": form_type})["pa_id"]


def change(form_type):
    """Every sample, sent to an application of the type."""
    places = {"pa_id": upload(form_type)}
    schema = f"{form_type}.json"
    for patch in samples.right(form_type):
        answer = send("PUT", APPLICATION, places, patch, True)
        note(schema, answer["data"], answer["status"] == "complete")
    send("PUT", APPLICATION, places, samples.COMPLETE[form_type], True)
    data = ask("GET", APPLICATION, 200, places)["data"]
    for patch in samples.wrong(form_type):
        send("PUT", APPLICATION, places, patch, False)
        note(schema, merged(data, patch), False)
    for patch in samples.wrong_in_words(form_type):
        send("PUT", APPLICATION, places, patch, False, in_words=True)
    # Each member may be taken out.
    for name in data:
        send("PUT", APPLICATION, places, {name: None}, True)
    return places


def offer(places):
    """Offers of every amount that fits, and of some that do not."""
    ask("GET", OFFERS, 200, {**places, "cost_position_index": 99})
    some = samples.amounts()[::8]
    for index in range(10):
        position = {**places, "cost_position_index": index}
        for amount in some[index * 50 : (index + 1) * 50]:
            body = {"supplier_name": samples.LONG_TEXT, "amount": amount, "url": "https://bücher.example/?q=ü"}
            send("POST", OFFERS, position, body, True, 201)
        ask("GET", OFFERS, 200, position)
    position = {**places, "cost_position_index": 10}
    for amount in [None, *samples.NOT_MONEY]:
        send("POST", OFFERS, position, {"supplier_name": "A", "amount": amount}, False)
    for body in [{}, {"amount": 1}, {"supplier_name": "x" * 201, "amount": 1}, {"supplier_name": "A", "amount": 1, "preis": 1}]:
        send("POST", OFFERS, position, body, False)
    for amount in samples.MONEY_IN_WORDS:
        send("POST", OFFERS, position, {"supplier_name": "A", "amount": amount}, False, in_words=True)
    for body in [
        {"no_offers_required": True, "justification": "x" * 2000},
        {"no_offers_required": False, "justification": None},
        {"no_offers_required": False},
    ]:
        send("PUT", JUSTIFICATION, position, body, True)
    for body in [{"no_offers_required": "ja"}, {"no_offers_required": True, "justification": "x" * 2001}]:
        send("PUT", JUSTIFICATION, position, body, False)


def read(places):
    """What is left to be asked for."""
    ask("GET", "/", 200)
    ask("GET", "/forms", 200)
    ask("GET", "/health/live", 200)
    ask("GET", "/health/ready", 200)
    for name in ["Angebot Müller.pdf", "🎉" * 60]:
        ask("POST", f"{APPLICATION}/attachments", 201, places, files={"file": (name, b"quote")})
    for rest in ["", "/attachments", "/check", "/history"]:
        ask("GET", f"{APPLICATION}{rest}", 200, places)
    ask("GET", "/applications", 200)
    ask("POST", f"{APPLICATION}/key", 200, places)
    ask("DELETE", APPLICATION, 200, places)
    ask("GET", APPLICATION, 404, places)


places = {form_type: change(form_type) for form_type in samples.COMPLETE}
offer(places["pa_form"])
read(places["pa_form"])
(WORK / "cases.json").write_text(json.dumps(cases))
