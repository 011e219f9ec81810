//! What can be chosen: the options of lists (PDF 32000-1, 12.7.4.4) and the states of buttons
//! (12.7.4.2.3).

use std::collections::HashSet;
use std::rc::Rc;

use forms::form_content::FormFieldOption;
use ports::PdfError;

use super::button_texts::button_texts;
use super::group::Group;
use super::tree::Terminal;
use super::{FieldError, button, value};
use crate::document::{Document, Object};
use crate::limits::OPTIONS_MAX;
use crate::steps::step;

/// The options of a choice field: a text, or a pair of what is stored and what is shown.
pub(super) fn of_choice(
    document: &dyn Document,
    terminal: &Terminal,
) -> Result<Vec<FormFieldOption>, FieldError> {
    let Object::Array(members) = terminal.attribute(document, b"Opt")? else {
        return Ok(Vec::new());
    };
    check_count(members.len())?;
    members
        .iter()
        .map(|member| {
            step();
            let texts = match document.resolve(member)? {
                Object::Array(pair) => pair,
                single => Rc::from([single]),
            };
            let texts = texts
                .iter()
                .map(|text| value::text(document, &document.resolve(text)?))
                .collect::<Result<Vec<_>, _>>()?;
            let export = texts.first().cloned().unwrap_or_default();
            let display = texts.into_iter().nth(1).unwrap_or_else(|| export.clone());
            Ok(FormFieldOption { export, display })
        })
        .collect()
}

/// The on-states of a button, each once, with the text that `Opt` gives for its widget.
pub(super) fn of_button(
    document: &dyn Document,
    group: &Group,
) -> Result<Vec<FormFieldOption>, FieldError> {
    let mut options: Vec<FormFieldOption> = Vec::new();
    let mut known = HashSet::new();
    for terminal in group.terminals() {
        let texts = button_texts(document, group, terminal)?;
        let mut texts = texts.iter();
        for widget in &terminal.widgets {
            let text = texts.next();
            for export in button::states(document, widget)? {
                step();
                if !known.insert(export.clone()) {
                    continue;
                }
                let display = match text {
                    Some(text) => value::text(document, &document.resolve(text)?)?,
                    None => export.clone(),
                };
                options.push(FormFieldOption { export, display });
                check_count(options.len())?;
            }
        }
    }
    Ok(options)
}

fn check_count(count: usize) -> Result<(), PdfError> {
    if count > OPTIONS_MAX {
        return Err(PdfError::TooComplex(format!(
            "more than {OPTIONS_MAX} options of one field"
        )));
    }
    Ok(())
}
