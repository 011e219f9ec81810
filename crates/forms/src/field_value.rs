//! What the value of a field may be: one module for each type, with what it reads, what it accepts
//! and what it writes.
//!
//! *Reading* takes what a person typed into a PDF, in the spellings the type settles; *accepting*
//! takes JSON, in the one form the type has. Both give the same canonical value or a clause that
//! says what is wrong and what would be right. *Writing* is the form's own spelling.

mod boolean;
mod choice;
pub mod date;
mod email;
mod iban;
mod integer;
mod money;
mod text;
mod unrounded;

pub use email::EMAIL_LENGTH_MAX;
pub use iban::IBAN_LENGTH_MAX;
pub use money::{CENTS_MAX, split as split_number};
pub(crate) use text::check as check_text;
pub use text::normalised_text;
pub use unrounded::may_be_unrounded;

pub(crate) use self::boolean::write as boolean_word;
pub(crate) use self::choice::{LABELS_APART, chosen};
use crate::excerpt::excerpt;
use crate::form_content::{FormField, FormFieldKind};
use crate::form_type::FieldType;
use crate::{Decimal, Value};

/// A value that is refused is shown up to this many characters.
const SHOWN_MAX: usize = 60;

/// What is wrong with a value, as a clause: `"31.02.2026" is no date, give it as 31.12.2026`.
pub type ValueError = String;

impl FieldType {
    /// The value in a filled field of a PDF; `None` where nothing is filled in. A box always has a
    /// value.
    pub fn read(&self, field: &FormField) -> Result<Option<Value>, ValueError> {
        match self {
            Self::Boolean => boolean::read(field).map(Some),
            Self::Choice { choices, multiple } => choice::read(choices, *multiple, field),
            _ => match field.values.as_slice() {
                [] => Ok(None),
                [text] if self.is_free_text() && field.kind == FormFieldKind::Choice => {
                    self.read_text(field.shown(text))
                }
                [text] => {
                    self.judge_day(field, text)?;
                    self.read_unrounded(field, text)
                        .unwrap_or_else(|| self.read_text(text))
                }
                _ => Err("holds several values, give one".to_owned()),
            },
        }
    }

    /// Refuses a day that is another one as the file's own field writes days: it is of a version of
    /// the form that had another order of day and month.
    fn judge_day(&self, field: &FormField, text: &str) -> Result<(), ValueError> {
        match (self, &field.date_format) {
            (Self::Date { format }, Some(own)) => date::judge_order(text, format, own),
            _ => Ok(()),
        }
    }

    /// The amount that a viewer's script stored, where it may not have been rounded.
    fn read_unrounded(
        &self,
        field: &FormField,
        text: &str,
    ) -> Option<Result<Option<Value>, ValueError>> {
        let number = field.unrounded.as_ref().filter(|_| *self == Self::Money)?;
        let decimals = field.number_format.as_ref().map(|format| format.decimals);
        let cents = unrounded::read(text, number, decimals);
        Some(cents.map(|cents| Some(Value::Number(Decimal::from_cents(cents)))))
    }

    /// The value in a text that a person typed or a printer printed; `None` where it is blank.
    pub fn read_text(&self, text: &str) -> Result<Option<Value>, ValueError> {
        match self {
            Self::Text { max_length, .. } => text::check(text, *max_length),
            _ if text.trim().is_empty() => Ok(None),
            Self::Date { format } => date::read(text, format).map(|date| Some(date::value(date))),
            Self::Money => {
                money::read(text).map(|cents| Some(Value::Number(Decimal::from_cents(cents))))
            }
            Self::Integer { min, max } => integer::read(text, *min, *max).map(Some),
            Self::Boolean => boolean::read_text(text).map(|on| Some(Value::Boolean(on))),
            Self::Choice { choices, .. } => choice::read_text(choices, text).map(Some),
            Self::Email => email::check(text).map(Some),
            Self::Iban => iban::check(text).map(Some),
        }
    }

    /// The canonical value of a JSON value; `None` where it says "no value": null, an array without
    /// words, or in a field for text one of white space only.
    pub fn accept(&self, value: &Value) -> Result<Option<Value>, ValueError> {
        match (self, value) {
            (_, Value::Null) => Ok(None),
            (Self::Boolean, Value::Boolean(_)) => Ok(Some(value.clone())),
            (Self::Money, Value::Number(number)) => money::accept(number).map(Some),
            (Self::Integer { min, max }, Value::Number(number)) => {
                integer::accept(number, *min, *max).map(Some)
            }
            (
                Self::Choice {
                    choices,
                    multiple: true,
                },
                Value::List(words),
            ) => choice::accept_all(choices, words),
            (
                Self::Boolean
                | Self::Money
                | Self::Integer { .. }
                | Self::Choice { multiple: true, .. },
                _,
            ) => Err(self.expected(value)),
            (Self::Text { max_length, .. }, Value::Text(text)) => text::check(text, *max_length),
            (_, Value::Text(text)) if text.is_empty() => {
                let expected = self.expected_kind();
                Err(format!(
                    "is an empty text, give {expected}, or null for no value"
                ))
            }
            (Self::Date { .. }, Value::Text(text)) => {
                date::accept(text).map(|date| Some(date::value(date)))
            }
            (Self::Choice { choices, .. }, Value::Text(word)) => {
                choice::accept(choices, word).map(Some)
            }
            (Self::Email, Value::Text(text)) => email::check(text).map(Some),
            (Self::Iban, Value::Text(text)) => iban::check(text).map(Some),
            _ => Err(self.expected(value)),
        }
    }

    /// A canonical value as the form shows it: `1.234,50 €`, `01.02.2026`. Empty for a null.
    pub fn write(&self, value: &Value) -> String {
        match (self, value) {
            (Self::Date { format }, Value::Text(text)) => date::write(text, format),
            (Self::Money, Value::Number(number)) => money::write(number),
            (Self::Choice { choices, .. }, value) => choice::write(choices, value),
            (_, Value::Text(text)) => text.clone(),
            (_, Value::Number(number)) => number.to_string(),
            (_, Value::Boolean(on)) => boolean::write(*on).to_owned(),
            _ => String::new(),
        }
    }

    /// Whether any text is a value of it, so that what people see is one.
    fn is_free_text(&self) -> bool {
        matches!(self, Self::Text { .. })
    }

    fn expected(&self, value: &Value) -> ValueError {
        format!("is {}, give {}", value.kind(), self.expected_kind())
    }

    fn expected_kind(&self) -> &'static str {
        match self {
            Self::Text { .. } => "a text",
            Self::Date { .. } => "a date as a text, YYYY-MM-DD",
            Self::Money => "an amount as a number",
            Self::Integer { .. } => "a whole number",
            Self::Boolean => "true or false",
            Self::Choice { multiple: true, .. } => "an array of its words",
            Self::Choice { .. } => "one of its words as a text",
            Self::Email => "an e-mail address as a text",
            Self::Iban => "an IBAN as a text",
        }
    }
}

/// A text as an error quotes it: what was read, cut where it is long.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", excerpt(text, SHOWN_MAX))
}

/// A number as an error shows it: what was given, cut where it is long.
fn shown(number: &Decimal) -> String {
    excerpt(number.as_str(), SHOWN_MAX)
}

#[cfg(test)]
mod tests;
