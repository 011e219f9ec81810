//! The type of a field: what the PDF itself says of it, and else what its label says.

use forms::Value;
use forms::field_value::{EMAIL_LENGTH_MAX, date};
use forms::form_content::{FormField, FormFieldKind};
use forms::form_type::FieldType;
use forms::validation::VALUE_LENGTH_MAX;

use super::button_texts::ButtonTexts;
use super::choice;
use super::digit_code::is_digit_code;
use super::label_meaning::{LabelMeaning, asks_for_text, is_no_quantity, meaning};
use super::proposed_kind::ProposedKind;
use super::unit::{self, Unit};
use super::vocabulary;
use crate::definition::{INTEGER_MAX, TEXT_LENGTH_MAX};

/// The `max_length` of a text field for which the PDF gives none, in characters.
const LINE_LENGTH: usize = 1_000;

const SHORT_YEAR: &str = "type: date, whose script shows years with two digits; 98 is read as 2098";

/// A day that takes as much room as any: month and day have two digits, and the year is of another
/// century, which every format writes with four.
const LONG_DATE: &str = "1999-12-31";

/// The longest values of types, to see whether a field has room for them: a date, an IBAN of
/// Germany, an amount.
const DATE_LENGTH: usize = LONG_DATE.len();
const IBAN_LENGTH: usize = 22;
const AMOUNT_LENGTH: usize = 8;

/// What is known around a field when its type is proposed.
pub(super) struct Surroundings<'form> {
    pub(super) label: &'form str,
    /// Whether the label is printed, not a tooltip or name alone.
    pub(super) is_printed: bool,
    /// What is printed beside each of its buttons.
    pub(super) button_texts: Option<&'form ButtonTexts>,
    /// What follows it in its line.
    pub(super) behind: Option<&'form str>,
    /// The currency of the form, if it is another one than euros.
    pub(super) foreign_currency: Option<&'form str>,
    /// Whether the form is a German one, which writes its dates with full stops.
    pub(super) is_german: bool,
}

/// Proposes the type of a field. What stands in the field now must be a value of it: some forms
/// begin with a date that is none, or with an option that they do not offer.
pub(super) fn proposed(field: &FormField, around: &Surroundings<'_>) -> ProposedKind {
    let is_button = matches!(field.kind, FormFieldKind::CheckBox | FormFieldKind::Radio);
    let proposed = of_template(field, around).unwrap_or_else(|| of_words(field, around));
    if is_button || says_present_value(&proposed.kind, field) {
        return proposed;
    }
    let doubt = "type: a text, since what stands in it now is nothing else";
    ProposedKind {
        kind: text(field),
        doubt: Some(doubt.to_owned()),
    }
}

/// Whether what stands in a field now is a value of the type. A number has to be spelled as it is
/// written, too: `007` is something else than 7.
fn says_present_value(kind: &FieldType, field: &FormField) -> bool {
    let is_number = matches!(kind, FieldType::Money | FieldType::Integer { .. });
    match kind.read(field) {
        Ok(Some(value)) if is_number => {
            let written = kind.write(&value);
            field.values.iter().all(|present| *present == written)
        }
        read => read.is_ok(),
    }
}

/// The type, if the PDF itself determines it.
fn of_template(field: &FormField, around: &Surroundings<'_>) -> Option<ProposedKind> {
    let kind = match field.kind {
        FormFieldKind::CheckBox | FormFieldKind::Radio if field.options.len() > 1 => {
            return Some(choice::of_buttons(field, around.button_texts));
        }
        FormFieldKind::CheckBox | FormFieldKind::Radio => FieldType::Boolean,
        // An editable combo box may hold any text, so its options are only proposals.
        FormFieldKind::Choice if choice::options(field).next().is_some() && !field.editable => {
            choice::of_list(field)
        }
        _ => return of_script(field, around),
    };
    Some(ProposedKind { kind, doubt: None })
}

fn of_script(field: &FormField, around: &Surroundings<'_>) -> Option<ProposedKind> {
    if let Some(format) = &field.date_format {
        let format = date::is_format(format).then(|| format.clone())?;
        return Some(with_room_for_date(field, FieldType::Date { format }));
    }
    let format = field.number_format.as_ref()?;
    let currency = format.currency.trim();
    let is_euro = currency.is_empty() || vocabulary::begins_with_euro(currency);
    let (kind, doubt) = match format.decimals {
        _ if !is_euro => {
            let doubt =
                format!("type: a text, since amounts are in euros and this is in {currency}");
            (text(field), Some(doubt))
        }
        0 if currency.is_empty() => whole_number(field, around),
        0..=2 if currency.is_empty() => decimal_number(field, around),
        0..=2 => (FieldType::Money, None),
        decimals => {
            let doubt = format!("type: a text, since its script has {decimals} decimal places");
            (text(field), Some(doubt))
        }
    };
    Some(ProposedKind { kind, doubt })
}

/// An integer, or a text where a 0 in front would be lost: scripts for whole numbers stand behind
/// postcodes, too.
fn whole_number(field: &FormField, around: &Surroundings<'_>) -> (FieldType, Option<String>) {
    let sources = sources(field, around);
    if let Some(code) = sources.iter().find(|text| is_digit_code(text)) {
        let doubt = format!("type: a text, since {code:?} reads like digits that may begin with 0");
        return (text(field), Some(doubt));
    }
    let kind = FieldType::Integer {
        min: -INTEGER_MAX,
        max: INTEGER_MAX,
    };
    // Digits of a length are rather a code than a quantity.
    let doubt = field.max_length.map(|length| {
        format!(
            "type: integer of {length} digits by its script; if it may begin with 0 make it text"
        )
    });
    (kind, doubt)
}

