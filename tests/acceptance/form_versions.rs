//! A form type may change, an application does not.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use test_harness::storage;

use crate::form::{filled, package, summer_festival};
use crate::operator::{answers, furnish_as};
use crate::rows::execute;
use crate::service::{MASTER_KEY, Service, refusal};

const DEFINITION: &str = include_str!("../../crates/forms-toml/forms/pa_form/form.toml");
pub(crate) const KEY: &str = "verein_form";
pub(crate) const FORMS_DIR: &str = "FORMSERVICE__FORMS__DIR";

/// The definition of before, with this version.
pub(crate) fn definition(version: u32) -> String {
    replaced(DEFINITION, "\"pa_form\"", "\"verein_form\"")
        .replace("\nversion = 2\n", &format!("\nversion = {version}\n"))
}

/// A field has another name, one is gone, one has another type.
fn changed(version: u32) -> String {
    let definition = definition(version);
    let renamed = replaced(&definition, "key = \"participants\"", "key = \"guests\"");
    let (before, rest) = renamed.split_once("key = \"studentBenefit\"").unwrap();
    let (_, after) = rest.split_once("[[section]]").unwrap();
    let before = before.rsplit_once("[[section.entry]]").unwrap().0;
    let without = format!("{before}[[section]]{after}");
    let (before, rest) = without.split_once("key = \"courseOfStudy\"").unwrap();
    let rest = rest.replacen("type = \"text\"", "type = \"integer\"", 1);
    let rest = rest.replacen("max_length = 200\n", "", 1);
    format!("{before}key = \"courseOfStudy\"{rest}")
}

pub(crate) fn replaced(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "{old}");
    text.replacen(old, new, 1)
}

/// Puts a form type into the folder of form types, and the like in the place of `pa_form`, so that
/// that one never fits better.
pub(crate) fn put(forms: &Path, definition: &str, template_of: &str) {
    let pa_form = replaced(definition, "\"verein_form\"", "\"pa_form\"");
    for (folder, definition) in [("verein", definition), ("pa", &pa_form)] {
        let folder = forms.join(folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("form.toml"), definition).unwrap();
        fs::write(folder.join("template.pdf"), &package(template_of).template).unwrap();
    }
}

pub(crate) fn folder_of_forms() -> (TempDir, String) {
    let forms = tempfile::tempdir().unwrap();
    put(forms.path(), &definition(1), "pa_form");
    let path = forms.path().to_str().unwrap().to_owned();
    (forms, path)
}

fn json_of(service: &Service, path: &str) -> Value {
    let request = service.get(path).header("X-MASTER-KEY", MASTER_KEY);
    request.send().unwrap().json().unwrap()
}

fn patch(service: &Service, path: &str, patch: &Value) -> reqwest::blocking::Response {
    let request = service.put(path).header("X-MASTER-KEY", MASTER_KEY);
    request.json(patch).send().unwrap()
}

/// Fields that only the version of before has can be changed, and those of a later one cannot.
fn is_changed_by_its_own_version(service: &Service, path: &str) {
    for participants in [7, 120] {
        let change = json!({
            "participants": participants, "courseOfStudy": "Physik", "studentBenefit": null,
        });
        let changed = patch(service, path, &change);
        assert_eq!(changed.status(), 200);
        let data = &changed.json::<Value>().unwrap()["data"];
        assert_eq!(data["participants"], participants);
        assert_eq!(data["courseOfStudy"], "Physik");
    }
    refusal(
        patch(service, path, &json!({"guests": 7})),
        400,
        "data_invalid",
    );
    // Where its folder is gone, GET /forms does not describe it.
    let sentence = refusal(
        patch(service, path, &json!({"zzz": 7})),
        400,
        "data_invalid",
    );
    assert!(
        sentence.contains("give name, projectBeginn, "),
        "{sentence}"
    );
    let number = json!({"courseOfStudy": 7});
    refusal(patch(service, path, &number), 400, "data_invalid");
}

