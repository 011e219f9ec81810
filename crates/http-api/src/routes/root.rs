//! `GET /`: the service says its name.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;

use crate::answer::{self, GreetingAnswer};
use crate::extract::OpenRequest;
use crate::openapi::{Answer, Facts, Operation, tag};

pub(super) async fn root(_: OpenRequest) -> HttpResponse {
    let message = "Application Form Service".to_owned();
    answer::json(StatusCode::OK, &GreetingAnswer { message })
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new("greet", tag::SERVICE, "Says its name")
        .answer(Answer::json::<GreetingAnswer>(200, "The service is there."))
}
