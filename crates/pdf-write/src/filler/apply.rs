//! Writing values and appearances into the fields of the template.

use std::collections::HashSet;

use lopdf::{Dictionary, Document, Object, ObjectId};
use pdf_syntax::button_state::OFF;

use crate::appearance::{self, TextAppearance};
use crate::blank::{Blank, FieldKind, TemplateField, add_states};
use crate::continuation::Plan;
use crate::font::FontSet;
use crate::objects;
use crate::placing::{FieldPlacement, FieldValue, StoredValue, WidgetAppearance};
use crate::text_string;

/// Fills the placed values in and leaves all other fields visibly blank.
pub(crate) fn apply(
    document: &mut Document,
    fonts: &mut FontSet,
    blank: &Blank,
    placements: &[FieldPlacement],
    plan: &Plan<'_>,
) {
    let mut filled = HashSet::new();
    for FieldPlacement {
        field,
        value,
        entry,
        ..
    } in placements
    {
        let Some(target) = blank.fields.get(*field) else {
            continue;
        };
        filled.insert(*field);
        store(document, target, value);
        let page = entry
            .and_then(|entry| plan.page_of(entry))
            .unwrap_or_default();
        show(document, fonts, target, value, page);
    }
    for (position, field) in blank.fields.iter().enumerate() {
        if !filled.contains(&position) {
            clear(document, fonts, field);
        }
    }
}

/// Sets the value, and the attributes that would make a viewer cut or hide it.
fn store(document: &mut Document, field: &TemplateField, value: &FieldValue) {
    let Some(dictionary) = objects::dictionary_mut(document, field.id) else {
        return;
    };
    match &value.stored {
        StoredValue::Text(text) => {
            dictionary.set("V", text_string::encode(text));
            let length = text.encode_utf16().count();
            if field.max_length.is_some_and(|most| most < length) {
                dictionary.set("MaxLen", length as i64);
            }
            let flags = match value.cells {
                Some(_) => field.visible_flags(),
                None => field.plain_flags(),
            };
            if flags != field.flags {
                dictionary.set("Ff", flags);
            }
        }
        StoredValue::Chosen(exports, indexes) => {
            if field.kind == FieldKind::List && exports.len() > 1 {
                dictionary.set("Ff", field.multiple_flags());
            }
            let mut exports: Vec<Object> = exports
                .iter()
                .map(|export| text_string::encode(export))
                .collect();
            let value = match exports.len() {
                1 => exports.remove(0),
                _ => Object::Array(exports),
            };
            dictionary.set("V", value);
            if field.kind == FieldKind::List && !indexes.is_empty() {
                let indexes: Vec<Object> = indexes
                    .iter()
                    .map(|index| Object::Integer(*index as i64))
                    .collect();
                dictionary.set("I", indexes);
            }
        }
        StoredValue::State(state) => dictionary.set("V", Object::Name(state.clone())),
    }
}

fn show(
    document: &mut Document,
    fonts: &mut FontSet,
    field: &TemplateField,
    value: &FieldValue,
    page: usize,
) {
    for (widget, look) in field.widgets.iter().zip(&value.appearances) {
        let look = match (look, &value.stored) {
            (WidgetAppearance::State, StoredValue::State(state)) => {
                if widget.states.is_empty() && state != OFF.as_bytes() {
                    let (states, packing) = (std::slice::from_ref(state), fonts.packing());
                    add_states(document, packing, widget, states, field.is_radio());
                }
                let state = if widget.is_on(state) {
                    state
                } else {
                    OFF.as_bytes()
                };
                set_state(document, widget.id, state);
                continue;
            }
            (WidgetAppearance::Options(options), StoredValue::Chosen(_, indexes)) => {
                appearance::options(document, fonts, field, widget, *options, indexes)
            }
            (WidgetAppearance::Whole(fitted), _) => {
                let look = TextAppearance::Whole(fitted);
                appearance::text(document, fonts, widget, value.cells, &look)
            }
            _ => {
                let look = TextAppearance::OnPage(page);
                appearance::text(document, fonts, widget, None, &look)
            }
        };
        appearance::set_look(document, widget.id, look);
    }
}

fn clear(document: &mut Document, fonts: &mut FontSet, field: &TemplateField) {
    for widget in &field.widgets {
        match field.kind {
            FieldKind::Text | FieldKind::Combo => {
                let look = appearance::blank(document, fonts, field, widget);
                appearance::set_look(document, widget.id, look);
            }
            FieldKind::List => {
                let look = match appearance::fit_options(fonts, field, widget) {
                    Some(options) => {
                        appearance::options(document, fonts, field, widget, options, &[])
                    }
                    None => appearance::blank(document, fonts, field, widget),
                };
                appearance::set_look(document, widget.id, look);
            }
            FieldKind::Button => set_state(document, widget.id, OFF.as_bytes()),
            FieldKind::Other => {}
        }
    }
}

/// Shows a state. Its looks are put into the widget itself, where some viewers alone look for them
/// (poppler follows no reference in the place of the states).
pub(super) fn set_state(document: &mut Document, widget: ObjectId, state: &[u8]) {
    let looks = states_behind_reference(document, widget);
    if let Some(widget) = objects::dictionary_mut(document, widget) {
        widget.set("AS", Object::Name(state.to_vec()));
        if let Some(looks) = looks {
            widget.set("AP", looks);
        }
    }
}

/// The looks of a widget, its states in their place, where `N` only refers to them.
fn states_behind_reference(document: &Document, widget: ObjectId) -> Option<Dictionary> {
    let widget = document.get_dictionary(widget).ok()?;
    let looks = objects::dictionary(document, widget, b"AP")?;
    looks.get(b"N").ok()?.as_reference().ok()?;
    let states = objects::dictionary(document, looks, b"N")?;
    let mut direct = looks.clone();
    direct.set("N", states.clone());
    Some(direct)
}
