//! The events of one request: collected while it is handled, and logged when it has ended.

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
pub(crate) enum CredentialKind {
    None,
    Application,
    Master,
}

pub(crate) struct RequestEvents {
    client: IpAddr,
    shown: Cell<CredentialKind>,
    pa_id: Cell<Option<PaId>>,
    /// The event that happens unless the request is refused.
    intended: Cell<Option<SecurityEvent>>,
}

/// Notes an event that is about to happen. It is logged with the end of the request unless that is
/// refused: also where the client does not wait for the answer, since it may have happened then.
pub(crate) fn note(request: &HttpRequest, event: SecurityEvent) {
    if let Some(events) = request.extensions().get::<Rc<RequestEvents>>() {
        events.intended.set(Some(event));
    }
}

/// Notes the credential that is judged next. `addressed` is the id of the application as the client
/// wrote it.
pub(crate) fn note_credential(request: &HttpRequest, shown: CredentialKind, addressed: &str) {
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
            shown: Cell::new(CredentialKind::None),
            pa_id: Cell::default(),
            intended: Cell::default(),
        });
        request.extensions_mut().insert(Rc::clone(&events));
        events
    }

    /// Logs the events. `refusal` is why the request was refused, if it was.
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
                CredentialKind::None => "none",
                CredentialKind::Application => "application",
                CredentialKind::Master => "master",
            },
            pa_id: self.pa_id.get(),
            client: self.client,
            status: status.map(|status| status.as_u16()),
            request_id,
        };
        log.tell(&line, Instant::now());
    }
}
