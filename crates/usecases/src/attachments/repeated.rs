//! A file that is sent again: compared with the one that was stored, and not stored once more.

use std::sync::Arc;

use domain::attachment::{Attachment, AttachmentUsage, filename};
use futures::StreamExt as _;
use sha2::{Digest as _, Sha256};

use super::add::NewFile;
use super::arrival::{Arrival, Bounds};
use super::{AttachmentError, Attachments};
use crate::{Outcome, RequestContent, Retry};

impl Attachments {
    /// The answer of then, if it is the same file.
    pub(super) async fn compare(
        &self,
        file: NewFile,
        retry: Option<Retry<Attachment>>,
    ) -> Result<Outcome<Attachment>, AttachmentError> {
        let arrival = Arrival::default();
        let bounds = Bounds {
            limits: self.limits,
            // What the application has by now is no matter: this file is in it already.
            usage: AttachmentUsage::default(),
            listed_at: self.ports.clock.now(),
            clock: Arc::clone(&self.ports.clock),
        };
        let mut bytes = arrival.watch(file.bytes, bounds);
        let mut hash = Sha256::new();
        while let Some(piece) = bytes.next().await {
            match piece {
                Ok(piece) => hash.update(&piece),
                Err(error) => return Err(arrival.ended_for().unwrap_or_else(|| error.into())),
            }
        }
        let content = content(&filename(&file.filename), &hash.finalize().into());
        let request = retry.map(|retry| Arc::new(retry.asking_for(&content)));
        let (store, clock) = (&self.ports.store, &self.ports.clock);
        let answer = match request {
            Some(request) => request.look(store, clock).await?,
            None => None,
        };
        // The answer was there a moment ago: its time is over, or the key of the application was
        // replaced.
        answer
            .map(Outcome::Repeated)
            .ok_or(AttachmentError::AnswerGone)
    }
}

/// What an upload asks for: these bytes under this name.
pub(super) fn content(filename: &str, sha256: &[u8; 32]) -> RequestContent {
    RequestContent::of([filename.as_bytes(), sha256])
}
