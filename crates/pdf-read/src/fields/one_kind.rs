//! Fields of one name and different kinds.
//!
//! Some forms give one name to a box and to the text beside it, which the standard does not allow
//! (PDF 32000-1, 12.7.3.2). Everybody sees what is filled in all the same, as long as it is one of
//! them: that is the field. Where nothing is filled in it is the first one.

use std::collections::HashMap;

use forms::form_content::FormField;
use ports::PdfError;

/// The fields, each name once; those without a name share none.
pub(super) fn of_each_name(fields: Vec<FormField>) -> Result<Vec<FormField>, PdfError> {
    let mut chosen: Vec<FormField> = Vec::with_capacity(fields.len());
    let mut positions: HashMap<String, usize> = HashMap::new();
    for field in fields {
        let known = positions.get(&field.name);
        let known = known.and_then(|position| chosen.get_mut(*position));
        match known.filter(|known| !known.name.is_empty()) {
            None => {
                positions.insert(field.name.clone(), chosen.len());
                chosen.push(field);
            }
            Some(_) if !is_filled_in(&field) => {}
            Some(known) if !is_filled_in(known) => *known = field,
            Some(_) => {
                return Err(PdfError::Ambiguous(format!(
                    "the field {} has two types",
                    field.name
                )));
            }
        }
    }
    Ok(chosen)
}

/// Whether it holds a value, or has a look that may show one. The looks of a list show its options.
fn is_filled_in(field: &FormField) -> bool {
    let shows_more = !field.lists_options && !field.unstored_looks.is_empty();
    shows_more || !field.is_blank()
}
