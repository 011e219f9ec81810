//! A backup of rows that somebody has changed behind the service's back.

use std::path::Path;

use crate::form::blank;
use crate::operator::{answers, call, furnish};
use crate::rows::{execute, execute_in};
use crate::service::Service;

/// One application whose row makes no sense costs no other one its backup.
#[test]
fn a_backup_of_rows_that_make_no_sense_has_all_others_and_says_so_when_it_is_restored() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    for _ in 0..3 {
        furnish(&service, 10);
    }
    execute(
        &service,
        "UPDATE applications SET data = '{' WHERE pa_id LIKE '%-0001'; \
         DELETE FROM history WHERE pa_id LIKE '%-0002' AND number = 2;",
    );
    let said = call(service.folder(), &["backup", "copy"]).with(1);
    assert!(
        said.contains("-0001 of applications: data makes no sense"),
        "{said}"
    );
    assert!(
        said.contains("-0002: entry 2 of the history is missing"),
        "{said}"
    );
    assert!(said.contains("2 applications with 6 blobs"), "{said}");
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = service.folder().join("copy");
    let said = call(elsewhere.path(), &["restore", copy.to_str().unwrap()]).with(1);
    assert!(
        said.contains("-0002: entry 2 of the history is missing"),
        "{said}"
    );
    let restored = Service::start_in(elsewhere);
    let uploaded = restored.uploaded("pa_form", blank("pa_form"));
    assert!(uploaded.pa_id.ends_with("-0004"), "{}", uploaded.pa_id);
}

/// As whoever deletes rows with a program that looks after no references leaves it. No store takes
/// such rows, so without this no application at all would have its backup, or come back from one.
#[test]
fn of_rows_that_name_what_is_not_there_all_of_the_rest_is_copied() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let paths: Vec<String> = (0..3).map(|_| furnish(&service, 10)).collect();
    let whole = &paths[2..];
    let before = answers(&service, whole);
    let damage = "PRAGMA foreign_keys = OFF; \
         DELETE FROM offers WHERE pa_id LIKE '%-0001'; \
         DELETE FROM attachments WHERE pa_id LIKE '%-0002' AND size_bytes = 5;";
    call(service.folder(), &["backup", "older/data"]).with(0);
    execute_in(&service.folder().join("older"), damage);
    execute(&service, damage);
    names_both(service.folder(), &["verify"]);
    let said = names_both(service.folder(), &["backup", "copy"]);
    assert!(said.contains("3 applications with 8 blobs"), "{said}");

    let (elsewhere, later) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let copy = |name: &str| service.folder().join(name).to_str().unwrap().to_owned();
    let said = call(elsewhere.path(), &["restore", &copy("copy")]).with(1);
    assert!(said.contains("it was made with 2 faults"), "{said}");
    let said = names_both(later.path(), &["restore", &copy("older/data")]);
    assert!(said.contains("3 of 3 applications are back"), "{said}");
    for restored in [elsewhere, later] {
        call(restored.path(), &["verify"]).with(0);
        assert_eq!(answers(&Service::start_in(restored), whole), before);
    }
}

/// Such a row cannot even be asked for. It costs no other application its copy, nor the look of
/// `verify` at the others; a copy of before, which is all that is left of it, stays.
#[test]
fn of_rows_whose_number_makes_no_sense_all_others_are_copied() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let paths: Vec<String> = (0..3).map(|_| furnish(&service, 10)).collect();
    let whole = [paths[0].clone(), paths[2].clone()];
    let before = answers(&service, &whole);
    let damage = "PRAGMA foreign_keys = OFF; \
         UPDATE applications SET pa_id = CAST(X'73656E73FF' AS TEXT) WHERE pa_id LIKE '%-0002';";
    let folder = service.folder();
    let moved = "sqlite:moved/formservice.db,file:moved/blobs";
    call(folder, &["move", "--to", moved]).with(0);
    call(folder, &["backup", "older/data"]).with(0);
    execute_in(&folder.join("older"), damage);
    execute(&service, damage);
    let names_it = |said: String| {
        let fault = "row sens\u{FFFD} of applications: pa_id makes no sense";
        assert!(said.contains(fault), "{said}");
        said
    };
    names_it(call(folder, &["verify"]).with(1));
    let said = names_it(call(folder, &["backup", "copy"]).with(1));
    assert!(said.contains("2 applications with 6 blobs"), "{said}");
    let said = call(folder, &["move", "--to", moved]).with(1);
    assert!(said.contains("the source does not have (2"), "{said}");

    let (elsewhere, later) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let copy = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let said = call(elsewhere.path(), &["restore", &copy("copy")]).with(1);
    assert!(said.contains("it was made with 1 fault"), "{said}");
    let said = names_it(call(later.path(), &["restore", &copy("older/data")]).with(1));
    assert!(said.contains("2 of 3 applications are back"), "{said}");
    for restored in [elsewhere, later] {
        call(restored.path(), &["verify"]).with(0);
        assert_eq!(answers(&Service::start_in(restored), &whole), before);
    }
}

