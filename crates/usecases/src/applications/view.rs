//! An application with what its answers are made of, as it is cached.

use std::sync::OnceLock;

use bytes::Bytes;
use data_json::RawJson;
use domain::{Application, PaId};
use ports::ApplicationStamp;

use super::StateDigest;
use crate::InternalError;
use crate::stamped_cache::Stamped;

/// About as much memory as the cached views take at most.
pub(super) const VIEW_BYTES_MAX: usize = 8 * 1_048_576;

/// How many bytes a view takes for each byte of its data as JSON, which it holds as a text, as a
/// tree of values and in its answer; and how many beside.
const BYTES_FACTOR: usize = 7;
const BYTES_BESIDE: usize = 1024;

/// An application as it was when it was read, and what follows from that alone.
#[derive(Debug)]
pub struct ApplicationView {
    /// The row itself, at the state that `stamp` names.
    pub application: Application,
    /// Its data as the JSON text that is answered.
    pub data: Box<RawJson>,
    /// The state of the answer, for its entity tag.
    pub state: StateDigest,
    /// The answer as JSON, set when the application is first shown.
    pub answer: OnceLock<Bytes>,
    /// The state of the whole application.
    stamp: ApplicationStamp,
}

impl ApplicationView {
    /// That of an application as it was read.
    pub fn of(application: Application) -> Result<Self, InternalError> {
        let data = data_json::members_to_raw_json(application.data.members());
        let data = data.map_err(|error| InternalError::Failed(error.into()))?;
        Ok(Self {
            state: StateDigest::of_text(&application, data.get()),
            stamp: ApplicationStamp::of(&application),
            application,
            data,
            answer: OnceLock::new(),
        })
    }
}

impl Stamped for ApplicationView {
    fn pa_id(&self) -> PaId {
        self.application.pa_id
    }

    fn stamp(&self) -> &ApplicationStamp {
        &self.stamp
    }

    fn bytes(&self) -> usize {
        BYTES_BESIDE + BYTES_FACTOR * self.data.get().len()
    }
}
