//! Why a caller is turned away, as it goes out.

use domain::access::PermissionError;
use usecases::AccessError;

use super::application::{internal, not_found};
use super::code::Code;
use super::refusal::Refusal;

pub(super) fn refusal(error: &AccessError) -> Refusal {
    match error {
        AccessError::Missing => Refusal::unauthorized(
            Code::KeyMissing,
            "A key is needed: send it in the header X-PA-KEY or X-MASTER-KEY.",
        ),
        AccessError::Wrong => Refusal::unauthorized(Code::KeyInvalid, "The key is wrong."),
        AccessError::TooManyRequests(refused) => Refusal::too_many_requests(refused),
        AccessError::Refused(PermissionError::KeyOfAnotherApplication) => Refusal::new(
            Code::KeyOfAnotherApplication,
            "The key belongs to another application.",
        ),
        AccessError::Refused(PermissionError::MasterKeyOnly) => Refusal::new(
            Code::MasterKeyRequired,
            "This takes a master key: send it in the header X-MASTER-KEY.",
        ),
        AccessError::NotFound => not_found(),
        AccessError::Internal(error) => internal(error),
    }
}
