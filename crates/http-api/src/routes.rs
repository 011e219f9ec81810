//! Which path and method leads where. Every endpoint is a file of its own; a path asked with another method answers 405 with `Allow`.

mod add_attachment;
mod add_offer;
mod get_application;
mod get_attachment;
mod get_check;
mod get_form;
mod get_live;
mod get_offers;
mod get_ready;
mod list_applications;
mod list_attachments;
mod list_forms;
mod prefer_offer;
mod put_application;
mod put_justification;
mod remove_application;
mod remove_attachment;
mod remove_offer;
mod replace_key;
mod root;
mod upload;

use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpResponse, Resource};

use crate::error::ApiError;

/// Adds all endpoints. HEAD stands beside each GET: actix does not add it.
pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(
            resource("/", "GET, HEAD")
                .route(web::get().to(root::root))
                .route(web::head().to(root::root)),
        )
        .service(
            resource("/health/live", "GET, HEAD")
                .route(web::get().to(get_live::get_live))
                .route(web::head().to(get_live::get_live)),
        )
        .service(
            resource("/health/ready", "GET, HEAD")
                .route(web::get().to(get_ready::get_ready))
                .route(web::head().to(get_ready::get_ready)),
        )
        .service(resource("/upload", "POST").route(web::post().to(upload::upload)))
        .service(
            resource("/applications/{pa_id}", "GET, HEAD, PUT, DELETE")
                .route(web::get().to(get_application::get_application))
                .route(web::head().to(get_application::get_application))
                .route(web::put().to(put_application::put_application))
                .route(web::delete().to(remove_application::remove_application)),
        )
        .configure(attachments)
        .configure(cost_positions)
        .service(
            resource("/applications", "GET, HEAD")
                .route(web::get().to(list_applications::list_applications))
                .route(web::head().to(list_applications::list_applications)),
        )
        .service(
            resource("/applications/{pa_id}/check", "GET, HEAD")
                .route(web::get().to(get_check::get_check))
                .route(web::head().to(get_check::get_check)),
        )
        .service(
            resource("/applications/{pa_id}/key", "POST")
                .route(web::post().to(replace_key::replace_key)),
        )
        .service(
            resource("/forms", "GET, HEAD")
                .route(web::get().to(list_forms::list_forms))
                .route(web::head().to(list_forms::list_forms)),
        )
        .service(
            resource("/forms/{form_type}", "GET, HEAD")
                .route(web::get().to(get_form::get_form))
                .route(web::head().to(get_form::get_form)),
        );
}

fn attachments(config: &mut ServiceConfig) {
    config
        .service(
            resource("/applications/{pa_id}/attachments", "GET, HEAD, POST")
                .route(web::get().to(list_attachments::list_attachments))
                .route(web::head().to(list_attachments::list_attachments))
                .route(web::post().to(add_attachment::add_attachment)),
        )
        .service(
            resource(
                "/applications/{pa_id}/attachments/{attachment_id}",
                "GET, HEAD, DELETE",
            )
            .route(web::get().to(get_attachment::get_attachment))
            .route(web::head().to(get_attachment::get_attachment))
            .route(web::delete().to(remove_attachment::remove_attachment)),
        );
}

fn cost_positions(config: &mut ServiceConfig) {
    const POSITION: &str = "/applications/{pa_id}/costs/{cost_position_index}";
    config
        .service(
            resource(&format!("{POSITION}/offers"), "GET, HEAD, POST")
                .route(web::get().to(get_offers::get_offers))
                .route(web::head().to(get_offers::get_offers))
                .route(web::post().to(add_offer::add_offer)),
        )
        .service(
            resource(&format!("{POSITION}/offers/{{offer_id}}"), "DELETE")
                .route(web::delete().to(remove_offer::remove_offer)),
        )
        .service(
            resource(&format!("{POSITION}/offers/{{offer_id}}/preferred"), "PUT")
                .route(web::put().to(prefer_offer::prefer_offer)),
        )
        .service(
            resource(&format!("{POSITION}/justification"), "PUT")
                .route(web::put().to(put_justification::put_justification)),
        );
}

/// A path that leads nowhere.
pub(crate) async fn unknown() -> Result<HttpResponse, ApiError> {
    Err(ApiError::RouteNotFound)
}

fn resource(path: &str, allowed: &'static str) -> Resource {
    let refuse =
        move || async move { Err::<HttpResponse, _>(ApiError::MethodNotAllowed { allowed }) };
    web::resource(path).default_service(web::to(refuse))
}
