//! Any data that a form type allows → filled PDF → read back → the same data, character for
//! character.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up has failed"
)]

use std::sync::Arc;

use forms::{Data, FormContent};
use ports::{FormOutput, FormPackage, FormWriter as _};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

fn comes_back(package: FormPackage) {
    let package = Arc::new(package);
    let filler = pdf_write::TemplateFiller::default();
    let mut runner = TestRunner::new(Config {
        cases: 60,
        failure_persistence: None,
        ..Config::default()
    });
    let blank = filler
        .fill(&package, &Data::default(), FormOutput::Fillable)
        .unwrap();
    let Ok(FormContent::Fields(_, blank)) = pdf_read::read(&blank) else {
        panic!("the blank form has fields");
    };
    let property = |data: Data| {
        let pdf = filler
            .fill(&package, &data, FormOutput::Fillable)
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        let content =
            pdf_read::read(&pdf).map_err(|refused| TestCaseError::fail(refused.to_string()))?;
        let read = form_reading::read(&package.form_type, &content, &blank)
            .map_err(|fault| TestCaseError::fail(fault.to_string()))?;
        prop_assert_eq!(read, data);
        Ok(())
    };
    if let Err(failure) = runner.run(&roundtrip::any_data(&package.form_type), property) {
        panic!("{failure}");
    }
}

fn builtin(key: &str) -> FormPackage {
    forms_toml::builtin()
        .unwrap()
        .into_iter()
        .find(|package| package.form_type.key == key)
        .unwrap()
}

#[test]
fn whatever_a_project_application_holds_comes_back() {
    comes_back(builtin("pa_form"));
}

#[test]
fn whatever_an_application_for_student_body_funds_holds_comes_back() {
    comes_back(builtin("vsm_form"));
}
