//! Security events, which an operator must be able to trace: a line in the log for each, beside
//! that of the request.
//!
//! A line names the event, the kind of caller, the application, the client's network, the status
//! and the id of the request; never a key, content or the name of a file. docs/OPERATING.md has the
//! table.

mod log;
mod request;

pub(crate) use log::EventLog;
pub(crate) use request::{CredentialKind, RequestEvents, note, note_credential};

use crate::error::{Code, RefusalCause};

/// The target of their lines, which are written at the level `info`.
pub const EVENTS_TARGET: &str = "events";

macro_rules! events {
    ($($event:ident $name:literal)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum SecurityEvent {
            $($event,)*
        }

        impl SecurityEvent {
            #[cfg(test)]
            pub(crate) const ALL: &[Self] = &[$(Self::$event,)*];

            /// The word in the log. It stays the same.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$event => $name,)*
                }
            }
        }
    };
}

events! {
    KeyMissing "key_missing"
    KeyWrong "key_wrong"
    MasterKeyWrong "master_key_wrong"
    KeyOfAnotherApplication "key_of_another_application"
    MasterKeyRequired "master_key_required"
    RateLimitExceeded "rate_limit_exceeded"
    UploadLimitExceeded "upload_limit_exceeded"
    OriginNotAllowed "origin_not_allowed"
    UploadHostile "upload_hostile"
    KeyInQuery "key_in_query"
    KeyReplaced "key_replaced"
    ApplicationDeleted "application_deleted"
    AttachmentDeleted "attachment_deleted"
}

impl SecurityEvent {
    /// The event that a refusal is; `None` where it need not be traced.
    fn of_refusal(cause: RefusalCause, shown: CredentialKind) -> Option<Self> {
        Some(match cause.code {
            _ if cause.is_attack => Self::UploadHostile,
            Code::KeyMissing => Self::KeyMissing,
            Code::KeyInvalid if shown == CredentialKind::Master => Self::MasterKeyWrong,
            Code::KeyInvalid => Self::KeyWrong,
            Code::KeyOfAnotherApplication => Self::KeyOfAnotherApplication,
            Code::MasterKeyRequired => Self::MasterKeyRequired,
            Code::RateLimitExceeded => Self::RateLimitExceeded,
            Code::UploadLimitExceeded => Self::UploadLimitExceeded,
            Code::OriginNotAllowed => Self::OriginNotAllowed,
            // A form that a program has filled is none of these.
            Code::AttachmentInfected
            | Code::PdfTookTooLong
            | Code::PdfTooComplex
            | Code::PdfTooLargeDecompressed => Self::UploadHostile,
            _ => return None,
        })
    }

    /// Whether anyone can cause it any number of times, so that its lines are limited.
    fn is_refusal(self) -> bool {
        match self {
            Self::KeyMissing
            | Self::KeyWrong
            | Self::MasterKeyWrong
            | Self::KeyOfAnotherApplication
            | Self::MasterKeyRequired
            | Self::RateLimitExceeded
            | Self::UploadLimitExceeded
            | Self::OriginNotAllowed
            | Self::UploadHostile => true,
            Self::KeyInQuery
            | Self::KeyReplaced
            | Self::ApplicationDeleted
            | Self::AttachmentDeleted => false,
        }
    }

    /// Whether the key that was shown is not a key of anybody.
    fn is_of_nobody(self) -> bool {
        matches!(
            self,
            Self::KeyMissing | Self::KeyWrong | Self::MasterKeyWrong
        )
    }
}

#[cfg(test)]
mod tests {
    use super::SecurityEvent;

    /// The rows of the table of events in docs/OPERATING.md.
    fn documented() -> Vec<String> {
        let text = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/OPERATING.md");
        let text = std::fs::read_to_string(text).unwrap();
        let table = text.split_once("| `event` | What happened |").unwrap().1;
        let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
        rows.map(|row| row.split('`').nth(1).unwrap().to_owned())
            .collect()
    }

    #[test]
    fn every_security_event_is_a_row_of_the_documentation_in_this_order() {
        let names = SecurityEvent::ALL.iter().map(|event| event.name());
        assert_eq!(documented(), names.collect::<Vec<_>>());
    }
}
