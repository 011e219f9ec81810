//! The order in which faults are told.

use std::collections::HashMap;

use forms::Fault;
use forms::form_content::FormContent;
use forms::form_type::FormType;

/// Puts faults between those that are known, each before the first one that stands behind it in the
/// document.
pub(crate) fn insert(
    form_type: &FormType,
    content: &FormContent,
    broken: Vec<Fault>,
    faults: &mut Vec<Fault>,
) {
    let order = order(form_type, content);
    let place = |fault: &Fault| {
        order
            .get(fault.path.as_str())
            .copied()
            .unwrap_or(usize::MAX)
    };
    for fault in broken {
        let later = faults.iter().position(|other| place(other) > place(&fault));
        faults.insert(later.unwrap_or(faults.len()), fault);
    }
}

/// The order of faults: the order of the fields in the document, or, for what is read label by
/// label, the order of the form type.
fn order<'form>(
    form_type: &'form FormType,
    content: &'form FormContent,
) -> HashMap<&'form str, usize> {
    let fields = content
        .fields()
        .iter()
        .map(|field| form_type.path_of_template_name(&field.name));
    let paths = fields.chain(form_type.fields().map(|field| field.path.as_str()));
    // The first one of a name counts.
    let paths: Vec<&str> = paths.collect();
    paths
        .into_iter()
        .enumerate()
        .rev()
        .map(|(place, path)| (path, place))
        .collect()
}
