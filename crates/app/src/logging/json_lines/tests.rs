//! A line is what a parser of JSON reads as what was told.

use std::io;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::{fmt, registry};

use super::JsonLines;

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Written {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// What is logged meanwhile.
fn written(tell: impl FnOnce()) -> String {
    let written = Written::default();
    let lines = fmt::layer()
        .event_format(JsonLines)
        .with_writer(written.clone());
    tracing::subscriber::with_default(registry().with(lines), tell);
    String::from_utf8(written.0.lock().unwrap().clone()).unwrap()
}

/// The only line, without its time, which is UTC with microseconds.
fn line(tell: impl FnOnce()) -> Value {
    let text = written(tell);
    assert_eq!(text.matches('\n').count(), 1, "{text}");
    let mut line: Value = serde_json::from_str(&text).unwrap();
    let time = line.as_object_mut().unwrap().remove("timestamp").unwrap();
    let time = time.as_str().unwrap().strip_suffix('Z').unwrap().to_owned();
    assert!(domain::Timestamp::parse(&time).is_some_and(|moment| moment.to_string() == time));
    line
}

#[test]
fn a_line_has_every_field_as_its_own_type() {
    let absent: Option<u64> = None;
    let told = line(|| {
        tracing::warn!(
            method = "GET",
            status = 200_u16,
            offset = -3_i64,
            large = u128::MAX,
            ratio = 0.5,
            not_a_number = f64::NAN,
            whole = true,
            absent,
            place = ?Some("here"),
            shown = %"plain",
            "request {}", 7
        );
    });
    let text = written(|| tracing::info!(large = u128::MAX, "x"));
    assert!(
        text.contains(&format!("\"large\":{},", u128::MAX)),
        "{text}"
    );
    let expected = json!({
        "level": "WARN",
        "message": "request 7",
        "method": "GET",
        "status": 200,
        "offset": -3,
        "large": told["large"],
        "ratio": 0.5,
        "not_a_number": null,
        "whole": true,
        "place": "Some(\"here\")",
        "shown": "plain",
        "target": module_path!(),
    });
    assert_eq!(told, expected);
}

#[test]
fn no_text_ends_its_line_or_its_string() {
    let all: String = (0..=0x2FF).filter_map(char::from_u32).collect();
    for text in [
        all.as_str(),
        "\"",
        "\\",
        "\n",
        "a\r\n\"b\\",
        "",
        "Ü\u{0}\u{7F}\u{2028}💶",
    ] {
        let told = line(|| tracing::info!(text, shown = %text, "{text}"));
        for member in ["text", "shown", "message"] {
            assert_eq!(told[member], json!(text), "{member}");
        }
    }
}

#[test]
fn what_a_library_tells_by_the_crate_log_has_that_crates_name_and_no_other_fields() {
    let told = line(|| {
        let record = tracing_log::log::Record::builder()
            .args(format_args!("said"))
            .level(tracing_log::log::Level::Warn)
            .target("rustls::conn")
            .module_path(Some("rustls::conn"))
            .build();
        tracing_log::format_trace(&record).unwrap();
    });
    let expected = json!({"level": "WARN", "message": "said", "target": "rustls::conn"});
    assert_eq!(told, expected);
}

/// Which part of the service failed is not yet why it did.
#[test]
fn an_error_is_told_with_its_causes() {
    let cause = ports::StoreError::Failed("the disk says \"no\"".into());
    let error = usecases::InternalError::from(cause);
    let told = line(|| {
        let error: &dyn std::error::Error = &error;
        tracing::warn!(error, "a sweep broke off");
    });
    let said = "a part of the service failed: the database failed: the disk says \"no\"";
    assert_eq!(told["error"], said);
}
