//! A file that is arriving: counts its bytes, keeps the first ones, and ends it when it is too
//! large.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use domain::attachment::{AllowedTypes, AttachmentLimits, AttachmentUsage, BEGINNING_BYTES};
use domain::client_network::ClientNetwork;
use futures::StreamExt as _;
use ports::{BlobError, ByteStream};

use super::AttachmentError;

/// A file as a client sends it.
pub struct NewFile {
    /// Who sends it, and waits for its turn with the scanner.
    pub client: ClientNetwork,
    /// Its name as sent; a path is cut to its last component.
    pub filename: String,
    /// Its media type as sent, valid or not.
    pub content_type: Option<String>,
    /// Its largest possible size in bytes, where that is known.
    pub size_bytes_max: Option<u64>,
    /// Its bytes. An end without an error is the end of the whole file.
    pub bytes: ByteStream,
}

/// The limits on a file: its size, and its media type.
pub(super) struct Bounds {
    pub(super) limits: AttachmentLimits,
    pub(super) types: AllowedTypes,
    /// What the application had when the transfer began.
    pub(super) usage: AttachmentUsage,
}

/// What is known of a transfer beside its bytes.
#[derive(Default)]
pub(super) struct ArrivalState {
    size_bytes: u64,
    beginning: Vec<u8>,
    ended_for: Option<AttachmentError>,
}

/// A view on a transfer that stays when its stream is handed on.
#[derive(Clone, Default)]
pub(super) struct Arrival(Arc<Mutex<ArrivalState>>);

impl Arrival {
    /// The same bytes, ended by an error as soon as more arrive than the bounds admit.
    pub(super) fn watch(&self, bytes: ByteStream, bounds: Bounds) -> ByteStream {
        let arrival = self.clone();
        bytes
            .map(move |piece| arrival.judge(piece?, &bounds))
            .boxed()
    }

    /// Takes the error that ended the transfer, if one did; the next call has none.
    pub(super) fn ended_for(&self) -> Option<AttachmentError> {
        self.state().ended_for.take()
    }

    /// The first bytes, enough to recognise a media type.
    pub(super) fn beginning(&self) -> Vec<u8> {
        self.state().beginning.clone()
    }

    fn judge(&self, piece: Bytes, bounds: &Bounds) -> Result<Bytes, BlobError> {
        let mut state = self.state();
        let outcome = state.take(&piece, bounds);
        drop(state);
        outcome.map(|()| piece).map_err(|error| self.end_for(error))
    }

    /// Notes why the transfer ends. Answers the error with which the stream ends.
    pub(super) fn end_for(&self, error: AttachmentError) -> BlobError {
        self.state().ended_for = Some(error);
        BlobError::Interrupted("the transfer was ended".into())
    }

    fn state(&self) -> MutexGuard<'_, ArrivalState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ArrivalState {
    fn take(&mut self, piece: &[u8], bounds: &Bounds) -> Result<(), AttachmentError> {
        let length = u64::try_from(piece.len()).unwrap_or(u64::MAX);
        self.size_bytes = self.size_bytes.saturating_add(length);
        // That nothing has arrived yet is no refusal while more may come.
        if self.size_bytes > 0 {
            let admitted = bounds.limits.admit(bounds.usage, self.size_bytes);
            admitted.map_err(AttachmentError::NotAdmitted)?;
        }
        let wanted = BEGINNING_BYTES.saturating_sub(self.beginning.len());
        if wanted > 0 {
            self.beginning.extend(piece.iter().take(wanted));
            // A shorter file is judged when it has ended.
            if self.beginning.len() == BEGINNING_BYTES {
                let admitted = bounds.types.admit(&self.beginning);
                admitted.map_err(AttachmentError::TypeNotAllowed)?;
            }
        }
        Ok(())
    }
}
