//! A comparison offer of a supplier.

use super::web_address;
use crate::{AttachmentId, Timestamp};
use forms::field_value::{CENTS_MAX, normalised_text};
use forms::ignorable::is_seen;
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
        let supplier_name = normalised("supplier_name", self.supplier_name, &mut faults);
        let supplier_name = supplier_name.trim().to_owned();
        let description = normalised("description", self.description, &mut faults);
        let problems = [
            ("supplier_name", supplier_name_problem(&supplier_name)),
            ("amount", amount_problem(self.amount_cents)),
            (
                "description",
                length_problem(&description, DESCRIPTION_LENGTH_MAX),
            ),
            ("url", url_problem(&self.url)),
        ];
        let problems = problems.into_iter();
        faults.extend(problems.filter_map(|(path, problem)| Some(Fault::new(path, problem?))));
        let content = OfferContent {
            supplier_name,
            amount_cents: self.amount_cents,
            description,
            url: self.url,
            attachment: self.attachment,
        };
        Faults::unless_none(faults, content)
    }
}

/// The text in the form in which it is kept, or as it came with its fault told.
fn normalised(path: &str, text: String, faults: &mut Vec<Fault>) -> String {
    normalised_text(&text).unwrap_or_else(|problem| {
        faults.push(Fault::new(path, problem));
        text
    })
}

fn supplier_name_problem(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("is empty, give the supplier's name".to_owned());
    }
    if !is_seen(name) {
        return Some("shows nothing, give the supplier's name".to_owned());
    }
    length_problem(name, SUPPLIER_NAME_LENGTH_MAX)
}

fn amount_problem(cents: i64) -> Option<String> {
    let max = Decimal::from_cents(CENTS_MAX);
    let is_in_range = (0..=CENTS_MAX).contains(&cents);
    (!is_in_range).then(|| format!("is out of range, give an amount from 0 to {max}"))
}

fn url_problem(url: &str) -> Option<String> {
    if url.is_empty() {
        return None;
    }
    length_problem(url, URL_LENGTH_MAX).or_else(|| {
        let problem = web_address::check(url).err()?;
        Some(format!(
            "{problem}, give one such as https://example.org/offer"
        ))
    })
}

fn length_problem(text: &str, length_max: usize) -> Option<String> {
    let length = text.chars().count();
    (length > length_max).then(|| format!("has {length} characters, give at most {length_max}"))
}
