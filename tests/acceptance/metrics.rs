//! What the page for Prometheus tells, and to whom; and what the log tells of outages.

mod documentation;

use std::process::{Command, Output};

use reqwest::blocking::multipart::{Form, Part};
use test_servers::postgres::PostgresServer;
use test_servers::redis::RedisServer;
use test_servers::waiting::{comes, wait_until};

use crate::database;
use crate::form::{blank, filled, summer_festival};
use crate::page::Page;
use crate::service::{Service, refusal};
use test_harness::program;

#[test]
fn the_page_is_on_its_own_address_and_nothing_else_is() {
    let service = Service::start();
    refusal(
        service.get("/metrics").send().unwrap(),
        404,
        "route_not_found",
    );
    let url = service.metrics_url();
    let host = url.strip_suffix("/metrics").unwrap();
    assert_ne!(host, service.base());
    for path in ["/", "/health/live", "/forms", "/metrics/x", "/openapi.json"] {
        let answer = reqwest::blocking::get(format!("{host}{path}")).unwrap();
        assert_eq!(answer.status(), 404, "{path}");
    }
    let answer = reqwest::blocking::get(url).unwrap();
    let kind = answer.headers()["content-type"].to_str().unwrap();
    assert_eq!(kind, "text/plain; version=0.0.4; charset=utf-8");
    let page = Page::read(&answer.text().unwrap());
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        page.number(&format!("formservice_build_info{{version=\"{version}\"}}")),
        1.0
    );
    assert!(page.number("process_resident_memory_bytes") > 1e6);
    assert!(page.number("process_open_fds") > 3.0);
}

/// An upload, an attachment, the filled form, the attachment again, something that is not there, a
/// file that is no PDF. Gives the words that no page may show.
fn do_one_of_each(service: &Service) -> Vec<String> {
    let own = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let file = Part::bytes(vec![7; 100_000]).file_name("geheim.pdf");
    let added = service
        .post(&format!("{}/attachments", own.path()))
        .header("X-PA-KEY", &own.pa_key)
        .multipart(Form::new().part("file", file))
        .send()
        .unwrap();
    assert_eq!(added.status(), 201);
    let added: serde_json::Value = added.json().unwrap();
    let get = |path: &str| {
        let request = service.get(path).header("X-PA-KEY", &own.pa_key);
        let answer = request.send().unwrap();
        let status = answer.status().as_u16();
        // To the end: what is read is counted as it is sent.
        answer.bytes().unwrap();
        status
    };
    assert_eq!(get(&format!("{}?format=pdf", own.path())), 200);
    assert_eq!(get(&format!("{}?format=pdf&flatten=true", own.path())), 200);
    let attachment = format!("{}/attachments/{}", own.path(), added["id"]);
    assert_eq!(get(&attachment), 200);
    assert_eq!(get("/nowhere/geheim"), 404);
    assert_eq!(service.request("BREW", "/").send().unwrap().status(), 405);
    refusal(
        service.upload("pa_form", b"no PDF".to_vec()),
        400,
        "pdf_not_a_pdf",
    );
    vec![own.pa_id, own.pa_key, "geheim".into(), "BREW".into()]
}

