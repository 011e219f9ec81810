//! The events of one request: what is known of them comes in while it is handled, and the line is
//! written when it has ended.

use std::cell::Cell;
use std::net::IpAddr;
use std::rc::Rc;
use std::time::Instant;

use actix_web::dev::ServiceRequest;
use actix_web::http::StatusCode;
use actix_web::{HttpMessage as _, HttpRequest};
use domain::PaId;
use domain::client_network::ClientAddress;

use super::SecurityEvent;
use super::log::{EventLine, EventLog};
use crate::error::RefusalCause;

/// Which kind of key a request has shown where one was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Credentials {
    None,
    Application,
    Master,
}

pub(crate) struct RequestEvents {
    client: IpAddr,
    shown: Cell<Credentials>,
    pa_id: Cell<Option<PaId>>,
    /// What happens if the request is not refused.
    intended: Cell<Option<SecurityEvent>>,
}

/// Notes what is about to happen. It is told with the end of the request unless that is refused:
/// also where the client does not wait for the answer, since it may have happened then.
pub(crate) fn note(request: &HttpRequest, event: SecurityEvent) {
    if let Some(events) = request.extensions().get::<Rc<RequestEvents>>() {
        events.intended.set(Some(event));
    }
}

/// Notes what is judged next. `addressed` is the id as the client wrote it.
pub(crate) fn shows(request: &HttpRequest, shown: Credentials, addressed: &str) {
    if let Some(events) = request.extensions().get::<Rc<RequestEvents>>() {
        events.shown.set(shown);
        events.pa_id.set(PaId::parse(addressed));
    }
}

impl RequestEvents {
    pub(crate) fn begin(request: &ServiceRequest, client: ClientAddress) -> Rc<Self> {
        let (ClientAddress::Known(client) | ClientAddress::HiddenBehind(client)) = client;
        let events = Rc::new(Self {
            client,
            shown: Cell::new(Credentials::None),
            pa_id: Cell::default(),
            intended: Cell::default(),
        });
        request.extensions_mut().insert(Rc::clone(&events));
        events
    }

    /// Tells what has happened. `refusal` is why the request was refused, where it was.
    pub(crate) fn tell(
        &self,
        log: &EventLog,
        request_id: &str,
        status: Option<StatusCode>,
        refusal: Option<RefusalCause>,
    ) {
        let refused = refusal.and_then(|cause| SecurityEvent::of_refusal(cause, self.shown.get()));
        let may_have_happened = !status.is_some_and(|status| status.is_client_error());
        let intended = self.intended.get().filter(|_| may_have_happened);
        let Some(event) = refused.or(intended) else {
            return;
        };
        let line = EventLine {
            event,
            caller: match self.shown.get() {
                _ if event.is_of_nobody() => "none",
                Credentials::None => "none",
                Credentials::Application => "application",
                Credentials::Master => "master",
            },
            pa_id: self.pa_id.get(),
            client: self.client,
            status: status.map(|status| status.as_u16()),
            request_id,
        };
        log.tell(&line, Instant::now());
    }
}