#[test]
fn every_answer_is_as_before_when_the_form_type_has_changed_or_is_gone() {
    let (forms, path_of_forms) = folder_of_forms();
    let service = Service::start_with(&[(FORMS_DIR, &path_of_forms)]);
    let paths = [furnish_as(&service, KEY, 10), furnish_as(&service, KEY, 10)];
    let before = answers(&service, &paths);
    assert_eq!(json_of(&service, &paths[0])["form_version"], 1);
    put(forms.path(), &changed(2), "vsm_form");
    let service = service.kill_and_restart();
    assert_eq!(answers(&service, &paths), before);
    is_changed_by_its_own_version(&service, &paths[0]);
    let new = service.uploaded(KEY, filled("pa_form", &json!({"name": "Neu"})));
    assert_eq!(json_of(&service, &new.path())["form_version"], 2);
    for (path, own, other) in [
        (&paths[0], "participants", "guests"),
        (&new.path(), "guests", "participants"),
    ] {
        let schema = json_of(&service, &format!("{path}?format=schema"));
        let fields = schema["properties"].as_object().unwrap();
        assert!(
            fields.contains_key(own) && !fields.contains_key(other),
            "{path}"
        );
    }
    refusal(
        patch(&service, &new.path(), &json!({"participants": 7})),
        400,
        "data_invalid",
    );
    // What was changed by its own version is the same again when the folder is as it was.
    let between = answers(&service, &paths);
    put(forms.path(), &definition(1), "pa_form");
    let service = service.kill_and_restart();
    assert_eq!(answers(&service, &paths), between);
    fs::remove_dir_all(forms.path().join("verein")).unwrap();
    let service = service.kill_and_restart();
    assert_eq!(answers(&service, &paths), between);
    is_changed_by_its_own_version(&service, &paths[1]);
    assert_eq!(json_of(&service, &new.path())["form_version"], 2);
    let pdf = filled("pa_form", &summer_festival());
    refusal(service.upload(KEY, pdf), 400, "form_type_unknown");
}

#[test]
fn instances_with_different_folders_serve_each_application_alike() {
    let shared = tempfile::tempdir().unwrap();
    let (blobs, storage) = storage::shared(shared.path());
    let (old_forms, old_path) = folder_of_forms();
    let (new_forms, new_path) = folder_of_forms();
    put(new_forms.path(), &changed(1), "vsm_form");
    let among = |forms: &str| {
        let forms = (FORMS_DIR.to_owned(), forms.to_owned());
        Service::start_among(storage.iter().cloned().chain([forms]).collect())
    };
    let (old, new) = (among(&old_path), among(&new_path));
    let of_old = furnish_as(&old, KEY, 10);
    let of_new = new
        .uploaded(KEY, filled("pa_form", &json!({"name": "Neu"})))
        .path();
    assert_eq!(
        answers(&new, std::slice::from_ref(&of_old)),
        answers(&old, std::slice::from_ref(&of_old))
    );
    is_changed_by_its_own_version(&new, &of_old);
    refusal(
        patch(&old, &of_new, &json!({"participants": 7})),
        400,
        "data_invalid",
    );
    assert_eq!(patch(&old, &of_new, &json!({"guests": 7})).status(), 200);
    assert_eq!(json_of(&new, &of_new)["data"]["guests"], 7);
    drop((old_forms, new_forms, blobs));
}

#[test]
fn a_backup_has_the_form_versions_and_is_restored_without_the_folder() {
    let (forms, path_of_forms) = folder_of_forms();
    let service = Service::start_with(&[(FORMS_DIR, &path_of_forms)]);
    let paths = [furnish_as(&service, KEY, 10)];
    let before = answers(&service, &paths);
    drop(forms);
    let backup = tempfile::tempdir().unwrap();
    let backup = backup.path().join("monday");
    let backup = backup.to_str().unwrap();
    service.call(&["backup", backup]).with(0);
    let restored = Service::start_after(&["restore", backup]);
    assert_eq!(answers(&restored, &paths), before);
    is_changed_by_its_own_version(&restored, &paths[0]);
    restored.call(&["verify"]).with(0);
}

#[test]
fn check_and_the_start_name_a_folder_that_changed_under_its_number() {
    let (forms, path_of_forms) = folder_of_forms();
    let service = Service::start_with(&[(FORMS_DIR, &path_of_forms)]);
    let settings = [(FORMS_DIR, path_of_forms.as_str())];
    furnish_as(&service, KEY, 10);
    service.call_with(&["check"], &settings).with(0);
    put(
        forms.path(),
        &definition(1).replace("Projektantrag", "Vereinsantrag"),
        "pa_form",
    );
    let said = service.call_with(&["check"], &settings).with(1);
    assert!(
        said.contains("Form verein_form: its definition or template is not"),
        "{said}"
    );
    let service = service.kill_and_restart();
    assert!(
        service.log().contains("raise `version`"),
        "{}",
        service.log()
    );
    put(
        forms.path(),
        &definition(2).replace("Projektantrag", "Vereinsantrag"),
        "pa_form",
    );
    service.call_with(&["check"], &settings).with(0);
}

