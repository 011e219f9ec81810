//! `backup.toml`: what a backup has, and what was damaged when it was made.

use anyhow::{anyhow, bail, ensure};
use domain::Timestamp;

use crate::found_faults::FoundFaults;

/// The name of the file.
pub(super) const MANIFEST: &str = "backup.toml";
/// A longer one was not written by this program.
pub(super) const MANIFEST_BYTES_MAX: u64 = 1024 * 1024;
/// How many faults of a kind are named in it; all of them are counted.
pub(super) const NAMED_MAX: usize = 1000;
/// The version of the backup's layout; others are refused.
const FORMAT: i64 = 1;

/// The content of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Manifest {
    /// How many applications are in it.
    pub(super) applications: u64,
    /// The moment at which the snapshot of the rows was taken.
    pub(super) rows_of: Timestamp,
    /// How many faults there were then: what they name is missing here, or as damaged.
    pub(super) faults: u64,
    /// Their sentences; none in backups of before they were kept.
    pub(super) damaged: Vec<String>,
    /// What is found here in the place of some of them.
    pub(super) in_the_copy: Vec<String>,
}

impl Manifest {
    pub(super) fn text(&self) -> String {
        format!(
            "# A backup of formservice {}. `formservice restore` reads it.\nformat = \
                {FORMAT}\napplications = {}\nrows_of = {} # {} UTC, in microseconds\nfaults = \
                {} # what was damaged then\ndamaged = {}\nin_the_copy = {}\n",
            env!("CARGO_PKG_VERSION"),
            self.applications,
            self.rows_of.microseconds(),
            self.rows_of,
            self.faults,
            array(&self.damaged),
            array(&self.in_the_copy)
        )
    }

    pub(super) fn parse(text: &str) -> anyhow::Result<Self> {
        let table: toml::Table = text
            .parse()
            .map_err(|_| anyhow!("{MANIFEST} is no TOML: the backup is damaged."))?;
        let number = |name: &str| table.get(name).and_then(toml::Value::as_integer);
        ensure!(
            number("format") == Some(FORMAT),
            "The backup was made by a version of formservice that lays it out in another way."
        );
        let count = |name: &str| number(name).and_then(|count| u64::try_from(count).ok());
        let rows_of = number("rows_of").and_then(Timestamp::from_microseconds);
        match (count("applications"), rows_of) {
            (Some(applications), Some(rows_of)) => Ok(Self {
                applications,
                rows_of,
                // Neither counted nor named by the first versions.
                faults: count("faults").unwrap_or(0),
                damaged: sentences(&table, "damaged"),
                in_the_copy: sentences(&table, "in_the_copy"),
            }),
            _ => bail!("{MANIFEST} lacks something: the backup is damaged."),
        }
    }

    /// Whether it names every fault that it counts.
    pub(super) fn names_all(&self) -> bool {
        self.unnamed() == 0
    }

    /// What was found now and was not there when the backup was made. Where it does not name all of
    /// its faults, any may be one of those.
    pub(super) fn unknown<'found>(&self, found: &'found FoundFaults) -> Vec<&'found str> {
        let known = || self.damaged.iter().chain(&self.in_the_copy);
        let is_new = |sentence: &&str| !known().any(|one| one == sentence);
        let unknown: Vec<&str> = found.told().filter(is_new).collect();
        if unknown.len() <= self.unnamed() {
            return Vec::new();
        }
        unknown
    }

    fn unnamed(&self) -> usize {
        let faults = usize::try_from(self.faults).unwrap_or(usize::MAX);
        faults.saturating_sub(self.damaged.len())
    }
}

/// Sentences as an array, a line each.
fn array(sentences: &[String]) -> String {
    let line = |sentence: &String| format!("    {},\n", toml::Value::from(sentence.as_str()));
    match sentences {
        [] => "[]".to_owned(),
        _ => format!("[\n{}]", sentences.iter().map(line).collect::<String>()),
    }
}

fn sentences(table: &toml::Table, name: &str) -> Vec<String> {
    let array = table.get(name).and_then(toml::Value::as_array);
    let texts = array.into_iter().flatten().filter_map(toml::Value::as_str);
    texts.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
