//! Counts requests for the rate limits, and tells the limits in the headers of every answer.

use std::net::{IpAddr, Ipv4Addr};
use std::rc::Rc;

use actix_web::dev::ServiceRequest;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::{HttpMessage as _, HttpRequest};
use domain::client_network::ClientNetwork;
use usecases::{RateLimitStatus, RateLimitTicket};

use crate::error::ApiError;
use crate::state::State;

const LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// Counts the request for its client's address, and stores the ticket in the request for the code
/// that judges its key.
pub(crate) async fn begin(request: &ServiceRequest, state: &State) -> Rc<RateLimitTicket> {
    let socket = request
        .peer_addr()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |socket| socket.ip());
    let (headers, limits) = (request.headers(), &state.api.limits);
    let proxies = &state.api.settings.trusted_proxies;
    let warning = &state.unnamed_proxy;
    warning.tell_if_needed(socket, headers, proxies, limits);
    let client = proxies.client_address(socket, headers);
    let ticket = Rc::new(limits.ticket(client).await);
    request.extensions_mut().insert(Rc::clone(&ticket));
    ticket
}

/// The ticket of a request, by which it was counted.
pub(crate) fn ticket(request: &HttpRequest) -> Result<Rc<RateLimitTicket>, ApiError> {
    let extensions = request.extensions();
    let ticket = extensions.get::<Rc<RateLimitTicket>>();
    ticket.map(Rc::clone).ok_or(ApiError::NotCounted)
}

/// The network of the client, which has one share of each pool.
pub(crate) fn client(request: &HttpRequest) -> Result<ClientNetwork, ApiError> {
    Ok(ticket(request)?.client().network())
}

/// Adds the `X-RateLimit-…` headers.
pub(crate) fn set_headers(headers: &mut HeaderMap, status: RateLimitStatus) {
    headers.insert(LIMIT, HeaderValue::from(status.limit));
    headers.insert(REMAINING, HeaderValue::from(status.remaining));
    headers.insert(RESET, HeaderValue::from(status.reset_unix_seconds));
}
