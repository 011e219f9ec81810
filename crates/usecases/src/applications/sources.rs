//! Where each value of an application came from: a place in its file, or a change since.
//!
//! Nothing of it is stored: the file is read once more, by the form version of the application, and
//! the history says what was changed when. So the answer is kept, copied and erased with those two.

mod change_times;

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use domain::client_network::ClientNetwork;
use domain::history::{ChainEnd, HistoryEntry};
use domain::{Application, PaId, Timestamp};
use forms::{Data, Value, ValueSource};
use futures::TryStreamExt as _;
use ports::{DataWithSources, FormOutput, UploadError};

use self::change_times::ChangeTimes;
use super::unfilled_form::AnswerKind;
use super::{ApplicationError, ApplicationView, Applications, FilledFormDigest, UnfilledForm};

/// Bytes of a history that are read at once.
const PART_BYTES_MAX: u64 = 128 * 1024;

/// What a report on sources depends on, before the file is read.
pub struct UnreadSources {
    form: UnfilledForm,
    history_end: ChainEnd,
}

/// Where the values of an application came from.
#[derive(Debug)]
pub struct SourceReport {
    /// All values, in the order of the data.
    pub values: Vec<SourcedValue>,
    /// Why the file would be refused today, if it would: then nothing is known of the values that
    /// came from it.
    pub refused: Option<UploadError>,
}

/// A value and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct SourcedValue {
    /// Its path in `data`.
    pub path: String,
    /// Where its present value came from.
    pub origin: ValueOrigin,
}

/// Where a value came from.
#[derive(Debug, Clone, PartialEq)]
pub enum ValueOrigin {
    /// It stands in the uploaded file.
    File(ValueSource),
    /// A change at that time set it.
    Put(Timestamp),
    /// A box of which the file says nothing.
    Nothing,
    /// The file reads otherwise today, and no change is known: it was made before there were
    /// histories, or the file was read by an earlier release.
    Unknown,
}

impl UnreadSources {
    /// The digest of all that the report depends on: the build, which reads; the version of the
    /// form type; the state of the data and when that was last changed.
    pub fn digest(&self) -> FilledFormDigest {
        self.form.digest_of(AnswerKind::Sources)
    }
}

impl Applications {
    /// What the sources of an application depend on, as it is at one moment.
    pub async fn unread_sources(&self, pa_id: PaId) -> Result<UnreadSources, ApplicationError> {
        let (writer, build) = (self.ports.writer.digest(), self.ports.build);
        let find = self.read_versioned(pa_id, move |rows, versions| {
            let application = rows.find_application(pa_id)?;
            let application = application.ok_or(ApplicationError::NotFound)?;
            let form = UnfilledForm {
                package: versions.find(rows, &application)?,
                view: Arc::new(ApplicationView::of(application)?),
                output: FormOutput::Fillable,
                writer,
                build,
            };
            let history_end = rows.find_history_end(pa_id)?;
            Ok(UnreadSources { form, history_end })
        });
        find.await
    }

    /// Where each value came from; the history is read, and the file by a worker, when it is the
    /// client's turn.
    pub async fn sources(
        &self,
        client: ClientNetwork,
        unread: UnreadSources,
    ) -> Result<SourceReport, ApplicationError> {
        let UnreadSources { form, history_end } = unread;
        let application = &form.view.application;
        let paths = field_values(&application.data).map(|(path, _)| path);
        let mut changes = ChangeTimes::of_paths(paths);
        self.read_changes(client, application.pa_id, &history_end, &mut changes)
            .await?;
        let original = self.original_bytes(application);
        let read = self
            .form_files
            .sources(client, &form.package, original)
            .await?;
        let (read, refused) = match read {
            Ok(read) => (read, None),
            Err(error) => (DataWithSources::default(), Some(error)),
        };
        let values = values(&application.data, &changes, read);
        Ok(SourceReport { values, refused })
    }

