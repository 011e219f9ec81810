//! The service beside rows that make no sense, as a disk or somebody with a database program leaves
//! them: what they belong to is named, everything else goes on.

use serde_json::{Value, json};
use test_servers::waiting::wait_until;

use crate::form::blank;
use crate::operator::{answers, call, furnish};
use crate::page::Page;
use crate::rows::{execute, execute_in};
use crate::service::{MASTER_KEY, Service, refusal};

/// As the alert on a damaged database asks for it.
fn met_damage(service: &Service) -> f64 {
    let series = r#"formservice_database_transactions_total{operation="read",outcome="corrupt"}"#;
    Page::of(service).number(series)
}

fn list(service: &Service, query: &str) -> Value {
    let request = service.get(&format!("/applications?{query}"));
    let response = request.header("X-MASTER-KEY", MASTER_KEY).send().unwrap();
    assert_eq!(response.status(), 200, "{query}");
    response.json().unwrap()
}

fn three() -> (Service, Vec<String>) {
    let service = Service::start();
    let uploaded = (0..3).map(|_| service.uploaded("pa_form", blank("pa_form")).path());
    let paths = uploaded.collect();
    (service, paths)
}

#[test]
fn a_row_that_makes_no_sense_is_counted_for_the_alert_on_a_damaged_database() {
    let (service, paths) = three();
    execute(
        &service,
        "UPDATE applications SET data = '{' WHERE pa_id LIKE '%-0002'",
    );
    let get = |path: &str| service.get(path).header("X-MASTER-KEY", MASTER_KEY).send();
    assert_eq!(get(&paths[0]).unwrap().status(), 200);
    assert_eq!(met_damage(&service), 0.0);
    refusal(get(&paths[1]).unwrap(), 500, "internal_error");
    assert_eq!(met_damage(&service), 1.0);
    assert_eq!(get(&paths[2]).unwrap().status(), 200);
    assert_eq!(met_damage(&service), 1.0);
}

#[test]
fn the_list_leaves_out_what_makes_no_sense_and_names_it() {
    let (service, paths) = three();
    let whole = list(&service, "");
    assert_eq!(whole["unreadable"], json!([]));
    execute(
        &service,
        "UPDATE applications SET created_at = -9223372036854775807 WHERE pa_id LIKE '%-0001'; \
         UPDATE applications SET updated_at = 9223372036854775807 WHERE pa_id LIKE '%-0003'",
    );
    assert_eq!(met_damage(&service), 0.0);
    let numbers: Vec<&str> = paths
        .iter()
        .map(|path| path.rsplit('/').next().unwrap())
        .collect();
    let [first, second, third] = numbers[..] else {
        panic!("{numbers:?}")
    };
    let rows = whole["applications"].as_array().unwrap();
    assert_eq!(
        list(&service, ""),
        json!({
            "applications": [rows[1]], "unreadable": [third, first], "total_count": 3,
            "next": null,
        })
    );
    assert!(met_damage(&service) > 0.0);
    let named = format!("corrupt row in applications.updated_at: {third}");
    wait_until("the row in the log", || service.log().contains(&named));
    let page = list(&service, "limit=1");
    assert_eq!(
        (&page["applications"][0]["pa_id"], &page["unreadable"]),
        (&json!(second), &json!([third])),
        "the page goes on to one that makes sense"
    );
    let next = page["next"].as_str().unwrap();
    assert_eq!(
        list(&service, &format!("limit=1&after={next}")),
        json!({"applications": [], "unreadable": [first], "total_count": 3, "next": null})
    );
    let page = list(&service, "limit=1&offset=1");
    assert_eq!(page["applications"], json!([rows[1]]));
}

