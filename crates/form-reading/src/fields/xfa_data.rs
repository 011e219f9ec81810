//! Whether the XFA data of a hybrid form says the same as its fields.
//!
//! XFA stores values raw, fields mostly as they are shown: dates, numbers and what is grouped by
//! signs differ in their writing and not in what they say. Blank data says nothing, and so does a
//! zero where the field is blank: a box that is off, or a number that nobody has typed.

mod moment;
mod number;

use forms::field_value::date::GERMAN;
use forms::form_content::{FormField, FormFieldKind};
use forms::form_type::FieldType;

use self::moment::Moment;
use self::number::{Number, is_digits};

/// What boxes hold that are off.
const OFF: [&str; 2] = ["0", "Off"];
/// Shorter texts with signs between their digits are no codes: `1/2`.
const CODE_LENGTH_MIN: usize = 4;

/// Whether data says nothing where its field is blank.
pub fn says_nothing(data: &str) -> bool {
    let data = data.trim();
    let digits = data.strip_prefix('-').unwrap_or(data);
    let is_zero = digits.contains('0')
        && digits.bytes().all(|byte| matches!(byte, b'0' | b'.'))
        && digits.matches('.').count() < 2;
    data.is_empty() || is_zero
}

/// Whether the data of a field says something else than the field, which holds values of a type
/// where the form has one for it. Several chosen options have no single value there.
pub(crate) fn contradicts(field_type: Option<&FieldType>, field: &FormField) -> bool {
    let Some(data) = field.xfa_data.as_deref().map(str::trim) else {
        return false;
    };
    match (field.kind, field.values.as_slice()) {
        _ if data.is_empty() => false,
        (FormFieldKind::CheckBox | FormFieldKind::Radio, values) => {
            let is_state = field.options.iter().any(|option| option.export == data);
            match values {
                [] => is_state && !says_nothing(data),
                [state] if state == data || field.shown(state) == data => false,
                _ => is_state || OFF.contains(&data),
            }
        }
        (FormFieldKind::Text | FormFieldKind::Choice, []) => !says_nothing(data),
        (FormFieldKind::Text | FormFieldKind::Choice, [value]) => {
            let format = match field_type {
                Some(FieldType::Date { format }) => format,
                _ => field.date_format.as_deref().unwrap_or(GERMAN),
            };
            let says = |shown: &str| says(data, shown, field_type, format);
            match value.trim().is_empty() {
                true => !says_nothing(data),
                false => !says(value) && !says(field.shown(value)),
            }
        }
        _ => false,
    }
}

/// Whether a raw value may be shown like this.
fn says(data: &str, shown: &str, field_type: Option<&FieldType>, format: &str) -> bool {
    if data.split_whitespace().eq(shown.split_whitespace()) {
        return true;
    }
    if let Some(moment) = Moment::of(data) {
        return moment.is_shown_as(shown, format);
    }
    let is_money = field_type == Some(&FieldType::Money);
    let number = Number::of(data);
    if let Some(is_shown) = number
        .as_ref()
        .and_then(|data| data.is_shown_as(shown, is_money))
    {
        return is_shown;
    }
    is_grouped(data, shown) || (number.is_none() && is_same_value(field_type, data, shown))
}

/// Whether a code is shown with signs between its letters and digits. One mark alone makes them an
/// amount, and words without digits have no groups.
fn is_grouped(code: &str, shown: &str) -> bool {
    let shown = shown.trim();
    let is_code = code.chars().count() >= CODE_LENGTH_MIN
        && code.chars().all(char::is_alphanumeric)
        && code.contains(|character: char| character.is_ascii_digit());
    let is_between = shown.starts_with(|sign: char| sign.is_alphanumeric() || sign == '(')
        && shown.ends_with(char::is_alphanumeric);
    let (points, commas) = (shown.matches('.').count(), shown.matches(',').count());
    let is_amount = is_digits(code) && (points == 1 || commas > 0);
    let letters = shown
        .chars()
        .filter(|character| character.is_alphanumeric());
    is_code && is_between && !is_amount && letters.eq(code.chars())
}

/// Whether both are written as a person may type the value, where its type tells how.
fn is_same_value(field_type: Option<&FieldType>, data: &str, shown: &str) -> bool {
    let has_parser = |kind: &&FieldType| matches!(kind, FieldType::Date { .. } | FieldType::Money);
    field_type.filter(has_parser).is_some_and(|kind| {
        let value = kind.read_text(data);
        value.is_ok() && value == kind.read_text(shown)
    })
}

#[cfg(test)]
mod tests;
