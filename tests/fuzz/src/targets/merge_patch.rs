//! Merge patches: the bytes hold a form type and two patches behind each other.

use data_json::{JsonLimits, parse, parse_noting};
use forms::validation::{Merge, merge, status};
use forms::value::Object;
use forms::{Data, FormType, Value};

use super::{assert_is_data, form_type};

pub(crate) fn run(bytes: &[u8]) {
    let (choice, patches) = bytes.split_first().unwrap_or((&0, bytes));
    let form_type = form_type(*choice);
    let mut data = merge(form_type, &Data::default(), &nothing()).unwrap_or_default();
    for patch in patches.splitn(2, |byte| *byte == b'\n') {
        data = merged(form_type, data, patch);
    }
}

/// The data after a patch that is right, and as it was after another.
fn merged(form_type: &FormType, data: Data, patch: &[u8]) -> Data {
    if let Ok(noted) = parse_noting(patch, JsonLimits::BODY) {
        let merge = Merge::of(form_type, &data, &noted.value, noted.faults);
        let faults = merge.faults().count();
        assert_eq!(merge.finish().is_err(), faults > 0);
    }
    let Ok(patch) = parse(patch, JsonLimits::BODY) else {
        return data;
    };
    match merge(form_type, &data, &patch) {
        Ok(merged) => {
            assert_is_data(form_type, &merged);
            let twice = merge(form_type, &merged, &patch);
            assert_eq!(twice.as_ref(), Ok(&merged), "a second time changes nothing");
            let same = merge(form_type, &merged, &nothing());
            assert_eq!(same.as_ref(), Ok(&merged), "no member changes nothing");
            let _ = status(form_type, &merged);
            merged
        }
        Err(faults) => {
            assert!(faults.iter().next().is_some(), "a refusal says why");
            data
        }
    }
}

fn nothing() -> Value {
    Value::Object(Object::new())
}
