//! Files in which the form was put together with another PDF, or its pages anew. Programs that do
//! so keep fields of one name apart by other names (`costs+1`, `1.name`), so that names alone do
//! not tell whose value it is: what stands in the place of a field on the form's own page does.

mod copies;
mod names;
mod places;

use forms::form_content::{FormContent, FormField};
use forms::form_type::FormType;
use forms::{Fault, Faults};

use crate::outcome::content_error::ContentError;

/// The content with each field once, where a program has copied some; `None` where it is as the
/// file has it. Refused where the form's own page stands in the file twice, or with other fields.
pub(crate) fn settle(
    form_type: &FormType,
    content: &FormContent,
    blank: &[FormField],
) -> Result<Option<FormContent>, ContentError> {
    let single = copies::without_copies(form_type, content.fields(), blank).map_err(refused)?;
    let fields = single.as_deref().unwrap_or(content.fields());
    let faults = places::faults(form_type, fields, blank);
    Faults::unless_none(faults, ()).map_err(refused)?;
    Ok(single.map(|fields| match content {
        FormContent::PartlyFlat(_, pages) => FormContent::PartlyFlat(fields, pages.clone()),
        FormContent::Fields(..) | FormContent::Text(_) => {
            FormContent::Fields(fields, content.texts().to_vec())
        }
    }))
}

fn refused(faults: Faults) -> ContentError {
    ContentError {
        faults,
        ambiguous: true,
    }
}

/// What is wrong with a value of which the form's pages show another one.
fn unlike(path: &str, problem: String) -> Fault {
    let advice = "upload the form as it was before it was put together with another PDF, or fill \
                  in the present form and upload that";
    Fault::new(path, format!("{problem}; {advice}"))
}

#[cfg(test)]
mod tests;
