//! Reports as JSON objects, as they are kept for a request that is sent again.
//!
//! The first byte names the representation, and `{` is the only one so far. The members of each
//! object are those that earlier versions kept, so that what one version keeps every other can give
//! again, in both directions, while instances are replaced one by one. A member may be added where
//! a report can do without it; none may be renamed.

use data_json::JsonLimits;
use domain::Timestamp;
use forms::value::Object;
use forms::{Decimal, Value};

/// A report that can be kept.
pub(crate) trait Replayable: Send + Sized + 'static {
    fn members(&self) -> StoredMembers;

    /// The report, if these are members of one.
    fn from_members(members: &StoredMembers) -> Option<Self>;
}

/// The members of a kept report.
pub(crate) struct StoredMembers(Object);

impl StoredMembers {
    pub(crate) fn new(members: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        let members = members.into_iter();
        Self(
            members
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        )
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn number(&self, name: &str) -> Option<&Decimal> {
        match self.get(name)? {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    pub(crate) fn timestamp(&self, name: &str) -> Option<Timestamp> {
        Timestamp::parse(self.text(name)?)
    }
}

pub(super) fn to_bytes<T: Replayable>(report: &T) -> Vec<u8> {
    data_json::to_text(&Value::Object(report.members().0)).into_bytes()
}

pub(super) fn from_bytes<T: Replayable>(kept: &[u8]) -> Option<T> {
    match data_json::parse(kept, JsonLimits::STORED) {
        Ok(Value::Object(members)) => T::from_members(&StoredMembers(members)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use domain::key::{ApplicationKey, KEY_ENTROPY_BYTES};

    use super::{Replayable, from_bytes, to_bytes};
    use crate::{AttachmentReport, OfferReport, UploadReport};

    #[test]
    fn from_bytes_reads_and_to_bytes_writes_what_the_first_versions_kept() {
        let key = ApplicationKey::from_entropy([7; KEY_ENTROPY_BYTES]);
        let upload = format!(
            r#"{{"pa_id":"26-0001","pa_key":"{}","data":{{"sum":1.5}},"status":"incomplete"}}"#,
            key.reveal()
        );
        assert_eq!(kept_again::<UploadReport>(&upload), upload);
        let attachment = concat!(
            r#"{"id":3,"filename":"Müller.pdf","content_type":"application/pdf","size":14,"#,
            r#""created_at":"2026-02-01T00:00:00.000042"}"#
        );
        assert_eq!(kept_again::<AttachmentReport>(attachment), attachment);
        for attachment_id in ["null", "3"] {
            let offer = [
                r#"{"id":5,"supplier_name":"A","amount":249.9,"description":"","url":"","#,
                r#""attachment_id":"#,
                attachment_id,
                r#","is_preferred":true,"created_at":"2026-02-01T12:00:00.000000"}"#,
            ]
            .concat();
            assert_eq!(kept_again::<OfferReport>(&offer), offer);
        }
    }

    #[test]
    fn from_bytes_takes_no_other_representation() {
        for kept in [&b""[..], b"\x01{}", b"[]", b"{}", b"{\"id\":3}"] {
            assert!(from_bytes::<AttachmentReport>(kept).is_none());
        }
    }

    fn kept_again<T: Replayable>(kept: &str) -> String {
        let report: T = from_bytes(kept.as_bytes()).unwrap();
        String::from_utf8(to_bytes(&report)).unwrap()
    }
}
