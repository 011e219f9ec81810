//! The report of adding an offer.

use domain::AttachmentId;
use domain::cost_position::{Offer, OfferContent, OfferId};
use forms::{Decimal, Value};

use crate::retries::{Replayable, StoredMembers};

/// A new offer, and whether it was preferred when it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferReport {
    /// The offer with the number and the file it was stored with.
    pub offer: Offer,
    /// Whether it is the preferred one of its position.
    pub is_preferred: bool,
}

impl Replayable for OfferReport {
    fn members(&self) -> StoredMembers {
        let Offer {
            id,
            content,
            created_at,
        } = &self.offer;
        let id = Value::Number(Decimal::from_integer(id.0));
        let preferred = Value::Boolean(self.is_preferred);
        let members = [("id", id)].into_iter().chain(content.members()).chain([
            ("is_preferred", preferred),
            ("created_at", Value::text(created_at.to_string())),
        ]);
        StoredMembers::new(members)
    }

    fn from_members(members: &StoredMembers) -> Option<Self> {
        let attachment = match members.get("attachment_id")? {
            Value::Null => None,
            _ => Some(AttachmentId(members.number("attachment_id")?.to_integer()?)),
        };
        let content = OfferContent {
            supplier_name: members.text("supplier_name")?.to_owned(),
            amount_cents: members.number("amount")?.to_cents()?,
            description: members.text("description")?.to_owned(),
            url: members.text("url")?.to_owned(),
            attachment,
        };
        Some(Self {
            offer: Offer {
                id: OfferId(members.number("id")?.to_integer()?),
                content,
                created_at: members.timestamp("created_at")?,
            },
            is_preferred: matches!(members.get("is_preferred")?, Value::Boolean(true)),
        })
    }
}
