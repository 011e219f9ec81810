//! Events as lines of JSON (RFC 8259): when, how severe, what the event says, and which module told
//! it.
//!
//! Every request writes such a line, so it is put together directly, in the place of a serializer
//! that is given one character after another.

use std::error::Error;
use std::fmt::{self, Debug, Write};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_log::NormalizeEvent as _;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime as _, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;
use usecases::error_chain;

/// What libraries say by the crate `log` has these fields beside what it says.
const LOG_FIELDS: &str = "log.";

/// Writes events as `{"timestamp":…,"level":…,` fields of the event `,"target":…}`.
pub(super) struct JsonLines;

impl<S, N> FormatEvent<S, N> for JsonLines
where
    S: Subscriber + for<'lookup> LookupSpan<'lookup>,
    N: for<'writer> FormatFields<'writer> + 'static,
{
    fn format_event(
        &self,
        _: &FmtContext<'_, S, N>,
        mut line: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let of_log = event.normalized_metadata();
        let metadata = of_log.as_ref().unwrap_or_else(|| event.metadata());
        line.write_str("{\"timestamp\":\"")?;
        SystemTime.format_time(&mut line)?;
        line.write_str("\",\"level\":\"")?;
        line.write_str(metadata.level().as_str())?;
        line.write_char('"')?;
        let mut members = Members {
            line: &mut line,
            written: Ok(()),
        };
        event.record(&mut members);
        members.written?;
        line.write_str(",\"target\":\"")?;
        Escaped(&mut line).write_str(metadata.target())?;
        line.write_str("\"}\n")
    }
}

/// The fields of an event, as members of the object.
struct Members<'line, 'writer> {
    line: &'line mut Writer<'writer>,
    written: fmt::Result,
}

impl Members<'_, '_> {
    fn add(&mut self, field: &Field, value: impl FnOnce(&mut Writer<'_>) -> fmt::Result) {
        if self.written.is_ok() && !field.name().starts_with(LOG_FIELDS) {
            self.written = self.member(field.name(), value);
        }
    }

    fn member(
        &mut self,
        name: &str,
        value: impl FnOnce(&mut Writer<'_>) -> fmt::Result,
    ) -> fmt::Result {
        self.line.write_str(",\"")?;
        Escaped(self.line).write_str(name)?;
        self.line.write_str("\":")?;
        value(self.line)
    }
}

impl Visit for Members<'_, '_> {
    /// What JSON has no number for is `null`.
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.add(field, |line| match value.is_finite() {
            true => write!(line, "{value}"),
            false => line.write_str("null"),
        });
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, |line| write!(line, "{value}"));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, |line| write!(line, "{value}"));
    }

    fn record_i128(&mut self, field: &Field, value: i128) {
        self.add(field, |line| write!(line, "{value}"));
    }

    fn record_u128(&mut self, field: &Field, value: u128) {
        self.add(field, |line| write!(line, "{value}"));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, |line| write!(line, "{value}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, |line| {
            line.write_char('"')?;
            Escaped(line).write_str(value)?;
            line.write_char('"')
        });
    }

    /// With its causes: the first one alone only says which part of the service failed.
    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        self.record_str(field, &error_chain(value));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.add(field, |line| {
            line.write_char('"')?;
            write!(Escaped(line), "{value:?}")?;
            line.write_char('"')
        });
    }
}

/// The inside of a string of JSON (RFC 8259, 7).
struct Escaped<'line, 'writer>(&'line mut Writer<'writer>);

impl Write for Escaped<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.bytes().position(must_be_escaped) {
            let (plain, others) = rest.split_at(at);
            let (escaped, after) = others.split_at(1);
            self.0.write_str(plain)?;
            match escaped {
                "\"" => self.0.write_str("\\\"")?,
                "\\" => self.0.write_str("\\\\")?,
                "\n" => self.0.write_str("\\n")?,
                control => {
                    let code = control.bytes().next().unwrap_or_default();
                    write!(self.0, "\\u{code:04x}")?;
                }
            }
            rest = after;
        }
        self.0.write_str(rest)
    }
}

/// Bytes below 128 only, so a text can be cut before and after each.
fn must_be_escaped(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..0x20)
}

#[cfg(test)]
mod tests;
