//! The table of paths and methods. Every endpoint is a file of its own; the OpenAPI document is
//! made of the same table.

mod add_attachment;
mod add_offer;
mod docs;
mod get_application;
mod get_asset;
mod get_attachment;
mod get_check;
mod get_document;
mod get_form;
mod get_history;
mod get_live;
mod get_offers;
mod get_ready;
mod list_applications;
mod list_attachments;
mod list_forms;
mod prefer_offer;
mod put_application;
mod put_justification;
mod redoc;
mod remove_application;
mod remove_attachment;
mod remove_offer;
mod replace_key;
mod root;
mod upload;

use actix_web::HttpResponse;
use actix_web::web::ServiceConfig;

use crate::cache_policy::CachePolicy;
use crate::error::ApiError;
use crate::openapi::Endpoint;

/// All endpoints, in the order in which the document shows them.
pub(crate) fn endpoints() -> Vec<Endpoint> {
    [
        applications(),
        attachments(),
        cost_positions(),
        forms(),
        service(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Adds all endpoints.
pub(crate) fn configure(config: &mut ServiceConfig) {
    for endpoint in endpoints() {
        config.service(endpoint);
    }
}

/// Answers requests to paths that do not exist.
pub(crate) async fn unknown() -> Result<HttpResponse, ApiError> {
    Err(ApiError::RouteNotFound)
}

fn service() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/", CachePolicy::Public).get(root::root, root::operation),
        Endpoint::at("/health/live", CachePolicy::Public)
            .get(get_live::get_live, get_live::operation),
        Endpoint::at("/health/ready", CachePolicy::Public)
            .get(get_ready::get_ready, get_ready::operation),
        Endpoint::at("/docs", CachePolicy::Public).get(docs::docs, docs::operation),
        Endpoint::at("/redoc", CachePolicy::Public).get(redoc::redoc, redoc::operation),
        Endpoint::at("/openapi.json", CachePolicy::Public)
            .get(get_document::get_document, get_document::operation),
        Endpoint::at("/assets/{file}", CachePolicy::Public)
            .get(get_asset::get_asset, get_asset::operation),
    ]
}

fn forms() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/forms", CachePolicy::Public)
            .get(list_forms::list_forms, list_forms::operation),
        Endpoint::at("/forms/{form_type}", CachePolicy::Public)
            .get(get_form::get_form, get_form::operation),
    ]
}

fn applications() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/upload", CachePolicy::NoStore).post(upload::upload, upload::operation),
        Endpoint::at("/applications/{pa_id}", CachePolicy::Revalidate)
            .get(get_application::get_application, get_application::operation)
            .put(put_application::put_application, put_application::operation)
            .delete(
                remove_application::remove_application,
                remove_application::operation,
            ),
        Endpoint::at("/applications/{pa_id}/check", CachePolicy::Revalidate)
            .get(get_check::get_check, get_check::operation),
        Endpoint::at("/applications/{pa_id}/history", CachePolicy::Revalidate)
            .get(get_history::get_history, get_history::operation),
        Endpoint::at("/applications", CachePolicy::Revalidate).get(
            list_applications::list_applications,
            list_applications::operation,
        ),
        Endpoint::at("/applications/{pa_id}/key", CachePolicy::NoStore)
            .post(replace_key::replace_key, replace_key::operation),
    ]
}

fn attachments() -> Vec<Endpoint> {
    vec![
        Endpoint::at("/applications/{pa_id}/attachments", CachePolicy::Revalidate)
            .get(
                list_attachments::list_attachments,
                list_attachments::operation,
            )
            .post(add_attachment::add_attachment, add_attachment::operation),
        Endpoint::at(
            "/applications/{pa_id}/attachments/{attachment_id}",
            CachePolicy::Revalidate,
        )
        .get(get_attachment::get_attachment, get_attachment::operation)
        .delete(
            remove_attachment::remove_attachment,
            remove_attachment::operation,
        ),
    ]
}

fn cost_positions() -> Vec<Endpoint> {
    vec![
        Endpoint::at(
            "/applications/{pa_id}/costs/{cost_position_index}/offers",
            CachePolicy::Revalidate,
        )
        .get(get_offers::get_offers, get_offers::operation)
        .post(add_offer::add_offer, add_offer::operation),
        Endpoint::at(
            "/applications/{pa_id}/costs/{cost_position_index}/offers/{offer_id}",
            CachePolicy::Revalidate,
        )
        .delete(remove_offer::remove_offer, remove_offer::operation),
        Endpoint::at(
            "/applications/{pa_id}/costs/{cost_position_index}/offers/{offer_id}/preferred",
            CachePolicy::Revalidate,
        )
        .put(prefer_offer::prefer_offer, prefer_offer::operation),
        Endpoint::at(
            "/applications/{pa_id}/costs/{cost_position_index}/justification",
            CachePolicy::Revalidate,
        )
        .put(
            put_justification::put_justification,
            put_justification::operation,
        ),
    ]
}
