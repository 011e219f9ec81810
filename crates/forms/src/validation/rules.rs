//! Rules between fields.

use crate::form_type::{Field, FormType};
use crate::value::Value;
use crate::{Data, Fault};

/// The rules that the data breaks, which are dates before the one they must not precede: each fault
/// with the path of that other date. `shown` gives the words for the date at a path: whoever
/// mends it looks for those in front of them.
pub fn broken_rules<'form>(
    form_type: &'form FormType,
    data: &Data,
    shown: impl Fn(&str, &str) -> String,
) -> Vec<(Fault, &'form str)> {
    let judged = |field: &'form Field| {
        Some((
            too_early(field, data, &shown)?,
            field.not_before.as_deref()?,
        ))
    };
    form_type.fields().filter_map(judged).collect()
}

fn too_early(field: &Field, data: &Data, shown: impl Fn(&str, &str) -> String) -> Option<Fault> {
    let earliest_path = field.not_before.as_deref()?;
    let (Value::Text(date), Value::Text(earliest)) =
        (data.at(&field.path)?, data.at(earliest_path)?)
    else {
        return None;
    };
    // `YYYY-MM-DD` sorts as the calendar does.
    (date < earliest).then(|| {
        let date = shown(&field.path, date);
        let earliest = shown(earliest_path, earliest);
        let problem =
            format!("{date} lies before {earliest_path} {earliest}, give that day or a later one");
        Fault::new(&field.path, problem)
    })
}
