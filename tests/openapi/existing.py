"""What there is behind the service: applications, attachments and offers that a request can be about."""

import os
from pathlib import Path

import requests

ADDRESS = os.environ["ADDRESS"]
FORMS = {form_type: Path(os.environ[form_type.upper()]).read_bytes() for form_type in ("pa_form", "vsm_form")}
MASTER = {"X-MASTER-KEY": os.environ["MASTER_KEY"]}


def ask(method, path, expected, **options):
    """The answer to a request that must be answered so, or None where there is nothing at the path."""
    answer = requests.request(method, ADDRESS + path, headers=MASTER, timeout=120, **options)
    if answer.status_code == 404:
        return None
    assert answer.status_code == expected, f"{method} {path}: {answer.status_code} {answer.text}"
    return answer


def new_application(form_type):
    """An application of this type: its number and its key."""
    answer = ask("POST", "/upload", 201, files={"file": ("form.pdf", FORMS[form_type])}, data={"form_type": form_type})
    return answer.json()["pa_id"], answer.json()["pa_key"]


def application(pa_id):
    """Its answer, with the ETag of its state, if it is there."""
    return ask("GET", f"/applications/{pa_id}", 200)


def next_page(sort):
    """What the page behind the first application begins after, if there is one."""
    return ask("GET", "/applications", 200, params={"limit": 1, "sort": sort}).json()["next"]


def position(pa_id, index):
    """An index that the application has, near this one."""
    costs = application(pa_id).json()["data"].get("costs")
    return index % len(costs) if costs else index


def attachments(pa_id):
    """The numbers of its attachments."""
    return [found["id"] for found in ask("GET", f"/applications/{pa_id}/attachments", 200).json()["attachments"]]


def new_attachment(pa_id):
    """The number of another one."""
    files = {"file": ("offer.txt", b"offer")}
    return ask("POST", f"/applications/{pa_id}/attachments", 201, files=files).json()["id"]


def offers(pa_id, index):
    """The numbers of the offers for a position."""
    found = ask("GET", f"/applications/{pa_id}/costs/{index}/offers", 200)
    return [offer["id"] for offer in found.json()["offers"]]


def new_offer(pa_id, index):
    """The number of another one."""
    offer = {"supplier_name": "A", "amount": 1}
    return ask("POST", f"/applications/{pa_id}/costs/{index}/offers", 201, json=offer).json()["id"]
