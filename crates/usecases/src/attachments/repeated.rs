//! Answers a file that is sent again: it is compared with the one that was stored, and not stored
//! once more.

use std::sync::Arc;

use domain::PaId;
use domain::attachment::{AllowedTypes, AttachmentUsage, filename};
use futures::StreamExt as _;
use sha256::Sha256;

use super::arrival::{Arrival, Bounds, NewFile};
use super::{AttachmentError, AttachmentReport, Attachments};
use crate::retries::find_repeated;
use crate::{InternalError, RequestContent, Retry, RetryOutcome};

impl Attachments {
    /// The first answer, if it is the same file.
    pub(super) async fn compare(
        &self,
        pa_id: PaId,
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
        if let Some(outcome) = outcome {
            return Ok(outcome);
        }
        // The answer was there a moment ago: it went with the application, or its time is over.
        let exists = store.read(move |rows| rows.exists(pa_id)).await;
        Err(match exists.map_err(InternalError::from)? {
            true => AttachmentError::AnswerGone,
            false => AttachmentError::ApplicationNotFound,
        })
    }
}

/// The content of a request to add a file: its name and hash.
pub(super) fn content(filename: &str, sha256: &[u8; 32]) -> RequestContent {
    RequestContent::of([filename.as_bytes(), sha256])
}
