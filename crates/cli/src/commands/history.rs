//! `history`: what happened to an application, for people.

use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::anyhow;
use domain::PaId;
use domain::history::{HistoryChange, HistoryEntry};
use forms::Value;
use ports::{Store, StoreError};

use crate::command_line::Configuration;
use crate::terminal::in_one_line;
use crate::{CommandError, ExistingStorage, ProgramSettings, terminal};

use super::runtime;

/// How many entries are read at once.
const PAGE: usize = 200;

/// Prints every entry, oldest first.
pub(crate) fn run<I: ProgramSettings + ExistingStorage>(
    pa_id: &str,
    configuration: &Configuration,
) -> Result<(), CommandError> {
    let installation: I = configuration.read()?;
    let pa_id = PaId::parse(pa_id)
        .ok_or_else(|| anyhow!("`{pa_id}` is no number of an application, such as 26-0001."))?;
    let store = installation.existing_store()?;
    runtime()?.block_on(print(&store, pa_id))
}

async fn print(store: &Arc<dyn Store>, pa_id: PaId) -> Result<(), CommandError> {
    let mut offset = 0;
    loop {
        let page = store.read::<_, StoreError>(move |rows| {
            let exists = rows.exists(pa_id)?;
            Ok((exists, rows.list_history(pa_id, PAGE, offset)?.0))
        });
        let (exists, entries) = page.await?;
        if !exists {
            return Err(anyhow!("There is no application {pa_id}.").into());
        }
        if entries.is_empty() && offset == 0 {
            terminal::print_message("Nothing has happened since histories are kept.");
        }
        if entries.is_empty() {
            return Ok(());
        }
        offset += u64::try_from(entries.len()).unwrap_or(u64::MAX);
        for entry in &entries {
            terminal::print(&text(entry))?;
        }
    }
}

/// A line for the entry, and one below it for each change.
fn text(entry: &HistoryEntry) -> String {
    let content = &entry.content;
    let (at, by, action) = (content.at, content.by.as_str(), content.action.as_str());
    let mut text = format!("{}  {at}  {by}  {action}\n", entry.number);
    for HistoryChange {
        path,
        before,
        after,
    } in &content.changes
    {
        let (path, before, after) = (in_one_line(path), shown(before), shown(after));
        // A text takes everything.
        let _ = writeln!(text, "    {path}: {before} -> {after}");
    }
    text
}

/// As JSON, in one line.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        value => in_one_line(&data_json::to_text(value)),
    }
}

#[cfg(test)]
mod tests {
    use domain::Timestamp;
    use domain::history::{Action, Author, EntryContent, HistoryChange, HistoryEntry};
    use forms::Value;

    use super::text;

    #[test]
    fn a_terminal_obeys_nothing_of_what_strangers_have_written() {
        let change = HistoryChange {
            path: "otherFields.\u{1b}[2J\nx".to_owned(),
            before: Value::Null,
            after: Value::text("\u{9b}2J"),
        };
        let content = EntryContent {
            at: Timestamp::EPOCH,
            by: Author::Upload,
            action: Action::DataChanged,
            changes: vec![change],
        };
        let told = text(&HistoryEntry {
            number: 1,
            content,
            hash: [0; 32],
            total_bytes: 0,
        });
        let line = r#"    otherFields.\u{1b}[2J\u{a}x: nothing -> "\u{9b}2J""#;
        assert_eq!(told.lines().nth(1), Some(line));
        assert_eq!(told.lines().count(), 2);
    }
}