/// What stands on the page after that, under `formservice_`.
const EXPECTED: &[(&str, u32)] = &[
    (
        r#"http_requests_total{method="POST",route="/upload",status="201"}"#,
        1,
    ),
    (
        r#"http_requests_total{method="POST",route="/upload",status="400"}"#,
        1,
    ),
    (
        "http_requests_total{method=\"POST\",route=\"/applications/{pa_id}/attachments\",\
         status=\"201\"}",
        1,
    ),
    (
        r#"http_requests_total{method="GET",route="/applications/{pa_id}",status="200"}"#,
        2,
    ),
    (
        "http_requests_total{method=\"GET\",\
         route=\"/applications/{pa_id}/attachments/{attachment_id}\",status=\"200\"}",
        1,
    ),
    (
        r#"http_requests_total{method="GET",route="none",status="404"}"#,
        1,
    ),
    (
        r#"http_requests_total{method="other",route="/",status="405"}"#,
        1,
    ),
    (
        r#"http_request_seconds_count{method="POST",route="/upload"}"#,
        2,
    ),
    ("http_requests_running", 0),
    (r#"pdf_reads_total{operation="read",outcome="ok"}"#, 1),
    (r#"pdf_reads_total{operation="read",outcome="refused"}"#, 1),
    (r#"pdf_reads_total{operation="template",outcome="ok"}"#, 6),
    (
        r#"pdf_reads_total{operation="read",outcome="timed_out"}"#,
        0,
    ),
    (r#"pdf_fills_total{operation="fill",outcome="ok"}"#, 1),
    (r#"pdf_fills_total{operation="flatten",outcome="ok"}"#, 1),
    (r#"pdf_fills_total{operation="template",outcome="ok"}"#, 3),
    (
        r#"blob_store_operations_total{operation="put",outcome="ok"}"#,
        2,
    ),
    (
        r#"blob_store_operations_total{operation="read",outcome="ok"}"#,
        1,
    ),
    ("blob_store_read_bytes_total", 100_000),
    (r#"blob_store_up{way="read"}"#, 1),
    (r#"blob_store_up{way="write"}"#, 1),
    (r#"database_up{way="write"}"#, 1),
    (
        r#"database_transactions_total{operation="write",outcome="unavailable"}"#,
        0,
    ),
    ("database_transactions_waiting", 0),
    ("upload_memory_bytes", 0),
    ("pdf_reads_waiting", 0),
    ("pdf_workers_died_total", 0),
    ("pdf_workers_seccomp", 1),
];

#[test]
fn what_was_done_is_on_the_page_and_nobodys_data() {
    let service = Service::start();
    let before = Page::of(&service);
    let secrets = do_one_of_each(&service);
    // The sweep at the start has its own transactions, and what a request held is given back after
    // its answer.
    let is_expected = |page: &Page, (series, number): &(&str, u32)| {
        page.number(&format!("formservice_{series}")) == f64::from(*number)
    };
    let mut text = String::new();
    comes(|| {
        text = service.metrics();
        let page = Page::read(&text);
        EXPECTED.iter().all(|expected| is_expected(&page, expected))
    });
    let page = Page::read(&text);
    for expected in EXPECTED {
        assert!(is_expected(&page, expected), "{expected:?}: {text}");
    }
    let written = "formservice_blob_store_written_bytes_total";
    assert!(page.number(written) > 100_000.0);
    let changes = r#"formservice_database_transactions_total{operation="write",outcome="ok"}"#;
    assert!(page.number(changes) >= before.number(changes) + 4.0);
    for word in secrets {
        assert!(!text.contains(&word), "{word} is on the page");
    }
    let routes = page.under("formservice_http_requests_total");
    assert_eq!(routes.len(), 7, "{routes:?}");
}

#[test]
fn the_first_sweep_is_on_the_page() {
    let service = Service::start();
    let runs = r#"formservice_sweeps_total{outcome="ok"}"#;
    wait_until("a sweep", || Page::of(&service).number(runs) >= 1.0);
    let at = Page::of(&service).number("formservice_sweep_last_success_timestamp_seconds");
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs_f64();
    assert!((now - 600.0..=now).contains(&at), "{at} at {now}");
}

#[test]
fn the_page_tells_whether_requests_are_counted_together() {
    let mut redis = RedisServer::start().unwrap();
    let url = redis.url();
    let service = Service::start_counting(&[
        ("FORMSERVICE__SERVER__TRUSTED_PROXIES", "127.0.0.0/8"),
        ("FORMSERVICE__RATE_LIMIT__STORE", "redis"),
        ("FORMSERVICE__RATE_LIMIT__REDIS_URL", &url),
    ]);
    let is_together = |is_so: bool| {
        let request = service.get("/").header("X-Forwarded-For", "203.0.113.9");
        assert!([200, 429].contains(&request.send().unwrap().status().as_u16()));
        Page::of(&service).number("formservice_limiter_shared_up") == f64::from(u8::from(is_so))
    };
    wait_until("counting together", || is_together(true));
    redis.kill().unwrap();
    wait_until("counting here", || is_together(false));
    let page = Page::of(&service);
    assert!(page.number("formservice_limiter_shared_outages_total") >= 1.0);
    assert!(page.number("formservice_limiter_counted_here_total") >= 1.0);
    redis.start_again().unwrap();
    wait_until("counting together again", || is_together(true));

    let alone = Page::of(&Service::start_counting(&[]));
    assert!(
        alone
            .under("formservice_limiter_shared_calls_total")
            .is_empty()
    );
}

#[test]
fn an_outage_of_the_database_is_one_line_and_its_end_another() {
    let server = PostgresServer::start(&[]).unwrap();
    let service = Service::start_on(database::on(&server), &[]);
    let ready = || service.get("/health/ready").send().unwrap().status();
    let upload = || service.upload("pa_form", blank("pa_form")).status();
    let lines = |what: &str| service.log().matches(what).count();
    let up = || {
        let page = Page::of(&service);
        let up = |way| page.number(&format!("formservice_database_up{{way=\"{way}\"}}"));
        (up("read"), up("write"))
    };
    assert_eq!((ready().as_u16(), up()), (200, (1.0, 1.0)));
    server.stop_immediately().unwrap();
    // Up to a second after a look at the storage its answer is given again, at the end likewise.
    wait_until("unready", || ready().as_u16() == 503);
    for _ in 0..3 {
        assert_eq!((ready().as_u16(), upload().as_u16()), (503, 503));
    }
    // Every request reads first; that nothing can be written either the service finds by itself.
    wait_until("both ways to be away", || up() == (0.0, 0.0));
    server.start_again().unwrap();
    // Nobody asks for anything meanwhile.
    wait_until("the end of the outage", || {
        lines("the database answers again") == 1
    });
    assert_eq!(up(), (1.0, 1.0));
    wait_until("ready", || ready().as_u16() == 200);
    for _ in 0..3 {
        assert_eq!((ready().as_u16(), upload().as_u16()), (200, 201));
    }
    assert_eq!(up(), (1.0, 1.0));
    assert_eq!(
        lines("the database does not answer"),
        1,
        "{}",
        service.log()
    );
    assert_eq!(lines("the database answers again"), 1);
}

fn serve_with_metrics_at(address: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    Command::new(program::path())
        .arg("serve")
        .current_dir(folder.path())
        .env("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0")
        .env("FORMSERVICE__SERVER__METRICS_LISTEN", address)
        .output()
        .unwrap()
}

#[test]
fn an_address_that_others_reach_is_refused_with_the_reason() {
    let ended = serve_with_metrics_at("0.0.0.0:0");
    assert_eq!(ended.status.code(), Some(2));
    let told = String::from_utf8_lossy(&ended.stderr);
    assert!(
        told.contains("`server.metrics_listen` must be a loopback address"),
        "{told}"
    );
    assert!(told.contains("an agent or a proxy"), "{told}");
}

#[test]
fn a_busy_port_says_what_to_do() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let ended = serve_with_metrics_at(&address);
    assert_eq!(ended.status.code(), Some(1));
    let told = String::from_utf8_lossy(&ended.stderr);
    assert!(
        told.contains(&format!("listens on {address} already")),
        "{told}"
    );
    assert!(told.contains("Set `server.metrics_listen`"), "{told}");
}
