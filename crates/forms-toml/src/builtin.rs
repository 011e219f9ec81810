//! The two built-in form types, `pa_form` and `vsm_form`.

use bytes::Bytes;
use ports::FormPackage;

use crate::{FormTypeError, parse_definition};

const BUILTIN: [(&str, &[u8]); 2] = [
    (
        include_str!("../forms/pa_form/form.toml"),
        include_bytes!("../forms/pa_form/template.pdf"),
    ),
    (
        include_str!("../forms/vsm_form/form.toml"),
        include_bytes!("../forms/vsm_form/template.pdf"),
    ),
];

/// The packages of both. An error if the program was built with a wrong definition.
pub fn builtin() -> Result<Vec<FormPackage>, FormTypeError> {
    let package = |(definition, template): (&'static str, &'static [u8])| {
        Ok(FormPackage::new(
            parse_definition(definition)?,
            Bytes::from_static(definition.as_bytes()),
            Bytes::from_static(template),
        ))
    };
    BUILTIN.into_iter().map(package).collect()
}
