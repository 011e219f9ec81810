//! The values of fields at their labels: behind them, under them, or beside an option.

use std::collections::HashMap;

use forms::form_type::{Field, FieldType, FormType};
use forms::value::Value;
use forms::value_source::SourceKind;
use forms::words;

use super::area::Area;
use super::field_reach::{FieldReach, FieldReaches};
use super::labels::{self, Meaning};
use super::line::{LabelPlace, Line, Run};
use super::{choice, is_mark, missing};
use crate::outcome::data_reader::DataReader;
use crate::outcome::sources::SourceText;

/// How many places with the label of one field are read: one on each of so many pages, and some
/// more. More of them are a fault.
const LABEL_PLACES_MAX: usize = 200;

/// What is done with what stands at the label of a field.
pub(super) enum AtLabel {
    /// It is the value, or wrong.
    Read,
    /// It is the value if it can be one.
    Compare,
    Leave,
}

/// The values of the fields at their labels.
pub(super) fn read_fields<'form>(
    form_type: &'form FormType,
    lines: &[Line<'_>],
    reaches: &FieldReaches<'_>,
    at_label: impl Fn(&Field) -> AtLabel,
    reading: &mut DataReader,
) -> Vec<(&'form Field, Value)> {
    let mut occurrences = occurrences(lines);
    let mut values = Vec::new();
    for field in form_type.fields() {
        let positions = occurrences.get_mut(labels::normal(&field.label).as_str());
        let positions = positions
            .map(|positions| take_positions(form_type, field, positions))
            .unwrap_or_default();
        let mut aside = DataReader::default();
        let value = match at_label(field) {
            AtLabel::Read => read_positions(field, lines, reaches, positions, reading),
            AtLabel::Compare => read_positions(field, lines, reaches, positions, &mut aside),
            AtLabel::Leave => None,
        };
        values.extend(value.map(|value| (field, value)));
    }
    values
}

/// The one value that stands at the places of a field's label.
fn read_positions(
    field: &Field,
    lines: &[Line<'_>],
    reaches: &FieldReaches<'_>,
    positions: Vec<LabelPlace>,
    reading: &mut DataReader,
) -> Option<Value> {
    if positions.len() > LABEL_PLACES_MAX {
        let count = positions.len();
        let problem =
            format!("its label stands {count} times, at most {LABEL_PLACES_MAX} are read");
        reading.fault(&field.path, problem);
        return None;
    }
    let mut found: Vec<Value> = Vec::new();
    let mut elsewhere = None;
    for label in positions {
        let reach = reaches.at_label(field, &lines[label.line].runs[label.run]);
        match read_field(field, lines, label, &reach) {
            // Two different values are enough to say so.
            Ok(Found::Value(value, text)) if found.len() < 2 && !found.contains(&value) => {
                let path = field.path.clone();
                let kind = SourceKind::TextAtLabel;
                reading.sources.add_text(path, kind, &field.label, text);
                found.push(value);
            }
            Ok(Found::Elsewhere(reference)) => elsewhere = Some(reference),
            Ok(_) => {}
            Err(problem) => reading.fault(&field.path, problem),
        }
    }
    if found.is_empty()
        && let Some(reference) = elsewhere
    {
        reading.fault(&field.path, missing(&reference));
    }
    if found.len() > 1 {
        let problem = format!("the label {} stands before different values", field.label);
        reading.ambiguous(&field.path, problem);
        return None;
    }
    found.pop()
}

/// Where each label stands, in reading order.
fn occurrences(lines: &[Line<'_>]) -> HashMap<String, Vec<LabelPlace>> {
    let mut occurrences: HashMap<String, Vec<LabelPlace>> = HashMap::new();
    for (line, texts) in lines.iter().enumerate() {
        for (run, text) in texts.runs.iter().enumerate() {
            if let Meaning::FieldLabel(label) = &text.meaning {
                occurrences
                    .entry(label.clone())
                    .or_default()
                    .push(LabelPlace { line, run });
            }
        }
    }
    occurrences
}

/// The places that belong to a field: all of its label, or, where several fields share the label,
/// the next one.
fn take_positions(
    form_type: &FormType,
    field: &Field,
    positions: &mut Vec<LabelPlace>,
) -> Vec<LabelPlace> {
    match (is_shared(form_type, field), positions.is_empty()) {
        (true, false) => vec![positions.remove(0)],
        (true, true) => Vec::new(),
        (false, _) => std::mem::take(positions),
    }
}

/// Whether several fields have this one's label.
pub(super) fn is_shared(form_type: &FormType, field: &Field) -> bool {
    let label = labels::normal(&field.label);
    let alike = form_type
        .fields()
        .filter(|other| labels::normal(&other.label) == label);
    alike.count() > 1
}

/// What stands at a label.
enum Found {
    Nothing,
    /// With what stands in the file.
    Value(Value, SourceText),
    /// Only where the value stands: `→ Seite 3`.
    Elsewhere(String),
}

fn read_field(
    field: &Field,
    lines: &[Line<'_>],
    label: LabelPlace,
    reach: &FieldReach<'_>,
) -> Result<Found, String> {
    let is_choice = matches!(field.kind, FieldType::Choice { .. });
    let is_multiline = matches!(
        field.kind,
        FieldType::Text {
            multiline: true,
            ..
        }
    );
    let area = if is_multiline {
        Area::of_lines(lines, label, reach)
    } else {
        Area::after(lines, label, is_choice, reach)
    };
    if reach.is_of_unknown(area.runs()) {
        return Ok(Found::Nothing);
    }
    let value = match &field.kind {
        FieldType::Boolean => {
            choice::read_boolean(lines, label, &area)?.then_some(Value::Boolean(true))
        }
        FieldType::Choice { choices, multiple } => choice::read(choices, *multiple, &area)?,
        kind => {
            let text = area.text(is_multiline);
            if words::is_page_reference(&text) {
                return Ok(Found::Elsewhere(text));
            }
            let is_text = matches!(kind, FieldType::Text { .. });
            if text.trim() == words::CURRENCY && !is_text {
                return Ok(Found::Nothing);
            }
            kind.read_text(&text)?
        }
    };
    let Some(value) = value else {
        return Ok(Found::Nothing);
    };
    let text = area.read_text();
    let mark = mark_before(lines, label).filter(|_| text.place.is_none());
    let source = match mark {
        Some(mark) => SourceText {
            raw: mark.text.trim().to_owned(),
            place: Some(mark.place()),
        },
        None => text,
    };
    Ok(Found::Value(value, source))
}

/// The mark of a box, which stands before its label.
fn mark_before<'line, 'text>(
    lines: &'line [Line<'text>],
    label: LabelPlace,
) -> Option<&'line Run<'text>> {
    let before = lines[label.line].runs.get(label.run.checked_sub(1)?)?;
    (before.is_read() && is_mark(before.text)).then_some(before)
}
