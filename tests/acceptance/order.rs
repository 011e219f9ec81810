//! 401 before 403 before 404 before 400, on every endpoint that needs a key.

use reqwest::blocking::Response;

use crate::form::blank;
use crate::service::{MASTER_KEY, Service, refusal};

/// What a key must be for.
#[derive(Clone, Copy, PartialEq)]
enum Needs {
    TheApplication,
    TheMaster,
}
use Needs::{TheApplication, TheMaster};

/// Method, path below an application, whose key it needs, and the code of what is wrong where the
/// addressed thing lies in the application and is not there.
const ENDPOINTS: [(&str, &str, Needs, Option<&str>); 22] = [
    ("GET", "", TheApplication, None),
    ("PUT", "", TheApplication, None),
    ("DELETE", "", TheMaster, None),
    ("POST", "/key", TheMaster, None),
    ("GET", "/check", TheApplication, None),
    ("GET", "/history?limit=0", TheApplication, None),
    ("GET", "/attachments", TheApplication, None),
    ("POST", "/attachments", TheApplication, None),
    (
        "GET",
        "/attachments/999",
        TheApplication,
        Some("attachment_not_found"),
    ),
    (
        "DELETE",
        "/attachments/999",
        TheApplication,
        Some("attachment_not_found"),
    ),
    (
        "GET",
        "/costs/100/offers",
        TheApplication,
        Some("cost_position_not_found"),
    ),
    (
        "POST",
        "/costs/100/offers",
        TheApplication,
        Some("cost_position_not_found"),
    ),
    (
        "PUT",
        "/costs/100/justification",
        TheApplication,
        Some("cost_position_not_found"),
    ),
    (
        "PUT",
        "/costs/0/offers/999/preferred",
        TheApplication,
        Some("offer_not_found"),
    ),
    (
        "DELETE",
        "/costs/0/offers/999",
        TheApplication,
        Some("offer_not_found"),
    ),
    (
        "DELETE",
        "/attachments/-1",
        TheApplication,
        Some("attachment_not_found"),
    ),
    (
        "GET",
        "/costs/99999999999999999999/offers",
        TheApplication,
        Some("cost_position_not_found"),
    ),
    // Each number has one spelling.
    (
        "POST",
        "/costs/00/offers",
        TheApplication,
        Some("cost_position_not_found"),
    ),
    (
        "GET",
        "/costs/+0/offers",
        TheApplication,
        Some("cost_position_not_found"),
    ),
    (
        "DELETE",
        "/costs/0/offers/0999",
        TheApplication,
        Some("offer_not_found"),
    ),
    (
        "PUT",
        "/costs/100/offers/abc/preferred",
        TheApplication,
        Some("cost_position_not_found"),
    ),
    (
        "DELETE",
        "/costs/100/offers/0999",
        TheApplication,
        Some("cost_position_not_found"),
    ),
];

/// The endpoints that read a body, and what is said of one that is nonsense.
const BODIES: [(&str, &str, &str); 4] = [
    ("PUT", "", "json_invalid"),
    ("POST", "/attachments", "content_type_unsupported"),
    ("POST", "/costs/0/offers", "json_invalid"),
    ("PUT", "/costs/0/justification", "json_invalid"),
];

#[test]
fn who_may_not_learns_neither_what_is_there_nor_what_is_wrong() {
    let service = Service::start();
    let own = service.uploaded("pa_form", blank("pa_form"));
    let other = service.uploaded("pa_form", blank("pa_form"));
    let absent = format!("/applications/{}9999", &own.pa_id[..3]);
    for (method, below, needs, missing) in ENDPOINTS {
        let send = |application: &str, key: Option<(&str, &str)>| {
            nonsense(&service, method, &format!("{application}{below}"), key)
        };
        for application in [&own.path(), &absent] {
            refusal(send(application, None), 401, "key_missing");
            for wrong in [("X-PA-KEY", "pak_wrong"), ("X-MASTER-KEY", "wrong")] {
                refusal(send(application, Some(wrong)), 401, "key_invalid");
            }
            let code = if needs == TheMaster {
                "master_key_required"
            } else {
                "key_of_another_application"
            };
            let key = ("X-PA-KEY", other.pa_key.as_str());
            refusal(send(application, Some(key)), 403, code);
        }
        let master = ("X-MASTER-KEY", MASTER_KEY);
        for application in [&absent, "/applications/nonsense"] {
            refusal(
                send(application, Some(master)),
                404,
                "application_not_found",
            );
        }
        if let Some(code) = missing {
            for key in [master, ("X-PA-KEY", own.pa_key.as_str())] {
                refusal(send(&own.path(), Some(key)), 404, code);
            }
        }
    }
    for (method, below, code) in BODIES {
        let path = format!("{}{below}", own.path());
        let key = ("X-PA-KEY", own.pa_key.as_str());
        refusal(nonsense(&service, method, &path, Some(key)), 400, code);
    }
}

#[test]
fn a_position_that_is_not_there_is_told_before_a_key_for_retries_that_is_wrong() {
    let service = Service::start();
    let own = service.uploaded("pa_form", blank("pa_form"));
    for (index, status, code) in [
        (0, 400, "idempotency_key_invalid"),
        (100, 404, "cost_position_not_found"),
    ] {
        let path = format!("{}/costs/{index}/offers", own.path());
        let request = service
            .request("POST", &path)
            .header("X-PA-KEY", own.pa_key.as_str())
            .header("Idempotency-Key", "short")
            .header("Content-Type", "application/json")
            .body(r#"{"supplier_name": "Zelt & Co", "amount": 10}"#);
        refusal(request.send().unwrap(), status, code);
    }
}

#[test]
fn the_list_is_for_the_master_alone() {
    let service = Service::start();
    let own = service.uploaded("pa_form", blank("pa_form"));
    let list = |key| nonsense(&service, "GET", "/applications?limit=0", key);
    refusal(list(None), 401, "key_missing");
    let key = ("X-PA-KEY", own.pa_key.as_str());
    refusal(list(Some(key)), 403, "master_key_required");
    let master = ("X-MASTER-KEY", MASTER_KEY);
    refusal(list(Some(master)), 400, "parameter_invalid");
}

/// Sends a body that is right for nothing.
fn nonsense(service: &Service, method: &str, path: &str, key: Option<(&str, &str)>) -> Response {
    let mut request = service
        .request(method, path)
        .header("Content-Type", "application/json")
        .body("{nonsense");
    if let Some((name, key)) = key {
        request = request.header(name, key);
    }
    request.send().unwrap()
}
