//! The report on a filled form: where its values stand, and what the reader of uploads finds in it.

use domain::history::changes_between;
use forms::{Data, FillReport, Value};
use ports::UploadError;

/// A filled form as it was written and as it reads.
#[derive(Debug)]
pub struct FilledFormReport {
    /// Where each value stands.
    pub placed: FillReport,
    /// The outcome of reading it.
    pub read_back: ReadBackOutcome,
}

/// What the reader of uploads finds in a filled form, compared with what was written.
#[derive(Debug)]
pub enum ReadBackOutcome {
    /// The same values.
    Same,
    /// Other values at these paths.
    Different(Vec<ReadBackDifference>),
    /// It would not be taken as an upload.
    Refused(UploadError),
}

/// A value that reads otherwise than it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadBackDifference {
    /// Where in `data`; a row that is missing or too many is named as a whole.
    pub path: String,
    /// Null where nothing was written.
    pub written: Value,
    /// Null where nothing was found.
    pub read: Value,
}

impl FilledFormReport {
    /// Whether nothing is wrong with it: every value is shown, each character as it is, and reads
    /// back as it was written.
    pub fn is_complete(&self) -> bool {
        let reads_back = matches!(self.read_back, ReadBackOutcome::Same);
        reads_back && self.placed.values.iter().all(|value| value.is_legible())
    }
}

impl ReadBackOutcome {
    pub(crate) fn of(written: &Data, read: Result<Data, UploadError>) -> Self {
        let read = match read {
            Ok(read) => read,
            Err(refused) => return Self::Refused(refused),
        };
        let changes = changes_between(written, &read).into_iter();
        let differences: Vec<ReadBackDifference> = changes
            .map(|change| ReadBackDifference {
                path: change.path,
                written: change.before,
                read: change.after,
            })
            .collect();
        match differences.is_empty() {
            true => Self::Same,
            false => Self::Different(differences),
        }
    }
}
