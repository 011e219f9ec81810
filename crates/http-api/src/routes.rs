//! Which path and method leads where. Every endpoint is a file of its own; a path asked with another method answers 405 with `Allow`.

mod get_application;
mod get_form;
mod list_forms;
mod put_application;
mod remove_application;
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
        .service(resource("/upload", "POST").route(web::post().to(upload::upload)))
        .service(
            resource("/applications/{pa_id}", "GET, HEAD, PUT, DELETE")
                .route(web::get().to(get_application::get_application))
                .route(web::head().to(get_application::get_application))
                .route(web::put().to(put_application::put_application))
                .route(web::delete().to(remove_application::remove_application)),
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

/// A path that leads nowhere.
pub(crate) async fn unknown() -> Result<HttpResponse, ApiError> {
    Err(ApiError::RouteNotFound)
}

fn resource(path: &str, allowed: &'static str) -> Resource {
    let refuse =
        move || async move { Err::<HttpResponse, _>(ApiError::MethodNotAllowed { allowed }) };
    web::resource(path).default_service(web::to(refuse))
}
