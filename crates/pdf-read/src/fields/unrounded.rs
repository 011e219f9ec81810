//! Numbers that viewers with scripts store as they computed them, and show rounded: what tells how
//! such a number is read. No script is run.

use forms::field_value::may_be_unrounded;
use forms::form_content::{FormField, FormFieldKind, UnroundedNumber};
use ports::PdfError;

use super::group::Group;
use super::look::Looks;
use crate::document::{Document, Object};
use crate::steps::step;

/// `None` where no script writes the number of the field, or it is rounded as it is stored.
pub(super) fn of_field(
    document: &dyn Document,
    looks: &mut Looks,
    field: &FormField,
    group: &Group,
) -> Result<Option<UnroundedNumber>, PdfError> {
    let may_be_one = match field.values.as_slice() {
        [text] => field.kind == FormFieldKind::Text && may_be_unrounded(text),
        _ => false,
    };
    if !may_be_one {
        return Ok(None);
    }
    let is_calculated = is_calculated(document, group)?;
    if !is_calculated && field.number_format.is_none() {
        return Ok(None);
    }
    Ok(Some(UnroundedNumber {
        is_calculated,
        shown: looks.number(document, group)?,
    }))
}

/// Whether it has a script that computes its value (PDF 32000-1, 12.6.3).
fn is_calculated(document: &dyn Document, group: &Group) -> Result<bool, PdfError> {
    for terminal in group.terminals() {
        let widgets = terminal.widgets.iter().map(|widget| &widget.dictionary);
        for dictionary in std::iter::once(&terminal.own).chain(widgets) {
            step();
            let actions = document.dictionary(dictionary, b"AA")?;
            if document.get(&actions, b"C")? != Object::Null {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
