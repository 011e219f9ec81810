//! Why a caller is turned away, as it goes out.

use actix_web::http::StatusCode;
use domain::access::AccessRefused;
use usecases::AccessError;

use super::application::{broken, not_found};
use super::refusal::Refusal;

pub(super) fn refusal(error: &AccessError) -> Refusal {
    match error {
        AccessError::Missing => Refusal::unauthorized(
            "key_missing",
            "A key is needed: send it in the header X-PA-KEY or X-MASTER-KEY.",
        ),
        AccessError::Wrong => Refusal::unauthorized("key_invalid", "The key is wrong."),
        AccessError::TooManyRequests(refused) => Refusal::too_many_requests(refused),
        AccessError::Refused(AccessRefused::KeyOfAnotherApplication) => Refusal::new(
            StatusCode::FORBIDDEN,
            "key_of_another_application",
            "The key belongs to another application.",
        ),
        AccessError::Refused(AccessRefused::MasterKeyOnly) => Refusal::new(
            StatusCode::FORBIDDEN,
            "master_key_required",
            "This takes a master key: send it in the header X-MASTER-KEY.",
        ),
        AccessError::NotFound => not_found(),
        AccessError::Broken(error) => broken(error),
    }
}
