//! The fields of an interactive form (PDF 32000-1, 12.7).
//!
//! Every terminal field in the order of the field tree, then those that only pages know. What
//! counts is what is stored (`V`); where the state of a box that viewers show (`AS`) differs from
//! it, the form is ambiguous. The looks of texts are not compared with their values: viewers make
//! them anew; of those without a value it is told that they show a text. Left out on purpose:
//! default values (`DV`), which are not filled in, and calculation.

mod button;
mod button_texts;
mod copies;
mod group;
mod look;
mod off_page;
mod one_kind;
mod options;
mod signature;
mod tree;
mod unrounded;
mod value;
mod value_format;

use forms::form_content::{
    FieldWidget, FormField, FormFieldKind, FormattedText, FormattedTextRole,
};
use pdf_syntax::field_flags::{
    COMB, COMBO, EDITABLE, MULTILINE, MULTIPLE, PUSH_BUTTON, RADIO, REQUIRED,
};
use ports::PdfError;

use self::group::{Group, groups};
use self::look::Looks;
use self::tree::Terminal;
use self::value::ReadValue;
use self::value_format::{ValueFormat, ValueFormats};
use crate::document::{Dictionary, Document, Object};
use crate::limits::{FIELD_TEXT_BYTES_MAX, TOTAL_OPTIONS_MAX, TOTAL_TEXT_BYTES_MAX};
use crate::pages::Pages;

/// Why the value of a field cannot be taken.
#[derive(Debug, PartialEq)]
enum FieldError {
    Undecodable,
    Pdf(PdfError),
}

/// All terminal fields; none where the PDF has no form. If some cannot be decoded, the error names
/// all of them.
pub(crate) fn read(document: &dyn Document, pages: &Pages) -> Result<Vec<FormField>, PdfError> {
    let mut looks = Looks::of(document)?;
    let terminals = tree::read(document, pages)?;
    let mut terminals = copies::joined(document, pages, &mut looks, terminals)?;
    off_page::mark(document, pages, &mut looks, &mut terminals)?;
    let mut fields = Vec::new();
    let mut undecodable = Vec::new();
    let mut formats = ValueFormats::default();
    let (mut total, mut options) = (0, 0);
    for group in groups(document, terminals)? {
        match field(document, pages, &group, &mut formats) {
            Ok(mut field) => {
                if may_show_more(&field) {
                    field.unstored_looks = looks.of_field(document, &field.widgets, &group)?;
                }
                let seen_instead = looks.seen_instead(document, &field.widgets, &group)?;
                field.unstored_looks.extend(seen_instead);
                field.unrounded = unrounded::of_field(document, &mut looks, &field, &group)?;
                total += check_size(&field)?;
                options += field.options.len();
                check_totals(total, options)?;
                fields.push(field);
            }
            Err(FieldError::Undecodable) => undecodable.push(group.name),
            Err(FieldError::Pdf(error)) => return Err(error),
        }
    }
    if undecodable.is_empty() {
        one_kind::of_each_name(fields)
    } else {
        Err(PdfError::Undecodable(undecodable))
    }
}

/// Called while fields are read: those that share a list of options each hold a copy of it, so that
/// too many must be noticed before all are read.
fn check_totals(bytes: usize, options: usize) -> Result<(), PdfError> {
    let what = if bytes > TOTAL_TEXT_BYTES_MAX {
        format!("more than {TOTAL_TEXT_BYTES_MAX} bytes of text")
    } else if options > TOTAL_OPTIONS_MAX {
        format!("more than {TOTAL_OPTIONS_MAX} options of all fields")
    } else {
        return Ok(());
    };
    Err(PdfError::TooComplex(what))
}

/// The default values of text (`DV`), as far as they can be decoded.
pub(crate) fn defaults(document: &dyn Document, pages: &Pages) -> Result<Vec<String>, PdfError> {
    let terminals = tree::read(document, pages)?;
    let texts = terminals
        .iter()
        .map(|terminal| text_entry(document, &terminal.own, b"DV"));
    texts.filter_map(Result::transpose).collect()
}

impl From<PdfError> for FieldError {
    fn from(error: PdfError) -> Self {
        Self::Pdf(error)
    }
}

impl From<pdf_syntax::text_string::TextStringError> for FieldError {
    fn from(_: pdf_syntax::text_string::TextStringError) -> Self {
        Self::Undecodable
    }
}

impl FieldError {
    /// The error of a field that can be read in two ways.
    fn ambiguous(name: &str, what: &str) -> Self {
        Self::Pdf(PdfError::Ambiguous(format!("the field {name} {what}")))
    }
}

fn field(
    document: &dyn Document,
    pages: &Pages,
    group: &Group,
    formats: &mut ValueFormats,
) -> Result<FormField, FieldError> {
    let first = group.first();
    let flags = first.integer(document, b"Ff")?.unwrap_or(0);
    let button = matches!(group.kind, FormFieldKind::CheckBox | FormFieldKind::Radio);
    let max_length = first.integer(document, b"MaxLen")?;
    let value = stored_value(document, group)?;
    let unseen = match button {
        true => button::UnseenStates::of(document, group)?,
        false => button::UnseenStates::default(),
    };
    let format = match group.kind {
        FormFieldKind::Text | FormFieldKind::Choice => formats.find(document, first)?,
        _ => ValueFormat::default(),
    };
    Ok(FormField {
        name: group.name.clone(),
        kind: group.kind,
        values: value.plain,
        unseen_states: unseen.all,
        unseen_values: unseen.values,
        formatted: value.formatted,
        unstored_looks: Vec::new(),
        xfa_data: None,
        options: match group.kind {
            FormFieldKind::Choice => options::of_choice(document, first)?,
            _ if button => options::of_button(document, group)?,
            _ => Vec::new(),
        },
        tooltip: tooltip(document, first)?,
        // Viewers take 0 for no limit.
        max_length: max_length
            .and_then(|length| usize::try_from(length).ok())
            .filter(|length| *length > 0),
        multiple: match group.kind {
            FormFieldKind::Text => flags & MULTILINE != 0,
            FormFieldKind::Choice => flags & MULTIPLE != 0,
            _ => false,
        },
        editable: group.kind == FormFieldKind::Choice && flags & EDITABLE != 0,
        lists_options: group.kind == FormFieldKind::Choice && flags & COMBO == 0,
        required: flags & REQUIRED != 0,
        date_format: format.date,
        number_format: format.number,
        unrounded: None,
        comb: group.kind == FormFieldKind::Text && flags & COMB != 0,
        is_hidden: look::is_hidden(document, group)?,
        place: match first.widgets.first() {
            Some(widget) => {
                let places = pages.places(document, widget.id, &widget.dictionary)?;
                places.into_iter().next()
            }
            None => None,
        },
        widgets: widgets(document, pages, group, button)?,
    })
}

