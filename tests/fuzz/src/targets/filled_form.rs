//! A file that may be filled in from a template that is known: page by page, and by what the
//! template says beside plain values.

use std::borrow::Cow;
use std::sync::LazyLock;

use form_reading::expected_form::BlankTexts;
use form_reading::{ExpectedForm, shapes_in_fields, template_texts};
use forms::form_content::{FormField, PrintedPages};
use forms::{Data, FormContent};
use pdf_read::wire::{self, Job};

use super::form_fields::assert_holds_fields;
use super::{PACKAGES, assert_is_data};
use crate::hybrid_form;

static EXPECTED: LazyLock<ExpectedForm> = LazyLock::new(|| {
    let template = hybrid_form::template();
    let content = pdf_read::read(&template).ok();
    let (fields, beside_fields) = match content {
        Some(FormContent::Fields(fields, runs)) => (fields, runs),
        _ => Default::default(),
    };
    let flat = match pdf_read::read(&hybrid_form::template_flat()) {
        Ok(FormContent::Text(pages)) => pages,
        _ => PrintedPages::default(),
    };
    let file = pdf_read::blank_file(&template).unwrap_or_default();
    ExpectedForm {
        form_type: PACKAGES[0].form_type.clone(),
        others: vec![PACKAGES[1].form_type.clone()],
        blank: BlankTexts {
            flat: flat.texts,
            shapes: shapes_in_fields(flat.shapes, &fields),
            undecodable: flat.undecodable,
            beside_fields,
            fields: fields.iter().cloned().map(FormField::blank).collect(),
            template: template_texts(fields),
            xfa_texts: file.xfa_texts,
            pages: file.pages,
            beginnings: vec![file.beginning],
            ..BlankTexts::default()
        },
    }
});

pub(crate) fn run(pdf: &[u8]) {
    let expected = &*EXPECTED;
    let job = Job::Data(Cow::Borrowed(expected));
    let content = pdf_read::read_for(pdf, &job);
    let answer = wire::answer(&job, content.clone());
    let sent = wire::decode_data(&answer, &expected.form_type);
    let Ok(content) = content else {
        assert!(matches!(sent, Ok(Err(_))), "a refusal is sent as one");
        return;
    };
    let data = expected.data(&content).ok();
    assert_eq!(sent.ok().and_then(Result::ok), data, "it is sent as it is");
    // Few files are recognised; all are read.
    match expected.read(&content) {
        Ok(data) => {
            assert_is_data(&expected.form_type, &data);
            assert_holds_fields(&expected.form_type, &content, &data);
        }
        Err(error) => assert!(error.faults().iter().next().is_some()),
    }
    let blank = &expected.blank;
    if is_page_of_template(pdf)
        && let FormContent::Fields(_, runs) = content
    {
        assert_eq!(
            runs, blank.beside_fields,
            "a page of the template prints what that prints"
        );
    }
}

/// What the file is read as, or why it is not.
pub fn read(pdf: &[u8]) -> Result<Data, String> {
    let job = Job::Data(Cow::Borrowed(&EXPECTED));
    let content = pdf_read::read_for(pdf, &job).map_err(|error| error.to_string())?;
    EXPECTED.read(&content).map_err(|error| error.to_string())
}

/// Whether the first page of a file is known again as that of the template.
pub fn is_page_of_template(pdf: &[u8]) -> bool {
    let pages = pdf_read::blank_file(pdf).unwrap_or_default().pages;
    !pages.is_empty() && pages == EXPECTED.blank.pages
}
