//! The report of an upload.

use domain::PaId;
use domain::key::ApplicationKey;
use forms::{Data, Status, Value};

use crate::retries::{Replayable, StoredMembers};

/// A new application with its key, which is shown to whoever uploaded it and to nobody else.
pub struct UploadReport {
    /// The number of the new application.
    pub pa_id: PaId,
    /// Its key in plain text.
    pub key: ApplicationKey,
    /// What was read from the form.
    pub data: Data,
    /// Whether its required fields have values.
    pub status: Status,
}

impl Replayable for UploadReport {
    fn members(&self) -> StoredMembers {
        StoredMembers::new([
            ("pa_id", Value::text(self.pa_id.to_string())),
            ("pa_key", Value::text(self.key.reveal())),
            ("data", self.data.clone().into_value()),
            ("status", Value::text(self.status.as_str())),
        ])
    }

    fn from_members(members: &StoredMembers) -> Option<Self> {
        let Some(Value::Object(data)) = members.get("data") else {
            return None;
        };
        Some(Self {
            pa_id: PaId::parse(members.text("pa_id")?)?,
            key: ApplicationKey::from_kept(members.text("pa_key")?)?,
            data: Data::from_checked(data.clone()),
            status: Status::parse(members.text("status")?)?,
        })
    }
}
