//! The service beside rows that make no sense, as a disk or somebody with a database program leaves
//! them: what they belong to is named, everything else goes on.

use crate::form::blank;
use crate::page::Page;
use crate::rows::execute;
use crate::service::{MASTER_KEY, Service, refusal};

/// As the alert on a damaged database asks for it.
fn met_damage(service: &Service) -> f64 {
    let series = r#"formservice_database_transactions_total{operation="read",outcome="corrupt"}"#;
    Page::of(service).number(series)
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
