//! `history`: what happened to an application, for people.

use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::anyhow;
use domain::PaId;
use domain::attachment::is_direction_mark;
use domain::history::{HistoryChange, HistoryEntry};
use forms::Value;
use ports::{Store, StoreError};

use crate::command_line::Configuration;
use crate::{CommandError, Installation, terminal};

use super::runtime;

/// How many entries are read at once.
const PAGE: usize = 200;

/// Prints every entry, oldest first.
pub(crate) fn run<I: Installation>(
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
        let (before, after) = (shown(before), shown(after));
        // A text takes everything.
        let _ = writeln!(text, "    {path}: {before} -> {after}");
    }
    text
}

/// As JSON, with the control characters and direction marks by their numbers that JSON leaves as
/// they are: a terminal would obey them.
fn shown(value: &Value) -> String {
    let text = match value {
        Value::Null => "nothing".to_owned(),
        value => data_json::to_text(value),
    };
    let shown = text.chars().map(|character| match character {
        character if character.is_control() || is_direction_mark(character) => {
            character.escape_unicode().to_string()
        }
        character => character.to_string(),
    });
    shown.collect()
}