/// It names no bytes, so there is nothing to remove for it; whatever else is loose goes.
#[test]
fn a_sweep_names_what_is_listed_as_loose_and_is_no_key_and_removes_the_rest() {
    // No service runs on it, which would sweep as well.
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path();
    call(folder, &["migrate"]).with(0);
    std::fs::create_dir_all(folder.join("data/blobs/staging")).unwrap();
    execute_in(
        folder,
        "INSERT INTO loose_blobs (key, since) VALUES ('../x', 0), (CAST(X'41FF' AS TEXT), 0), \
            ('00112233445566778899aabbccddeeff', 1), ('short', 0)",
    );
    let said = call(folder, &["sweep"]).with(1);
    for named in ["../x", "A\u{FFFD}", "short"] {
        let line = format!("corrupt row in loose_blobs.key: {named}");
        assert!(said.contains(&line), "{said}");
    }
    assert!(said.contains("1 loose blob"), "{said}");
    execute_in(folder, "DELETE FROM loose_blobs");
    let said = call(folder, &["sweep"]).with(0);
    assert!(said.contains("0 loose blobs"), "{said}");
}

/// Nobody can say how many numbers its year has given, so a copy counts anew.
#[test]
fn a_counter_that_makes_no_sense_is_named_once_and_costs_no_application_its_copy() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let paths: Vec<String> = (0..2).map(|_| furnish(&service, 10)).collect();
    let before = answers(&service, &paths);
    let folder = service.folder();
    execute(
        &service,
        "PRAGMA ignore_check_constraints = ON; UPDATE year_counters SET last_number = 70000",
    );
    let names_it = |said: String| {
        let fault = "of year_counters: last_number makes no sense";
        assert_eq!(said.matches(fault).count(), 1, "{said}");
        said
    };
    let said = names_it(call(folder, &["verify"]).with(1));
    assert!(said.contains("2 applications with 6 blobs"), "{said}");
    assert!(said.contains(": 1 fault"), "{said}");
    let moved = "sqlite:moved/formservice.db,file:moved/blobs";
    let said = names_it(call(folder, &["move", "--to", moved]).with(1));
    assert!(said.contains("2 applications copied"), "{said}");
    let said = names_it(call(folder, &["backup", "copy"]).with(1));
    assert!(said.contains("2 applications with 6 blobs"), "{said}");
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = folder.join("copy");
    call(elsewhere.path(), &["restore", copy.to_str().unwrap()]).with(1);
    call(elsewhere.path(), &["verify"]).with(0);
    let restored = Service::start_in(elsewhere);
    assert_eq!(answers(&restored, &paths), before);
    let next = restored.uploaded("pa_form", blank("pa_form")).pa_id;
    assert!(next.ends_with("-0003"), "{next}");
}

#[test]
fn forms_list_counts_applications_whose_version_can_name_none_as_of_an_unknown_one() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    for _ in 0..3 {
        service.uploaded("pa_form", blank("pa_form"));
    }
    execute(
        &service,
        "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \
         UPDATE applications SET form_package = X'00' WHERE pa_id LIKE '%-0002'",
    );
    let listed = call(service.folder(), &["forms", "list"]).printed();
    let counts: Vec<Vec<&str>> = listed
        .lines()
        .filter(|line| line.starts_with("pa_form"))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(
        counts[0],
        ["pa_form", "unknown", "not", "stored", "1"],
        "{listed}"
    );
    assert_eq!(counts[1][4], "2", "{listed}");
}

/// SQLite takes any bytes for a text.
#[test]
fn an_application_whose_form_type_is_no_text_ends_neither_the_service_nor_its_commands() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    for _ in 0..2 {
        service.uploaded("pa_form", blank("pa_form"));
    }
    execute(
        &service,
        "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \
         UPDATE applications SET form_type = CAST(X'70FF' AS TEXT), form_package = NULL \
         WHERE pa_id LIKE '%-0001'; \
         UPDATE application_counts SET applications = 7",
    );
    let folder = service.end();
    let listed = call(folder.path(), &["forms", "list"]).printed();
    let is_named = |line: &str| line.starts_with("p\u{FFFD}") && line.contains("unknown");
    assert!(listed.lines().any(is_named), "{listed}");
    let said = call(folder.path(), &["recount"]).with(0);
    assert!(said.contains("p\u{FFFD}"), "{said}");
    let said = call(folder.path(), &["recount"]).with(0);
    assert!(!said.contains("p\u{FFFD}"), "{said}");
    let restarted = Service::start_in(folder);
    let readable = list(&restarted, "");
    assert_eq!(readable["total_count"], 2);
    assert_eq!(readable["applications"].as_array().unwrap().len(), 1);
}
