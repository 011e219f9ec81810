//! What is wrong behind the service, or what its settings refuse.

use serde_json::json;
use test_servers::clamd::ClamdServer;
use test_servers::postgres::PostgresServer;
use testkit::scanner_suite::eicar;

use super::{Line, Stage, refused};
use crate::database;
use crate::form::{blank, filled, summer_festival};
use crate::rows::execute;
use crate::service::{MASTER_KEY, Service};
use crate::shares::stalled_uploads;

const READ: &str = "GET /applications/{pa_id}";
const ATTACH: &str = "POST /applications/{pa_id}/attachments";

pub(super) const LINES: &[Line] = &[
    ("history_full", "PUT /applications/{pa_id}", |_| {
        let stage = Stage::start();
        execute(
            &stage.service,
            "UPDATE applications SET history_bytes = 1000000000",
        );
        stage.change(&json!({"name": "Herbstfest"}))
    }),
    ("form_version_missing", READ, |_| {
        let stage = Stage::start();
        execute(
            &stage.service,
            "UPDATE applications SET form_package = NULL, form_type = 'gone'",
        );
        refused(stage.ask("GET", "?format=pdf"))
    }),
    ("numbers_used_up", "POST /upload", |_| {
        let stage = Stage::start();
        execute(
            &stage.service,
            "UPDATE year_counters SET last_number = 9999",
        );
        stage.upload(blank("pa_form"))
    }),
    ("storage_full", ATTACH, |_| {
        let stage = Stage::start();
        // What SQLite says when the disk is full.
        let says = "SELECT RAISE(ABORT, 'database or disk is full')";
        let trigger = "CREATE TRIGGER full BEFORE INSERT ON attachments";
        execute(&stage.service, &format!("{trigger} BEGIN {says}; END"));
        refused(stage.attach(1))
    }),
    ("attachment_infected", ATTACH, |_| {
        let scanner = ClamdServer::start(&eicar()).unwrap();
        let address = format!("clamd:{}", scanner.socket().display());
        let stage = Stage::start_with(&[("FORMSERVICE__ATTACHMENTS__SCAN", &address)]);
        refused(stage.attaching(eicar().into_bytes()))
    }),
    ("attachment_type_not_allowed", ATTACH, |_| {
        let stage = Stage::start_with(&[("FORMSERVICE__ATTACHMENTS__TYPES", "image/png")]);
        refused(stage.attach(10))
    }),
    ("internal_error", READ, |_| {
        let stage = Stage::start();
        execute(&stage.service, "UPDATE applications SET data = 'torn'");
        refused(stage.ask("GET", ""))
    }),
    ("busy", "POST /upload", |_| {
        let stage = Stage::start();
        // All of them are of the one client that asks.
        let stalled = stalled_uploads(&stage.service, "");
        let answer = stage.upload(blank("pa_form"));
        drop(stalled);
        answer
    }),
    ("unavailable", READ, |_| {
        let server = PostgresServer::start(&[]).unwrap();
        let service = Service::start_on(database::on(&server), &[]);
        let own = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
        server.stop_immediately().unwrap();
        refused(service.get(&own.path()).header("X-MASTER-KEY", MASTER_KEY))
    }),
];
