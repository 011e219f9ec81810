//! The texts that `Opt` gives for the widgets of buttons (PDF 32000-1, 12.7.4.2.3).

use std::collections::HashMap;

use super::{FieldKind, TemplateField};

/// Buttons of one name that are fields of their own inherit the texts for all of them: each keeps
/// those for its own widgets.
pub(super) fn divide(fields: &mut [TemplateField]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for field in fields.iter().filter(|field| is_button(field)) {
        *counts.entry(field.name.clone()).or_default() += field.widgets.len();
    }
    let mut counted: HashMap<String, usize> = HashMap::new();
    for field in fields.iter_mut().filter(|field| is_button(field)) {
        let before = counted.entry(field.name.clone()).or_default();
        let own = *before..*before + field.widgets.len();
        *before = own.end;
        if field.button_texts.len() > own.len() && field.button_texts.len() == counts[&field.name] {
            field.button_texts = field.button_texts.drain(own).collect();
        }
    }
}

fn is_button(field: &TemplateField) -> bool {
    field.kind == FieldKind::Button
}
