//! Data from another process, that says of itself that it was checked.

use super::{canonical, merge};
use crate::Data;
use crate::form_type::FormType;
use crate::value::{Object, Value};

/// Members as data, if they are exactly what this form type allows, in canonical form. What is
/// wrong with others is not found out. The work grows with the members and no faster.
pub fn checked(form_type: &FormType, members: Object) -> Option<Data> {
    let data = canonical(form_type, &members);
    // What is unknown is gone by now, so that no nearest name is looked for.
    let is_known = *data.members() == members;
    let merged = is_known.then(|| merge(form_type, &Data::default(), &Value::Object(members)))?;
    merged.ok().filter(|merged| *merged == data)
}
