//! Why a cost position has no comparison offers, or fewer than it should.

use forms::Fault;
use forms::field_value::normalised_text;
use forms::ignorable::is_seen;

/// Longest justification, in characters after trimming.
pub const JUSTIFICATION_LENGTH_MAX: usize = 2_000;

/// Whether offers are required, and the reason where they are not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Justification {
    required_none: bool,
    text: Option<String>,
}

impl Justification {
    /// A justification; without offers required there must be a reason of 1 to 2 000 characters,
    /// with them it may be absent.
    pub fn new(no_offers_required: bool, text: Option<&str>) -> Result<Self, Fault> {
        let text = text.map(normalised_text).transpose();
        let text = text.map_err(|problem| Fault::new("justification", problem))?;
        let text = text.as_deref().map(str::trim);
        let text = text.filter(|text| !text.is_empty());
        if no_offers_required && !text.is_some_and(is_seen) {
            return Err(Fault::new(
                "justification",
                "is missing, give the reason why no offers are required",
            ));
        }
        let length = text.map_or(0, |text| text.chars().count());
        if length > JUSTIFICATION_LENGTH_MAX {
            return Err(Fault::new(
                "justification",
                format!("has {length} characters, give at most {JUSTIFICATION_LENGTH_MAX}"),
            ));
        }
        Ok(Self {
            required_none: no_offers_required,
            text: text.map(str::to_owned),
        })
    }

    /// Whether the position needs no offers.
    pub fn no_offers_required(&self) -> bool {
        self.required_none
    }

    /// The reason.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }
}
