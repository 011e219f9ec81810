//! The doors, one file each.

pub(crate) mod definition;
pub mod filled_form;
pub(crate) mod filling;
pub(crate) mod flat_text;
pub(crate) mod form_fields;
pub(crate) mod json;
pub(crate) mod keys;
pub(crate) mod merge_patch;
pub(crate) mod multipart;
pub(crate) mod pdf;
pub(crate) mod protocol;
pub(crate) mod text_string;
pub(crate) mod values;

use std::sync::LazyLock;

use forms::validation::{checked, merge};
use forms::{Data, FormType};
use ports::FormPackage;

/// The built-in form types.
#[expect(clippy::expect_used, reason = "the built-in form types are right")]
pub(crate) static PACKAGES: LazyLock<Vec<FormPackage>> =
    LazyLock::new(|| forms_toml::builtin().expect("built-in form types"));

/// One of the built-in form types.
pub(crate) fn form_type(choice: u8) -> &'static FormType {
    &PACKAGES[usize::from(choice) % PACKAGES.len()].form_type
}

/// Asserts that this is data as every other door takes it: from a worker, from the store, and as
/// the body of a PUT.
pub(crate) fn assert_is_data(form_type: &FormType, data: &Data) {
    let members = data.members().clone();
    assert_eq!(checked(form_type, members).as_ref(), Some(data), "checked");
    let value = data.clone().into_value();
    let merged = merge(form_type, &Data::default(), &value);
    assert_eq!(merged.as_ref(), Ok(data), "merged");
    let text = data_json::to_text(&value);
    let stored = data_json::parse(text.as_bytes(), data_json::JsonLimits::STORED);
    assert_eq!(stored, Ok(value), "stored");
}
