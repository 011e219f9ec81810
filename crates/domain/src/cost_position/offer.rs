//! A comparison offer of a supplier.

use super::web_address;
use crate::{AttachmentId, Timestamp};
use forms::field_value::{CENTS_MAX, normalised_text};
use forms::{Decimal, Fault, Faults, Value};

/// At most so many offers for one position.
pub const OFFERS_MAX: usize = 50;

/// Longest name of a supplier, in characters after trimming.
pub const SUPPLIER_NAME_LENGTH_MAX: usize = 200;

/// Longest description, in characters.
pub const DESCRIPTION_LENGTH_MAX: usize = 2_000;

/// Longest address, in characters.
pub const URL_LENGTH_MAX: usize = 2_048;

/// Identifier of an offer, unique in the service and never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OfferId(pub i64);

/// What a client says of an offer, not yet checked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OfferInput {
    /// Who offers.
    pub supplier_name: String,
    /// For how much, in cents.
    pub amount_cents: i64,
    /// What the supplier offers, or anything worth saying.
    pub description: String,
    /// Where the offer can be seen; absolute http or https, or empty.
    pub url: String,
    /// The attachment that holds it.
    pub attachment: Option<AttachmentId>,
}

/// A checked offer that has no id yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferContent {
    /// 1 to 200 characters, trimmed.
    pub supplier_name: String,
    /// 0 to [`CENTS_MAX`].
    pub amount_cents: i64,
    /// At most 2 000 characters.
    pub description: String,
    /// As given.
    pub url: String,
    /// Checked against the application's attachments when the offer joins its position.
    pub attachment: Option<AttachmentId>,
}

impl OfferContent {
    /// The members by which clients, histories and replays know it.
    pub fn members(&self) -> [(&'static str, Value); 5] {
        let integer = |id: AttachmentId| Value::Number(Decimal::from_integer(id.0));
        let amount = Decimal::from_cents(self.amount_cents);
        [
            ("supplier_name", Value::text(&*self.supplier_name)),
            ("amount", Value::Number(amount)),
            ("description", Value::text(&*self.description)),
            ("url", Value::text(&*self.url)),
            (
                "attachment_id",
                self.attachment.map_or(Value::Null, integer),
            ),
        ]
    }
}

/// An offer as it is stored. Whether it is the preferred one is known by its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Given by the store.
    pub id: OfferId,
    /// What it says.
    pub content: OfferContent,
    /// When it came.
    pub created_at: Timestamp,
}

impl OfferInput {
    /// The offer if all of it is right, else every fault.
    pub fn checked(self) -> Result<OfferContent, Faults> {
        let mut faults = Vec::new();
        let mut fault = |path: &str, problem: String| faults.push(Fault::new(path, problem));
        let mut text = |path: &str, text: String| {
            normalised_text(&text).unwrap_or_else(|problem| {
                fault(path, problem);
                text
            })
        };
        let supplier_name = text("supplier_name", self.supplier_name);
        let supplier_name = supplier_name.trim().to_owned();
        let description = text("description", self.description);
        match supplier_name.chars().count() {
            0 => fault(
                "supplier_name",
                "is empty, give the supplier's name".to_owned(),
            ),
            length if length > SUPPLIER_NAME_LENGTH_MAX => {
                fault("supplier_name", too_long(length, SUPPLIER_NAME_LENGTH_MAX))
            }
            _ => {}
        }
        if !(0..=CENTS_MAX).contains(&self.amount_cents) {
            let max = Decimal::from_cents(CENTS_MAX);
            fault(
                "amount",
                format!("is out of range, give an amount from 0 to {max}"),
            );
        }
        let length = description.chars().count();
        if length > DESCRIPTION_LENGTH_MAX {
            fault("description", too_long(length, DESCRIPTION_LENGTH_MAX));
        }
        let length = self.url.chars().count();
        if length > URL_LENGTH_MAX {
            fault("url", too_long(length, URL_LENGTH_MAX));
        } else if !self.url.is_empty()
            && let Err(problem) = web_address::check(&self.url)
        {
            let right = "give one such as https://example.org/offer";
            fault("url", format!("{problem}, {right}"));
        }
        let Self {
            amount_cents,
            url,
            attachment,
            ..
        } = self;
        Faults::unless_none(
            faults,
            OfferContent {
                supplier_name,
                amount_cents,
                description,
                url,
                attachment,
            },
        )
    }
}

fn too_long(length: usize, length_max: usize) -> String {
    format!("has {length} characters, give at most {length_max}")
}