/// A single bit of a failing disk can do that: the rows around it are as they were, and the file of
/// SQLite is whole.
#[test]
fn of_rows_whose_text_is_none_any_more_all_others_are_copied() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let paths: Vec<String> = (0..5).map(|_| furnish(&service, 10)).collect();
    let whole = &paths[4..];
    let before = answers(&service, whole);
    let broken = "CAST(X'7B2261223A22FF227D' AS TEXT)";
    execute(
        &service,
        &format!(
            "UPDATE applications SET data = {broken} WHERE pa_id LIKE '%-0001'; \
             UPDATE applications SET form_type = {broken} WHERE pa_id LIKE '%-0002'; \
             UPDATE attachments SET filename = {broken} WHERE pa_id LIKE '%-0003'; \
             UPDATE offers SET supplier_name = {broken} WHERE pa_id LIKE '%-0004';"
        ),
    );
    let named = [
        "-0001 of applications",
        "-0002 of applications",
        "-0003 of attachments",
        "-0004 of offers",
    ];
    let folder = service.folder();
    let moved = "sqlite:moved/formservice.db,file:moved/blobs";
    for arguments in [
        &["verify"][..],
        &["backup", "copy"],
        &["move", "--to", moved],
    ] {
        let said = call(folder, arguments).with(1);
        for row in named {
            let fault = format!("{row}: a text makes no sense");
            assert!(said.contains(&fault), "{arguments:?}: {fault}: {said}");
        }
    }
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = folder.join("copy");
    call(elsewhere.path(), &["restore", copy.to_str().unwrap()]).with(1);
    call(elsewhere.path(), &["verify"]).with(0);
    assert_eq!(answers(&Service::start_in(elsewhere), whole), before);
}

/// What is copied of it before is worth more than nothing, and is no reason to refuse all others.
#[test]
fn a_move_that_goes_on_keeps_the_copy_of_a_row_that_makes_no_sense_by_now() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let paths: Vec<String> = (0..2).map(|_| furnish(&service, 10)).collect();
    let before = answers(&service, &paths);
    let (folder, target) = (service.folder(), tempfile::tempdir().unwrap());
    let data = target.path().join("data");
    let to = format!("sqlite:{0}/formservice.db,file:{0}/blobs", data.display());
    call(folder, &["move", "--to", &to]).with(0);
    execute(
        &service,
        "UPDATE applications SET data = '{' WHERE pa_id LIKE '%-0001'",
    );
    let said = call(folder, &["move", "--to", &to]).with(1);
    assert!(
        said.contains("-0001 of applications: data makes no sense"),
        "{said}"
    );
    assert_eq!(answers(&Service::start_in(target), &paths), before);
}

/// Such a row costs the service no start, and no application of another form type anything.
#[test]
fn of_a_form_version_whose_row_makes_no_sense_all_others_are_served_and_copied() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    furnish(&service, 10);
    let other = [service.uploaded("vsm_form", blank("vsm_form")).path()];
    let before = answers(&service, &other);
    execute(
        &service,
        "UPDATE form_packages SET version = 4294967296 WHERE form_type = 'pa_form'",
    );
    let service = service.kill_and_restart();
    assert_eq!(answers(&service, &other), before);
    let folder = service.folder();
    let moved = "sqlite:moved/formservice.db,file:moved/blobs";
    for arguments in [
        &["verify"][..],
        &["backup", "copy"],
        &["move", "--to", moved],
    ] {
        let said = call(folder, arguments).with(1);
        for row in [
            " of form_packages: version makes no sense",
            "-0001 of applications: form_package makes no sense",
        ] {
            assert!(said.contains(row), "{arguments:?}: {row}: {said}");
        }
    }
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = folder.join("copy");
    call(elsewhere.path(), &["restore", copy.to_str().unwrap()]).with(1);
    assert_eq!(answers(&Service::start_in(elsewhere), &other), before);
}

/// `recount` mends it, also while the service runs: so it must run.
#[test]
fn a_count_that_makes_no_sense_keeps_no_service_from_starting() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let paths = [furnish(&service, 10)];
    let before = answers(&service, &paths);
    execute(&service, "UPDATE application_counts SET applications = -1");
    let service = service.kill_and_restart();
    assert_eq!(answers(&service, &paths), before);
    call(service.folder(), &["recount"]).with(0);
    call(service.folder(), &["verify"]).with(0);
}

/// What a command says that names the two faults, and ends with 1.
fn names_both(folder: &Path, arguments: &[&str]) -> String {
    let said = call(folder, arguments).with(1);
    for fault in [
        "-0001: the preferred offer of costs.0 is none of its offers",
        "-0002: offer 2 of costs.0 names no attachment of it",
    ] {
        assert!(said.contains(fault), "{said}");
    }
    said
}
