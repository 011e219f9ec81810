//! Answers a file that is sent again: it is compared with the one that was stored, and not stored
//! once more.

use std::sync::Arc;

use domain::attachment::{AllowedTypes, AttachmentUsage, filename};
use futures::StreamExt as _;
use sha256::Sha256;

use super::arrival::{Arrival, Bounds, NewFile};
use super::{AttachmentError, AttachmentReport, Attachments};
use crate::retries::find_repeated;
use crate::{RequestContent, Retry, RetryOutcome};

impl Attachments {
    /// The first answer, if it is the same file.
    pub(super) async fn compare(
        &self,
        file: NewFile,
        retry: Option<Retry>,
    ) -> Result<RetryOutcome<AttachmentReport>, AttachmentError> {
        let arrival = Arrival::default();
        let bounds = Bounds {
            limits: self.limits,
            types: AllowedTypes::ANY,
            // What the application has by now is no matter: this file is in it already.
            usage: AttachmentUsage::default(),
        };
        let mut bytes = arrival.watch(file.bytes, bounds);
        let mut hash = Sha256::new();
        while let Some(piece) = bytes.next().await {
            match piece {
                Ok(piece) => hash.update(&piece),
                Err(error) => return Err(arrival.ended_for().unwrap_or_else(|| error.into())),
            }
        }
        let content = content(&filename(&file.filename), &hash.finalize());
        let request = retry.map(|retry| Arc::new((retry, content)));
        let (store, clock) = (&self.ports.store, &self.ports.clock);
        let outcome = match request {
            Some(request) => find_repeated(store, clock, &request).await?,
            None => None,
        };
        // The answer was there a moment ago: its time is over, or the key of the application was
        // replaced.
        outcome.ok_or(AttachmentError::AnswerGone)
    }
}

/// The content of a request to add a file: its name and hash.
pub(super) fn content(filename: &str, sha256: &[u8; 32]) -> RequestContent {
    RequestContent::of([filename.as_bytes(), sha256])
}
