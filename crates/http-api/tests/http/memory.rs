//! JSON that one client sends or takes slowly is in memory for as long; others must not notice.

use std::io::Write as _;
use std::net::TcpStream;
use std::time::Duration;

use domain::client_network::ClientNetwork;
use http_api::HttpSettings;
use serde_json::json;

use crate::client::Response;
use crate::service::{Service, Uploaded};
use crate::shares::{GREEDY, begin_download, behind_a_proxy, rest, wait_until};

#[test]
fn json_bodies_are_uploads_like_others() {
    let service = behind_a_proxy(HttpSettings {
        uploads_together_bytes_max: 256 * 1024,
        wait_max: Duration::from_secs(60),
        ..HttpSettings::default()
    });
    let own = service.uploaded();
    let mut stalled = TcpStream::connect(service.address).unwrap();
    let head = format!(
        "PUT {} HTTP/1.1\r\nHost: test\r\n{GREEDY}X-PA-KEY: {}\r\nContent-Type: \
         application/json\r\nContent-Length: 900000\r\n\r\n",
        own.path, own.key
    );
    stalled.write_all(head.as_bytes()).unwrap();
    stalled.write_all(&vec![b' '; 250 * 1024]).unwrap();
    let uploads = &service.pools.uploads;
    wait_until("the body holds all", || uploads.load().held == 256 * 1024);
    assert_eq!(service.upload("%PDF\nname=Fest").status, 201);
    Response::read(&mut stalled).refused(503, "busy");
    wait_until("all is given back", || uploads.load().held == 0);
}

/// A value can be a hundred times as large as its text.
#[test]
fn json_bodies_count_with_the_value_that_is_made_of_them() {
    let service = Service::start_with(HttpSettings {
        uploads_together_bytes_max: 1 << 20,
        wait_max: Duration::ZERO,
        ..HttpSettings::default()
    });
    let own = service.uploaded();
    let change = |body: &str| {
        let request = service.request("PUT", &own.path);
        let request = request.header("X-PA-KEY", &own.key);
        request.body("application/json", body).send()
    };
    let nested = format!("{}0{}", r#"{"":"#.repeat(25), "}".repeat(25));
    let small = |count| {
        format!(
            r#"{{"costs":[{}]}}"#,
            vec![nested.as_str(); count].join(",")
        )
    };
    change(&small(200)).refused(503, "busy");
    change(&small(50)).refused(400, "data_invalid");
    let text = format!(r#"{{"name":"{}"}}"#, "x".repeat(small(200).len()));
    change(&text).refused(400, "data_invalid");
    let uploads = &service.pools.uploads;
    wait_until("all is given back", || uploads.load().held == 0);
}

/// An application with a long history, and where it is shown.
fn with_long_history(service: &Service) -> (Uploaded, String) {
    let own = service.uploaded();
    for letter in "abcdefgh".chars() {
        let text = letter.to_string().repeat(10_000);
        let fields = (0..85).map(|number| (format!("field {number}"), json!(text)));
        let fields: serde_json::Map<_, _> = fields.collect();
        let change = service
            .request("PUT", &own.path)
            .header("X-PA-KEY", &own.key);
        let changed = change.json(&json!({"otherFields": fields})).send();
        assert_eq!(changed.status, 200, "{changed:?}");
    }
    let target = format!("{}/history", own.path);
    (own, target)
}

#[test]
fn answers_that_one_client_does_not_take_make_room_for_another() {
    // A page of 13 MB takes four times as much while it is made.
    let service = behind_a_proxy(HttpSettings {
        answers_together_bytes_max: 72 << 20,
        wait_max: Duration::from_secs(60),
        ..HttpSettings::default()
    });
    let (own, target) = with_long_history(&service);
    let answers = &service.pools.answers;
    wait_until("all is given back", || answers.load().held == 0);
    let key = format!("X-PA-KEY: {}\r\n", own.key);
    let mut stalled: Vec<_> = (0..2)
        .map(|_| begin_download(service.address, &format!("{GREEDY}{key}"), &target))
        .collect();
    assert!(answers.load().held > 20 << 20, "{answers:?}");
    let shown = service
        .request("GET", &target)
        .header("X-PA-KEY", &own.key)
        .send();
    assert_eq!(shown.status, 200);
    assert_eq!(answers.load().revoked, 1);
    let whole = shown.body.len();
    assert!(rest(stalled.pop().unwrap()) < whole, "the newest goes on");
    assert!(rest(stalled.swap_remove(0)) >= whole, "the first has ended");
    wait_until("all is given back", || answers.load().held == 0);
}

#[test]
fn an_answer_for_which_there_is_no_room_is_refused_before_anything_is_done() {
    let service = Service::start_with(HttpSettings {
        answers_together_bytes_max: 16 << 20,
        wait_max: Duration::ZERO,
        ..HttpSettings::default()
    });
    let (own, target) = with_long_history(&service);
    let key = format!("X-PA-KEY: {}\r\n", own.key);
    let stalled = begin_download(service.address, &key, &target);
    let get = |target: &str| {
        service
            .request("GET", target)
            .header("X-PA-KEY", &own.key)
            .send()
    };
    get(&target).refused(503, "busy");
    let free = service.pools.answers.load().capacity - service.pools.answers.load().held;
    assert!(free < 16 << 20);
    // Small answers need none.
    assert_eq!(get(&format!("{}/check", own.path)).status, 200);
    drop(stalled);
}

/// Else any number of changes could be made whose answers are in memory and count for little.
#[test]
fn a_change_is_made_only_where_there_is_room_for_the_largest_answer() {
    let service = Service::start_with(HttpSettings {
        answers_together_bytes_max: 4 << 20,
        wait_max: Duration::ZERO,
        ..HttpSettings::default()
    });
    let own = service.uploaded();
    let change = || {
        let request = service.request("PUT", &own.path);
        let request = request.header("X-PA-KEY", &own.key);
        request.json(&json!({"name": "Herbstfest"})).send()
    };
    let answers = &service.pools.answers;
    let another = ClientNetwork::of([192, 0, 2, 1].into());
    let held = answers.acquire_revocable(another, 2 << 20, || ());
    let held = actix_web::rt::System::new().block_on(held).unwrap();
    held.irrevocable_switch()().unwrap();
    change().refused(503, "busy");
    drop(held);
    assert_eq!(change().status, 200);
    wait_until("all is given back", || answers.load().held == 0);
}
