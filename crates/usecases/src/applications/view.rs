//! An application with what its answers are made of.

use data_json::RawJson;
use domain::Application;
use ports::ApplicationStamp;

use super::StateDigest;
use crate::InternalError;

/// An application as it was when it was read, and what follows from that alone.
#[derive(Debug)]
pub struct ApplicationView {
    /// As it is stored.
    pub application: Application,
    /// Its data as JSON.
    pub data: Box<RawJson>,
    /// Which state of what it shows this is.
    pub state: StateDigest,
    /// Which state of all of it this is.
    pub(super) stamp: ApplicationStamp,
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
