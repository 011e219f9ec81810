"""An application from its upload to its end, driven by the client that openapi-python-client has made."""

import os
from io import BytesIO
from pathlib import Path

from form_client import AuthenticatedClient, Client
from form_client.api.administration import delete_application
from form_client.api.applications import change_application, check_application, get_application, upload_form
from form_client.api.attachments import add_attachment, get_attachment
from form_client.api.cost_positions import add_offer, get_offers, justify, prefer_offer
from form_client.models import (
    Application,
    NewAttachment,
    NewOffer,
    NoOffersNeeded,
    PaFormChange,
    Refusal,
    RefusalCode,
    Upload,
    UploadedApplication,
    UploadFormType,
    VsmFormChange,
    VsmFormChangeApplicantType0,
)
from form_client.types import File

ADDRESS = os.environ["ADDRESS"]
FORM = Path(os.environ["FORM"])


def holder_of(key, header):
    return AuthenticatedClient(base_url=ADDRESS, token=key, prefix="", auth_header_name=header)


stranger = Client(base_url=ADDRESS)
form = Upload(
    file=File(BytesIO(FORM.read_bytes()), "antrag.pdf", "application/pdf"),
    form_type=UploadFormType.PA_FORM,
)
uploaded = upload_form.sync(client=stranger, body=form)
assert isinstance(uploaded, UploadedApplication), uploaded
print(f"  uploaded as {uploaded.pa_id}, {uploaded.status}")

applicant = holder_of(uploaded.pa_key, "X-PA-KEY")
pa_id = uploaded.pa_id
changed = change_application.sync(pa_id, client=applicant, body=PaFormChange(participants=150))
assert changed.data.participants == 150, changed

quote = NewAttachment(file=File(BytesIO(b"%PDF-1.7 quote"), "Angebot Müller.pdf", "application/pdf"))
attachment = add_attachment.sync(pa_id, client=applicant, body=quote, idempotency_key="quote-of-mueller-1")
assert attachment.filename == "Angebot Müller.pdf" and attachment.size == 14, attachment
quote.file.payload.seek(0)
again = add_attachment.sync(pa_id, client=applicant, body=quote, idempotency_key="quote-of-mueller-1")
assert again == attachment, again

offers = [
    add_offer.sync(
        pa_id,
        0,
        client=applicant,
        body=NewOffer(supplier_name=name, amount=amount, attachment_id=attachment.id),
    )
    for name, amount in [("Müller & Söhne", 1190.0), ("Łódź Sound", 1234.5)]
]
assert [offer.amount for offer in offers] == [1190.0, 1234.5], offers
prefer_offer.sync(pa_id, 0, offers[1].id, client=applicant)
position = get_offers.sync(pa_id, 0, client=applicant)
assert [offer.is_preferred for offer in position.offers] == [False, True], position
justify.sync(
    pa_id, 0, client=applicant, body=NoOffersNeeded(no_offers_required=True, justification="Nur zwei Anbieter.")
)

check = check_application.sync(pa_id, client=applicant)
print(f"  still missing: {[problem.where for problem in check.problems]}")
read = get_application.sync(pa_id, client=applicant)
assert isinstance(read, Application) and read.data.participants == 150, read
file = get_attachment.sync_detailed(pa_id, attachment.id, client=applicant)
assert file.content == b"%PDF-1.7 quote", file

refused = delete_application.sync(pa_id, client=applicant)
assert isinstance(refused, Refusal) and refused.code == RefusalCode.MASTER_KEY_REQUIRED, refused
master = holder_of(os.environ["MASTER_KEY"], "X-MASTER-KEY")
print(f"  {delete_application.sync(pa_id, client=master).detail}")
gone = get_application.sync(pa_id, client=master)
assert isinstance(gone, Refusal) and gone.code == RefusalCode.APPLICATION_NOT_FOUND, gone

# The generated code takes data for the first form in `anyOf`; no member of another one may be lost by that.
# The generated code takes every answer of this operation for JSON, so the blank form comes without it.
blank = stranger.get_httpx_client().get("/forms/vsm_form", params={"format": "pdf"}).content
form = Upload(file=File(BytesIO(blank), "antrag.pdf", "application/pdf"), form_type=UploadFormType.VSM_FORM)
uploaded = upload_form.sync(client=stranger, body=form)
change = VsmFormChange(budget_item="Ü-12", applicant=VsmFormChangeApplicantType0(iban="DE89370400440532013000"))
holder = holder_of(uploaded.pa_key, "X-PA-KEY")
changed = change_application.sync(uploaded.pa_id, client=holder, body=change).data.to_dict()
assert changed["budgetItem"] == "Ü-12", changed
assert changed["applicant"] == {"iban": "DE89370400440532013000"}, changed
