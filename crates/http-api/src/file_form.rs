//! The multipart body of an attachment: one part, `file`, handed on as it arrives.
//!
//! The file counts as arrived only when the body has ended and held nothing else, so that a refused
//! upload leaves nothing. Memory does not grow with the file: between socket and store there are a
//! few pieces.

use std::time::Duration;

use actix_multipart::{Field, Multipart};
use actix_web::HttpRequest;
use actix_web::web::Bytes;
use futures::channel::mpsc::{Sender, channel};
use futures::{SinkExt as _, StreamExt as _};
use tokio::time::{Instant, timeout_at};
use usecases::{BlobError, NewFile};

use crate::body::{Body, media_type};
use crate::error::BodyError;

/// Pieces on their way from the socket to the store.
const PIECES_MAX: usize = 2;

/// A body whose file is about to arrive.
pub(crate) struct FileForm {
    multipart: Multipart,
    field: Option<Field>,
    deadline: Instant,
}

/// What is still to come of the body.
pub(crate) struct Rest {
    form: FileForm,
    sender: Sender<Result<Bytes, BlobError>>,
}

impl FileForm {
    /// Reads up to the first byte of the file.
    pub(crate) async fn begin(
        request: &HttpRequest,
        body: &Body,
        time_max: Duration,
    ) -> Result<Self, BodyError> {
        if media_type(request).as_deref() != Some("multipart/form-data") {
            return Err(BodyError::ContentTypeUnsupported("multipart/form-data"));
        }
        let deadline = Instant::now() + time_max;
        let mut multipart = Multipart::new(request.headers(), body.clone());
        match next(&mut multipart, deadline).await? {
            Some(field) if field.name() == Some("file") => Ok(Self {
                multipart,
                field: Some(field),
                deadline,
            }),
            Some(_) => Err(only_file()),
            None => Err(invalid("The part `file` is missing, send the file in it.")),
        }
    }

    /// The file as a stream, and what feeds it; both must run at once.
    pub(crate) fn into_stream(self) -> (NewFile, Rest) {
        let (sender, receiver) = channel(PIECES_MAX);
        let field = self.field.as_ref();
        let sent = field.and_then(Field::content_disposition);
        let filename = sent.and_then(|sent| {
            let extended = sent
                .get_filename_ext()
                .map(|name| String::from_utf8_lossy(&name.value).into_owned());
            extended.or_else(|| sent.get_filename().map(str::to_owned))
        });
        let file = NewFile {
            filename: filename.unwrap_or_default(),
            content_type: field.and_then(Field::content_type).map(ToString::to_string),
            bytes: Box::pin(receiver),
        };
        (file, Rest { form: self, sender })
    }
}

impl Rest {
    /// Passes the file on and reads the body to its end. What is wrong with the body breaks the
    /// stream off, so nothing is kept.
    pub(crate) async fn pass_on(mut self) -> Result<(), BodyError> {
        let passed = self.pass_pieces().await;
        if passed.is_err() {
            // Whoever reads the stream has perhaps ended already; then there is nobody to tell.
            let broken = BlobError::Interrupted("the body is wrong".into());
            let _ = self.sender.send(Err(broken)).await;
        }
        passed
    }

    async fn pass_pieces(&mut self) -> Result<(), BodyError> {
        let FileForm {
            multipart,
            field,
            deadline,
        } = &mut self.form;
        // Dropped at its end: the next part comes only when this one is let go.
        if let Some(mut field) = field.take() {
            while let Some(piece) = timeout_at(*deadline, field.next())
                .await
                .map_err(|_| BodyError::TooSlow)?
            {
                let piece = piece.map_err(|error| BodyError::MultipartBroken(error.to_string()))?;
                if self.sender.send(Ok(piece)).await.is_err() {
                    // The file was refused meanwhile.
                    return Ok(());
                }
            }
        }
        match next(multipart, *deadline).await? {
            None => Ok(()),
            Some(_) => Err(only_file()),
        }
    }
}

async fn next(multipart: &mut Multipart, deadline: Instant) -> Result<Option<Field>, BodyError> {
    let field = timeout_at(deadline, multipart.next())
        .await
        .map_err(|_| BodyError::TooSlow)?;
    field
        .transpose()
        .map_err(|error| BodyError::MultipartBroken(error.to_string()))
}

fn only_file() -> BodyError {
    invalid("The body must hold one part, `file`, and nothing else.")
}

fn invalid(sentence: &str) -> BodyError {
    BodyError::UploadInvalid(vec![sentence.to_owned()])
}
