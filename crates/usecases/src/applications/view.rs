//! An application with what its answers are made of.

use data_json::RawJson;
use domain::{Application, PaId};
use ports::ApplicationStamp;

use super::StateDigest;
use crate::InternalError;
use crate::stamped_cache::Stamped;

/// The views of all applications together take about as much at most.
pub(super) const VIEW_BYTES_MAX: usize = 8 * 1_048_576;

/// How much more memory a view takes than its data have as JSON: there they are twice, once as a
/// tree of values; and what it takes whatever its data.
const BYTES_FACTOR: usize = 6;
const BYTES_BESIDE: usize = 1024;

/// An application as it was when it was read, and what follows from that alone.
#[derive(Debug)]
pub struct ApplicationView {
    /// The row itself, at the state that `stamp` names.
    pub application: Application,
    /// Its data as the JSON text that is answered.
    pub data: Box<RawJson>,
    /// Which state of what it shows this is.
    pub state: StateDigest,
    /// Which state of all of it this is.
    stamp: ApplicationStamp,
}

impl ApplicationView {
    pub(super) fn of(application: Application) -> Result<Self, InternalError> {
        let data = data_json::members_to_raw_json(application.data.members());
        let data = data.map_err(|error| InternalError::Failed(error.into()))?;
        Ok(Self {
            state: StateDigest::of_text(&application, data.get()),
            stamp: ApplicationStamp::of(&application),
            application,
            data,
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
