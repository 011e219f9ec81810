//! Takes back data from another process that claims to have checked it.

use super::{canonical, merge};
use crate::Data;
use crate::form_type::FormType;
use crate::value::{Object, Value};

/// The members as data, if they are exactly canonical data of this form type; `None` does not tell
/// what is wrong. The work grows linearly with the members.
pub fn checked(form_type: &FormType, members: Object) -> Option<Data> {
    let data = canonical(form_type, &members);
    // What is unknown is gone by now, so that no nearest name is looked for.
    let is_known = *data.members() == members;
    let merged = is_known.then(|| merge(form_type, &Data::default(), &Value::Object(members)))?;
    merged.ok().filter(|merged| *merged == data)
}
