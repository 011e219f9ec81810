//! Definitions of form types.

use std::borrow::Cow;

use bytes::Bytes;
use form_reading::ExpectedForm;
use form_reading::expected_form::BlankTexts;
use forms::Data;
use forms::validation::{merge, status};
use forms::value::{Object, Value};
use forms_toml::{TomlFormParser, definition_text, parse_definition};
use pdf_read::wire::{self, Job};
use ports::FormParser as _;

pub(crate) fn run(bytes: &[u8]) {
    let stored = TomlFormParser.parse(Bytes::copy_from_slice(bytes), Bytes::new());
    let Ok(form_type) = parse_definition(&String::from_utf8_lossy(bytes)) else {
        return;
    };
    if str::from_utf8(bytes).is_ok() {
        let stored = stored.map(|package| package.form_type).ok();
        assert_eq!(
            stored.as_ref(),
            Some(&form_type),
            "what is taken can be stored"
        );
    }
    let text = definition_text(&form_type);
    assert_eq!(
        parse_definition(&text).ok().as_ref(),
        Some(&form_type),
        "{text}"
    );
    let blank = merge(&form_type, &Data::default(), &Value::Object(Object::new()));
    let _ = status(&form_type, &blank.unwrap_or_default());
    let expected = ExpectedForm {
        form_type,
        others: Vec::new(),
        blank: BlankTexts::default(),
    };
    let job = Job::Data(Cow::Owned(expected));
    let sent = wire::encode_job(&job);
    assert_eq!(wire::decode_job(&sent).ok(), Some(job));
}