/// An amount if nothing says that it counts something else: an amount is printed with its `€`.
fn decimal_number(field: &FormField, around: &Surroundings<'_>) -> (FieldType, Option<String>) {
    if let Some(reason) = no_euros(field, around) {
        return (text(field), Some(format!("type: a text, since {reason}")));
    }
    let doubt = "type: money by its script alone, which names no currency; else make it text";
    let is_told = unit::said(around.behind, sources(field, around)).is_some();
    (FieldType::Money, (!is_told).then(|| doubt.to_owned()))
}

/// Why an amount of the field would not be in euros.
fn no_euros(field: &FormField, around: &Surroundings<'_>) -> Option<String> {
    match unit::said(around.behind, sources(field, around)) {
        Some((text, Unit::Other)) => Some(format!("{text:?} counts no euros")),
        _ => around
            .foreign_currency
            .map(|foreign| format!("amounts are in euros and the form has {foreign}")),
    }
}

/// A date of the template's own format, or a text where some dates would not fit.
fn with_room_for_date(field: &FormField, kind: FieldType) -> ProposedKind {
    let length = kind.write(&Value::text(LONG_DATE)).len();
    match field.max_length {
        Some(room) if room < length => {
            let doubt = format!("type: a text, since a date may take more than {room} characters");
            ProposedKind {
                kind: text(field),
                doubt: Some(doubt),
            }
        }
        _ => ProposedKind {
            doubt: is_year_short(&kind).then(|| SHORT_YEAR.to_owned()),
            kind,
        },
    }
}

fn is_year_short(kind: &FieldType) -> bool {
    matches!(kind, FieldType::Date { format } if !format.contains("yyyy"))
}

/// The type that label, tooltip or name suggest, if the field has room for its values; else a text.
fn of_words(field: &FormField, around: &Surroundings<'_>) -> ProposedKind {
    let is_line = field.kind == FormFieldKind::Text && !field.multiple;
    let found = said(field, around).filter(|_| is_line);
    let as_text = |doubt: Option<String>| ProposedKind {
        kind: text(field),
        doubt,
    };
    let Some((reason, meaning)) = found else {
        return as_text(None);
    };
    if meaning == LabelMeaning::Euros
        && let Some(against) = no_euros(field, around)
    {
        let doubt = format!("type: perhaps money, {reason}, but {against}");
        return as_text(Some(doubt));
    }
    let (word, kind, length) = match meaning {
        LabelMeaning::Date => match printed_format(field, around) {
            Some(format) => ("date", FieldType::Date { format }, DATE_LENGTH),
            None => {
                let doubt = format!("type: perhaps a date, {reason}, but no format is printed");
                return as_text(Some(doubt));
            }
        },
        LabelMeaning::Euros => ("money", FieldType::Money, AMOUNT_LENGTH),
        LabelMeaning::Count => ("integer", count(), 1),
        LabelMeaning::Email => ("email", FieldType::Email, EMAIL_LENGTH_MAX),
        LabelMeaning::Iban => ("iban", FieldType::Iban, IBAN_LENGTH),
    };
    match field.max_length {
        // A cell for each character leaves none for full stops and commas.
        Some(room) if room < length || (field.comb && kind == FieldType::Money) => {
            let doubt = format!("type: perhaps {word}, {reason}, but it takes {room} characters");
            as_text(Some(doubt))
        }
        _ => ProposedKind {
            kind,
            doubt: Some(format!("type: {word}, since {reason}; else make it text")),
        },
    }
}

/// What the first of label, tooltip and name that says anything says, and why. A number of a thing
/// is no amount, whatever else is printed near it; nor is a field something else than what people
/// read beside it, whatever the PDF calls it.
fn said(field: &FormField, around: &Surroundings<'_>) -> Option<(String, LabelMeaning)> {
    let sources = sources(field, around);
    let is_number = sources.iter().any(|text| is_no_quantity(text));
    let is_text = around.is_printed && asks_for_text(around.label);
    let mut found = sources
        .iter()
        .filter_map(|text| Some((*text, meaning(text)?)));
    let found = found.find(|(_, meaning)| *meaning == LabelMeaning::Iban || !is_number);
    let found = found.filter(|_| !is_text);
    let found = found.map(|(text, meaning)| (format!("{text:?} reads like it"), meaning));
    let has_euro = around.behind.is_some_and(vocabulary::begins_with_euro);
    let euros = || ("EUR stands behind it".to_owned(), LabelMeaning::Euros);
    found.or_else(|| (has_euro && !is_number).then(euros))
}

fn printed_format(field: &FormField, around: &Surroundings<'_>) -> Option<String> {
    let sources = sources(field, around);
    let printed = sources
        .iter()
        .find_map(|text| vocabulary::date_format(text));
    printed.or_else(|| around.is_german.then(|| date::GERMAN.to_owned()))
}

fn sources<'form>(field: &'form FormField, around: &Surroundings<'form>) -> [&'form str; 3] {
    let tooltip = field.tooltip.as_deref().unwrap_or_default();
    [around.label, tooltip, &field.name]
}

fn count() -> FieldType {
    FieldType::Integer {
        min: 0,
        max: INTEGER_MAX,
    }
}

/// A text as long as the field takes, or longer where one stands in it already, but no longer than
/// a definition may have it.
pub(super) fn text(field: &FormField) -> FieldType {
    let multiline = field.kind == FormFieldKind::Text && field.multiple;
    let usual = if multiline {
        VALUE_LENGTH_MAX
    } else {
        LINE_LENGTH
    };
    let lengths = field.values.iter().map(|value| value.chars().count());
    let length = lengths.fold(field.max_length.unwrap_or(usual), usize::max);
    FieldType::Text {
        max_length: length.min(TEXT_LENGTH_MAX),
        multiline,
    }
}
