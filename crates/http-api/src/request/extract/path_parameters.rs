//! What a path addresses within what the caller may use.
//!
//! A text that is not a number, or a number that is negative, too large or written with a zero or a
//! plus before it, addresses nothing: the answer is 404, as for any number that does not exist.

use actix_web::dev::{Path, Url};
use domain::AttachmentId;
use domain::cost_position::{CostPosition, OfferId};
use usecases::{ApplicationAccess, AttachmentError, CostPositionError};

use crate::error::ApiError;
use crate::response::pages;
use crate::response::served_file::ServedFile;
use crate::state::State;

/// The parameters of a path, without the application.
pub(crate) trait PathParameters<Granted>: Sized {
    fn from_path(path: &Path<Url>) -> Result<Self, ApiError>;

    /// An error if the addressed thing does not exist, where that has to be told before a fault of
    /// the body.
    async fn find(&self, _: &Granted, _: &State) -> Result<(), ApiError> {
        Ok(())
    }
}

/// The place of a cost position in `data.costs`, counted from 0, whether or not it is there.
#[derive(Clone, Copy)]
pub(crate) struct CostPositionIndex(pub(crate) u64);

/// The key of a form type as the client wrote it, whether or not there is one.
pub(crate) struct FormTypeKey(pub(crate) String);

/// An offer of a cost position, whether or not either is there; `None` where the text is no number.
pub(crate) struct OfferInPath(CostPositionIndex, Option<OfferId>);

impl CostPositionIndex {
    /// What the parameter is called in the path.
    pub(super) const NAME: &str = "cost_position_index";

    fn in_path(path: &Path<Url>) -> Result<Self, ApiError> {
        let index = number(path, Self::NAME).map(Self);
        Ok(index.ok_or(CostPositionError::NotFound)?)
    }
}

impl<Granted> PathParameters<Granted> for () {
    fn from_path(_: &Path<Url>) -> Result<Self, ApiError> {
        Ok(())
    }
}

impl PathParameters<ApplicationAccess> for AttachmentId {
    fn from_path(path: &Path<Url>) -> Result<Self, ApiError> {
        let id = number(path, "attachment_id").map(AttachmentId);
        Ok(id.ok_or(AttachmentError::NotFound)?)
    }
}

impl PathParameters<ApplicationAccess> for CostPositionIndex {
    fn from_path(path: &Path<Url>) -> Result<Self, ApiError> {
        Self::in_path(path)
    }

    async fn find(&self, granted: &ApplicationAccess, state: &State) -> Result<(), ApiError> {
        state.api.cost_positions.find(granted.pa_id, self.0).await?;
        Ok(())
    }
}

impl PathParameters<CostPosition> for CostPositionIndex {
    fn from_path(path: &Path<Url>) -> Result<Self, ApiError> {
        Self::in_path(path)
    }
}

impl OfferInPath {
    /// The position and the offer. Where the text can be none it is told first if there is no such
    /// position.
    pub(crate) async fn known(
        self,
        granted: &ApplicationAccess,
        state: &State,
    ) -> Result<(u64, OfferId), ApiError> {
        let Self(CostPositionIndex(index), offer) = self;
        let Some(offer) = offer else {
            state.api.cost_positions.find(granted.pa_id, index).await?;
            return Err(CostPositionError::OfferNotFound.into());
        };
        Ok((index, offer))
    }
}

impl PathParameters<ApplicationAccess> for OfferInPath {
    fn from_path(path: &Path<Url>) -> Result<Self, ApiError> {
        let offer = number(path, "offer_id").map(OfferId);
        Ok(Self(CostPositionIndex::in_path(path)?, offer))
    }
}

impl PathParameters<()> for FormTypeKey {
    fn from_path(path: &Path<Url>) -> Result<Self, ApiError> {
        Ok(Self(path.query("form_type").to_owned()))
    }
}

/// A file that the pages of the documentation load.
impl PathParameters<()> for &'static ServedFile {
    fn from_path(path: &Path<Url>) -> Result<Self, ApiError> {
        pages::asset(path.query("file")).ok_or(ApiError::RouteNotFound)
    }
}

/// Each number has one spelling, so that what is kept by the path of a request (RFC 3986, 6.2.1),
/// such as the answer to a retry, is kept for one thing.
pub(super) fn number<Number: std::str::FromStr>(path: &Path<Url>, name: &str) -> Option<Number> {
    let text = path.query(name);
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = text == "0" || !text.starts_with('0');
    text.parse().ok().filter(|_| is_number && is_short)
}
