//! How many transactions a request takes: one to judge its key and read, or one to judge it and one
//! to do what it asks for. Storing
//! bytes takes one before them and one after them; data is read and merged in one, and written in
//! another; before a form is read there is a look whether a number is left.

use std::time::Duration;

use http_api::HttpSettings;
use serde_json::json;

use crate::client::{Request, Response};
use crate::service::Service;

#[test]
fn a_request_takes_one_transaction_to_read_and_one_more_to_do_its_work() {
    // However long a body takes here, its key is judged once.
    let service = Service::start_with(HttpSettings {
        key_time_max: Duration::MAX,
        ..HttpSettings::default()
    });
    let own = service.uploaded();
    let offers = format!("{}/costs/0/offers", own.path);
    let attachments = format!("{}/attachments", own.path);
    let file = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nx\r\n\
        --b--\r\n";
    let keyed =
        |method: &str, path: &str| service.request(method, path).header("X-PA-KEY", &own.key);
    let offer = json!({"supplier_name": "A", "amount": 1});
    let justification = json!({"no_offers_required": false, "justification": "x"});
    let attached = keyed("POST", &attachments).body("multipart/form-data; boundary=b", file);
    counted(&service, attached, 201, 3);
    let change = keyed("PUT", &own.path).json(&json!({"name": "Fest"}));
    counted(&service, change, 200, 3);
    for (request, status) in [
        (keyed("GET", &format!("{}/check", own.path)), 200),
        (keyed("GET", &format!("{attachments}/1")), 200),
        (keyed("POST", &offers).json(&offer), 201),
        (keyed("POST", &offers).json(&json!({"amount": "x"})), 400),
        (
            keyed("POST", &offers)
                .header("Idempotency-Key", "a-key-of-sixteen-characters")
                .json(&offer),
            201,
        ),
        (
            keyed("PUT", &format!("{}/costs/0/justification", own.path)).json(&justification),
            200,
        ),
    ] {
        counted(&service, request, status, 2);
    }
    let list = service.request("GET", "/applications");
    counted(&service, list.header("X-MASTER-KEY", "master"), 200, 1);
    let of_master = service.request("GET", &own.path);
    counted(&service, of_master.header("X-MASTER-KEY", "master"), 200, 2);
    let original = format!("{}?format=original", own.path);
    let filled = format!("{}?format=pdf", own.path);
    for path in [&own.path, &original, &filled, &attachments, &offers] {
        counted(&service, keyed("GET", path), 200, 1);
    }
}

#[test]
fn an_upload_takes_three_transactions_and_one_more_where_it_may_be_a_retry() {
    let service = Service::start();
    let upload = || {
        let body = "--b\r\n\
            Content-Disposition: form-data; name=\"form_type\"\r\n\r\nsample_form\r\n--b\r\n\
            Content-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n\
            %PDF\nname=x\r\n--b--\r\n";
        service
            .request("POST", "/upload")
            .body("multipart/form-data; boundary=b", body)
    };
    let repeatable = || upload().header("Idempotency-Key", "a-key-of-sixteen-characters");
    counted(&service, upload(), 201, 3);
    let first = counted(&service, repeatable(), 201, 4);
    let again = counted(&service, repeatable(), 201, 1);
    assert_eq!(again.body, first.body);
    assert_eq!(again.header("idempotency-replayed"), "true");
}

#[test]
fn what_a_limit_refuses_and_a_key_that_can_be_none_take_no_transaction() {
    let service = Service::start();
    let own = service.uploaded();
    let junk = service.request("GET", &own.path);
    counted(&service, junk.header("X-PA-KEY", "pak_junk"), 401, 0);

    // The client of the tests has used up its five requests.
    let service = Service::start_limited(HttpSettings::default(), Vec::new());
    let own = service.uploaded();
    for _ in 0..4 {
        service.get("/");
    }
    for (name, key) in [("X-PA-KEY", own.key.as_str()), ("X-MASTER-KEY", "busy")] {
        // This master key would be answered 503 if anyone looked at it.
        let request = service.request("GET", &own.path).header(name, key);
        counted(&service, request, 429, 0);
    }
}

fn counted(service: &Service, request: Request, status: u16, transactions: usize) -> Response {
    let before = service.house.store.count();
    let response = request.send();
    let took = service.house.store.count() - before;
    assert_eq!(
        (response.status, took),
        (status, transactions),
        "{response:?}"
    );
    response
}