#[test]
fn check_and_the_start_name_a_form_type_of_applications_that_no_folder_has() {
    let (forms, path_of_forms) = folder_of_forms();
    let service = Service::start_with(&[(FORMS_DIR, &path_of_forms)]);
    let settings = [(FORMS_DIR, path_of_forms.as_str())];
    furnish_as(&service, KEY, 10);
    let said = service.call_with(&["check"], &settings).with(0);
    let listed = "3 form types (pa_form, verein_form, vsm_form)";
    assert!(said.contains(listed), "{said}");
    assert!(!said.contains("no form type here"), "{said}");
    // As when the folder of form types is not mounted.
    for folder in ["verein", "pa"] {
        fs::remove_dir_all(forms.path().join(folder)).unwrap();
    }
    let told = "Form verein_form: it is no form type here";
    let said = service.call_with(&["check"], &settings).with(0);
    assert!(said.contains(told), "{said}");
    let service = service.kill_and_restart();
    assert!(service.log().contains(told), "{}", service.log());
}

#[test]
fn forms_list_shows_versions_and_how_many_applications_have_them() {
    let (forms, path_of_forms) = folder_of_forms();
    let service = Service::start_with(&[(FORMS_DIR, &path_of_forms)]);
    furnish_as(&service, KEY, 10);
    furnish_as(&service, KEY, 10);
    put(forms.path(), &changed(2), "vsm_form");
    let settings = [(FORMS_DIR, path_of_forms.as_str())];
    let listed = service.call_with(&["forms", "list"], &settings).printed();
    let rows = listed.lines().filter(|line| line.starts_with(KEY));
    let rows: Vec<Vec<&str>> = rows.map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 2, "{listed}");
    assert_eq!((rows[0][1], rows[0].last()), ("1", Some(&"2")), "{listed}");
    assert_eq!(rows[1][1], "2", "{listed}");
    assert!(rows[1].ends_with(&[
        "not",
        "used",
        "yet",
        "0",
        "new",
        "applications",
        "get",
        "it"
    ]));
}

#[test]
fn an_application_whose_version_nobody_has_can_be_read_and_is_whole_when_its_form_type_is_back() {
    let (forms, path_of_forms) = folder_of_forms();
    let service = Service::start_with(&[(FORMS_DIR, &path_of_forms)]);
    let path = furnish_as(&service, KEY, 10);
    let before = answers(&service, std::slice::from_ref(&path));
    let data = json_of(&service, &path)["data"].clone();
    // As the versions that did not store packages left it, before the folder went.
    execute(
        &service,
        "UPDATE applications SET form_package = NULL; DELETE FROM form_packages;",
    );
    fs::remove_dir_all(forms.path().join("verein")).unwrap();
    let service = service.kill_and_restart();
    let read = json_of(&service, &path);
    assert_eq!(
        (&read["data"], &read["form_version"]),
        (&data, &Value::Null)
    );
    let get = |rest: &str| {
        let request = service.get(&format!("{path}{rest}"));
        request.header("X-MASTER-KEY", MASTER_KEY).send().unwrap()
    };
    for rest in [
        "?format=pdf",
        "?format=pdf&flatten=true",
        "?format=report",
        "?format=sources",
        "/check",
    ] {
        let sentence = refusal(get(rest), 500, "form_version_missing");
        assert!(sentence.contains("bring it back"), "{sentence}");
    }
    let change = patch(&service, &path, &json!({"participants": 7}));
    refusal(change, 500, "form_version_missing");
    for rest in [
        "?format=original",
        "/attachments",
        "/costs/0/offers",
        "/history",
    ] {
        assert_eq!(get(rest).status(), 200, "{rest}");
    }
    let settings = [(FORMS_DIR, path_of_forms.as_str())];
    let said = service.call_with(&["check"], &settings).with(1);
    assert!(said.contains(KEY), "{said}");
    put(forms.path(), &definition(1), "pa_form");
    let service = service.kill_and_restart();
    assert_eq!(answers(&service, std::slice::from_ref(&path)), before);
    is_changed_by_its_own_version(&service, &path);
}
