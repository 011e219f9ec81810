//! The body of an answer that is on its way. When it is over, however that comes, its request is.

use std::error::Error;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::HttpResponse;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

use crate::connection::ConnectionHandle;

pub(super) struct AnswerUnderWay {
    body: BoxBody,
    connection: ConnectionHandle,
}

impl AnswerUnderWay {
    /// The same answer, with whose end its connection may read another request.
    pub(super) fn in_the_place_of(
        response: HttpResponse,
        connection: ConnectionHandle,
    ) -> HttpResponse {
        response.map_body(|_, body| BoxBody::new(Self { body, connection }))
    }
}

impl MessageBody for AnswerUnderWay {
    type Error = Box<dyn Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        self.body.as_pin_mut().poll_next(context)
    }
}

impl Drop for AnswerUnderWay {
    fn drop(&mut self) {
        self.connection.request_ends();
    }
}
