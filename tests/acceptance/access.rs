//! Who may do what: 401 before 403 before 404 before 400, one credential judged.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::form::blank;
use crate::service::{MASTER_KEY, Service, refusal};

#[test]
fn without_a_right_key_nobody_learns_what_exists() {
    let service = Service::start();
    let own = service.uploaded("pa_form", blank("pa_form"));
    let other = service.uploaded("pa_form", blank("pa_form"));
    let absent = format!("{}9999", &own.pa_id[..3]);
    for method in ["GET", "PUT", "DELETE"] {
        for id in [own.pa_id.as_str(), &absent, "nonsense", "../forms"] {
            let path = format!("/applications/{id}");
            if id == "../forms" {
                continue;
            }
            let response = service.request(method, &path).send().unwrap();
            assert!(
                response.headers().contains_key("www-authenticate"),
                "{method} {path}"
            );
            refusal(response, 401, "key_missing");
            refusal(
                service
                    .request(method, &path)
                    .header("X-PA-KEY", "pak_wrong")
                    .send()
                    .unwrap(),
                401,
                "key_invalid",
            );
        }
        for id in [other.pa_id.as_str(), &absent, "nonsense"] {
            let response = service
                .request(method, &format!("/applications/{id}"))
                .header("X-PA-KEY", &own.pa_key)
                .send()
                .unwrap();
            assert_eq!(response.status(), 403, "{method} {id}");
        }
        for id in [&absent, "nonsense", "26-00001"] {
            let response = service
                .request(method, &format!("/applications/{id}"))
                .header("X-MASTER-KEY", MASTER_KEY)
                .send()
                .unwrap();
            refusal(response, 404, "application_not_found");
        }
    }
}

#[test]
fn a_wrong_credential_is_never_passed_over_for_a_weaker_one() {
    let service = Service::start();
    let own = service.uploaded("pa_form", blank("pa_form"));
    let get = |query: &str| service.get(&format!("{}{query}", own.path()));
    let key_in_query = format!("?key={}", own.pa_key);
    assert_eq!(get(&key_in_query).send().unwrap().status(), 200);
    refusal(
        get(&key_in_query).header("X-PA-KEY", "").send().unwrap(),
        401,
        "key_invalid",
    );
    refusal(
        get("")
            .header("X-MASTER-KEY", "wrong")
            .header("X-PA-KEY", &own.pa_key)
            .send()
            .unwrap(),
        401,
        "key_invalid",
    );
    refusal(
        get("")
            .header("X-PA-KEY", &own.pa_key)
            .header("X-PA-KEY", &own.pa_key)
            .send()
            .unwrap(),
        401,
        "key_invalid",
    );
    assert_eq!(
        get("?key=wrong")
            .header("X-PA-KEY", &own.pa_key)
            .send()
            .unwrap()
            .status(),
        200
    );
    let put = service
        .put(&format!("{}{key_in_query}", own.path()))
        .json(&serde_json::json!({}))
        .send()
        .unwrap();
    refusal(put, 401, "key_missing");
}

/// PostgreSQL takes no NUL, and refuses what else was asked for together with it.
#[test]
fn a_key_with_a_letter_that_no_database_takes_is_a_wrong_one() {
    let service = Service::start();
    let own = service.uploaded("pa_form", blank("pa_form"));
    let body = own.pa_key[..own.pa_key.len() - 4].replacen("pak_", "pak_\0", 1);
    let body = &body[..body.len() - 1];
    let checksum = URL_SAFE_NO_PAD.encode(&Sha256::digest(body)[..3]);
    let key = format!("{body}{checksum}").replace('\0', "%00");
    let get = service.get(&format!("{}?key={key}", own.path()));
    refusal(get.send().unwrap(), 401, "key_invalid");
    let own = service.get(&own.path()).header("X-PA-KEY", &own.pa_key);
    assert_eq!(own.send().unwrap().status(), 200);
}

#[test]
fn of_several_keys_the_refusal_names_the_one_that_was_judged() {
    let service = Service::start();
    let own = service.uploaded("pa_form", blank("pa_form"));
    let other = service.uploaded("pa_form", blank("pa_form"));
    let in_query = format!("?key={}", own.pa_key);
    let right = ("X-PA-KEY", own.pa_key.as_str());
    let (wrong, not_master) = (("X-PA-KEY", "pak_wrong"), ("X-MASTER-KEY", "wrong"));
    let another = ("X-PA-KEY", other.pa_key.as_str());
    for (query, keys, status, code, judged) in [
        (
            "",
            vec![not_master, right],
            401,
            "key_invalid",
            "X-MASTER-KEY",
        ),
        (
            &in_query,
            vec![not_master],
            401,
            "key_invalid",
            "X-MASTER-KEY",
        ),
        (&in_query, vec![wrong], 401, "key_invalid", "X-PA-KEY"),
        (
            &in_query,
            vec![another],
            403,
            "key_of_another_application",
            "X-PA-KEY",
        ),
        // Alone it can be no other.
        ("", vec![wrong], 401, "key_invalid", ""),
    ] {
        let request = service.get(&format!("{}{query}", own.path()));
        let request = keys
            .into_iter()
            .fold(request, |request, (name, key)| request.header(name, key));
        let sentence = refusal(request.send().unwrap(), status, code);
        assert_eq!(
            sentence.contains("is judged"),
            !judged.is_empty(),
            "{sentence}"
        );
        assert!(sentence.contains(judged), "{sentence}");
    }
}

#[test]
fn rights_are_judged_before_the_body_is_looked_at() {
    let service = Service::start();
    let own = service.uploaded("pa_form", blank("pa_form"));
    refusal(
        service.put(&own.path()).body("no json").send().unwrap(),
        401,
        "key_missing",
    );
    refusal(
        service
            .put(&own.path())
            .header("X-PA-KEY", &own.pa_key)
            .body("no json")
            .send()
            .unwrap(),
        400,
        "content_type_unsupported",
    );
}