/// Whether nothing is filled in in it, so that what its looks show is stored nowhere. A box that
/// has states is known to show them, and a field without a value its caption.
fn may_show_more(field: &FormField) -> bool {
    let is_box = matches!(field.kind, FormFieldKind::CheckBox | FormFieldKind::Radio);
    let has_states = is_box && !field.options.is_empty();
    let is_caption = |text: &FormattedText| text.role == FormattedTextRole::Value;
    !has_states && !field.formatted.as_ref().is_some_and(is_caption) && field.is_blank()
}

/// Where the field is shown. A button has one state that is on; others cannot be told apart by
/// what is drawn.
fn widgets(
    document: &dyn Document,
    pages: &Pages,
    group: &Group,
    is_button: bool,
) -> Result<Vec<FieldWidget>, FieldError> {
    let mut found = Vec::new();
    for widget in group.terminals().flat_map(|terminal| &terminal.widgets) {
        let places = pages.places(document, widget.id, &widget.dictionary)?;
        let state = match is_button && !places.is_empty() {
            true => button::states(document, widget)?.into_iter().next(),
            false => None,
        };
        found.extend(places.into_iter().map(|place| FieldWidget {
            place,
            state: state.clone(),
        }));
    }
    Ok(found)
}

fn stored_value(document: &dyn Document, group: &Group) -> Result<ReadValue, FieldError> {
    let plain = match group.kind {
        FormFieldKind::Text => return value::of_text(document, group),
        FormFieldKind::Choice => value::of_choice(document, group)?,
        FormFieldKind::CheckBox | FormFieldKind::Radio => button::value(document, group)?,
        FormFieldKind::Signature => signature::value(document, group.first())?,
        FormFieldKind::PushButton | FormFieldKind::Note | FormFieldKind::Comment => Vec::new(),
    };
    Ok(ReadValue {
        plain,
        formatted: None,
    })
}

/// What kind of field it is. A field that names no type is taken as a text, so that its value is
/// not lost.
fn kind(document: &dyn Document, terminal: &Terminal) -> Result<FormFieldKind, PdfError> {
    let flags = terminal.integer(document, b"Ff")?.unwrap_or(0);
    Ok(match terminal.attribute(document, b"FT")? {
        Object::Name(name) => match &*name {
            b"Btn" if flags & PUSH_BUTTON != 0 => FormFieldKind::PushButton,
            b"Btn" if button::has_one_look(document, terminal)? => FormFieldKind::PushButton,
            b"Btn" if flags & RADIO != 0 => FormFieldKind::Radio,
            b"Btn" => FormFieldKind::CheckBox,
            b"Ch" => FormFieldKind::Choice,
            b"Sig" => FormFieldKind::Signature,
            _ if signature::is_stored(document, terminal)? => FormFieldKind::Signature,
            _ => FormFieldKind::Text,
        },
        _ if signature::is_stored(document, terminal)? => FormFieldKind::Signature,
        _ => FormFieldKind::Text,
    })
}

/// The alternate name of the field, else of a widget. One that cannot be decoded is no value of the
/// form and left out.
fn tooltip(document: &dyn Document, terminal: &Terminal) -> Result<Option<String>, PdfError> {
    let widgets = terminal.widgets.iter().map(|widget| &widget.dictionary);
    for dictionary in std::iter::once(&terminal.own).chain(widgets) {
        if let Some(text) = text_entry(document, dictionary, b"TU")? {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

/// A text string that is no value of the form; left out where it cannot be decoded or is empty.
fn text_entry(
    document: &dyn Document,
    dictionary: &Dictionary,
    key: &[u8],
) -> Result<Option<String>, PdfError> {
    Ok(match document.get(dictionary, key)? {
        Object::String(bytes) => pdf_syntax::text_string::decode(&bytes)
            .ok()
            .filter(|text| !text.is_empty()),
        _ => None,
    })
}

fn check_size(field: &FormField) -> Result<usize, PdfError> {
    let values = field.values.iter().map(String::len).sum::<usize>();
    let options = field
        .options
        .iter()
        .map(|option| option.export.len() + option.display.len())
        .sum::<usize>();
    let formatted = field
        .formatted
        .as_ref()
        .map_or(0, |formatted| formatted.text.len());
    let tooltip = field.tooltip.as_ref().map_or(0, String::len);
    if values.max(formatted) > FIELD_TEXT_BYTES_MAX {
        return Err(PdfError::TooComplex(format!(
            "more than {FIELD_TEXT_BYTES_MAX} bytes in one field"
        )));
    }
    Ok(field.name.len() + values + formatted + options + tooltip)
}