    /// Notes the changes in a history up to this end. It may be long, so it is read in parts, each
    /// in a transaction of its own and when it is the client's turn.
    async fn read_changes(
        &self,
        client: ClientNetwork,
        pa_id: PaId,
        end: &ChainEnd,
        changes: &mut ChangeTimes,
    ) -> Result<(), ApplicationError> {
        let mut read = ChainEnd::default();
        while read.number < end.number {
            let _turn = self.pools.cpu.turn(client).await?;
            let after = read;
            let part = self
                .ports
                .storing
                .store
                .read(move |rows| match rows.exists(pa_id)? {
                    true => Ok(rows.list_history_after(pa_id, &after, PART_BYTES_MAX)?),
                    false => Err(ApplicationError::NotFound),
                });
            let part = part.await?;
            let Some(last) = part.last() else {
                // What is missing is for `verify` to tell.
                return Ok(());
            };
            read = last.end();
            let is_within = |entry: &&HistoryEntry| entry.number <= end.number;
            part.iter()
                .take_while(is_within)
                .for_each(|entry| changes.add_entry(entry));
        }
        Ok(())
    }

    async fn original_bytes(&self, application: &Application) -> Result<Bytes, ApplicationError> {
        let download = self.original(application).await?;
        let pieces: Vec<Bytes> = download.bytes.try_collect().await?;
        Ok(pieces.concat().into())
    }
}

fn values(data: &Data, changes: &ChangeTimes, read: DataWithSources) -> Vec<SourcedValue> {
    let in_file: HashMap<String, &Value> = field_values(&read.data).collect();
    let sources = read.sources.into_iter();
    let mut sources: HashMap<String, ValueSource> = sources
        .map(|source| (source.path.clone(), source))
        .collect();
    let origin = |(path, value): (String, &Value)| {
        let origin = match (changes.of(&path), in_file.get(&path), sources.remove(&path)) {
            (Some(at), ..) => ValueOrigin::Put(at),
            (None, Some(same), Some(source)) if *same == value => ValueOrigin::File(source),
            (None, Some(Value::Boolean(false)), None) if *value == Value::Boolean(false) => {
                ValueOrigin::Nothing
            }
            _ => ValueOrigin::Unknown,
        };
        SourcedValue { path, origin }
    };
    field_values(data).map(origin).collect()
}

/// The values of fields, but for those that say nothing; that of a field with several chosen words
/// is one.
fn field_values(data: &Data) -> impl Iterator<Item = (String, &Value)> {
    let leaves = data.leaves(is_list_without_rows).into_iter();
    leaves.filter(|(_, value)| !matches!(value, Value::Text(text) if text.is_empty()))
}

fn is_list_without_rows(value: &Value) -> bool {
    let is_row = |item: &Value| matches!(item, Value::Object(_));
    matches!(value, Value::List(items) if !items.iter().any(is_row))
}

#[cfg(test)]
mod tests {
    use forms::value::Object;
    use forms::value_source::SourceKind;
    use forms::{Data, Value, ValueSource};
    use ports::DataWithSources;

    use super::{ChangeTimes, ValueOrigin, values};

    fn data<const COUNT: usize>(members: [(&str, Value); COUNT]) -> Data {
        let members = members.map(|(name, value)| (name.to_owned(), value));
        Data::from_checked(Object::from_iter(members))
    }

    #[test]
    fn values_that_the_file_does_not_hold_are_unknown_but_for_boxes_that_are_off() {
        let row = |name: &str| {
            let cells = [
                ("name".to_owned(), Value::text(name)),
                ("amount".to_owned(), Value::Null),
            ];
            Value::Object(Object::from_iter(cells))
        };
        let stored = data([
            ("name", Value::text("jetzt")),
            ("same", Value::text("a")),
            ("off", Value::Boolean(false)),
            ("costs", Value::List(vec![row(""), row("Saal")])),
        ]);
        let read = data([
            ("name", Value::text("damals")),
            ("same", Value::text("a")),
            ("off", Value::Boolean(false)),
        ]);
        let source = |path: &str| ValueSource {
            path: path.to_owned(),
            kind: SourceKind::Field,
            name: None,
            raw: "x".to_owned(),
            place: None,
        };
        let read = DataWithSources {
            data: read,
            sources: vec![source("name"), source("same")],
        };
        let told = values(&stored, &ChangeTimes::default(), read);
        let told: Vec<(&str, &ValueOrigin)> = told
            .iter()
            .map(|value| (value.path.as_str(), &value.origin))
            .collect();
        let expected = [
            ("name", &ValueOrigin::Unknown),
            ("same", &ValueOrigin::File(source("same"))),
            ("off", &ValueOrigin::Nothing),
            ("costs.1.name", &ValueOrigin::Unknown),
        ];
        assert_eq!(told, expected);
    }
}
