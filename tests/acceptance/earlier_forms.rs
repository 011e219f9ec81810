//! Forms that people have filled in before the form type changed, and upload afterwards.

use std::fs;
use std::path::Path;

use crate::form::{filled, summer_festival};
use crate::form_versions::{FORMS_DIR, KEY, definition, folder_of_forms, put, replaced};
use crate::service::{MASTER_KEY, Service, refusal};

/// Puts a definition with another layout into both folders, and has its templates made.
fn lay_out_anew(service: &Service, forms: &Path, definition: &str) {
    put(forms, definition, "pa_form");
    for folder in ["verein", "pa"] {
        let folder = forms.join(folder);
        fs::remove_file(folder.join("template.pdf")).unwrap();
        let folder = folder.to_str().unwrap();
        service.call(&["forms", "make", folder]).with(0);
    }
}

#[test]
fn a_form_from_before_the_layout_changed_is_read_with_its_fields_and_refused_without() {
    let (forms, path_of_forms) = folder_of_forms();
    let service = Service::start_with(&[(FORMS_DIR, &path_of_forms)]);
    let before = service.uploaded(KEY, filled("pa_form", &summer_festival()));
    let printed = |rest: &str| {
        let request = service.get(&format!("{}?format=pdf{rest}", before.path()));
        let answer = request.header("X-MASTER-KEY", MASTER_KEY).send().unwrap();
        answer.bytes().unwrap().to_vec()
    };
    let (with_fields, flat) = (printed(""), printed("&flatten=true"));
    for rows in [8, 15] {
        let fewer_or_more = replaced(&definition(2), "rows = 12", &format!("rows = {rows}"));
        lay_out_anew(&service, forms.path(), &fewer_or_more);
        let later = Service::start_with(&[(FORMS_DIR, &path_of_forms)]);
        let read = later.uploaded(KEY, with_fields.clone());
        assert_eq!(read.answer["data"], before.answer["data"], "{rows} rows");
        let sentence = refusal(later.upload(KEY, flat.clone()), 400, "pdf_ambiguous");
        assert!(sentence.contains("another version"), "{sentence}");
    }
}
