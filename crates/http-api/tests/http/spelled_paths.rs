//! A path is judged decoded: however it is spelled, it is the same endpoint.

use serde_json::json;

use crate::service::Service;

#[test]
fn a_path_that_is_spelled_with_escapes_has_the_same_headers_limits_and_retries() {
    let service = Service::start();
    let own = service.uploaded();
    let id = own.path.rsplit('/').next().unwrap();
    for path in [
        format!("{}/key", own.path),
        format!("{}/%6bey", own.path),
        format!("/%61pplications/{id}/ke%79"),
    ] {
        let answer = service
            .request("POST", &path)
            .header("X-MASTER-KEY", "master")
            .send();
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(
            answer.header("cache-control"),
            "private, no-store",
            "{path}"
        );
    }
    let checked = service.get(&format!("/%61pplications/{id}"));
    assert_eq!(checked.header("cache-control"), "private, no-cache");
    assert_eq!(service.get("/%66orms").header("cache-control"), "");
}

#[test]
fn a_retry_is_the_same_request_however_its_path_is_spelled() {
    let service = Service::start();
    let own = service.uploaded();
    let offer = json!({"supplier_name": "A", "amount": 1});
    let send = |path: String| {
        service
            .request("POST", &path)
            .header("X-PA-KEY", &own.key)
            .header("Idempotency-Key", "a-key-of-sixteen-characters")
            .json(&offer)
            .send()
    };
    let first = send(format!("{}/costs/0/offers", own.path));
    let again = send(format!("{}/cost%73/%30/offers", own.path));
    assert_eq!((first.status, again.status), (201, 201));
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.body, first.body);
}
