//! The multipart body of an attachment: one part, `file`, handed on as it arrives; others are
//! ignored.
//!
//! The file counts as arrived only when the body has ended and held no second one, so that a
//! refused upload leaves nothing. Memory does not grow with the file: between socket and store
//! there are a few pieces.

use std::mem;
use std::sync::{Arc, OnceLock};

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::web::Bytes;
use futures::channel::mpsc::{Receiver, Sender, channel};
use futures::{SinkExt as _, Stream, StreamExt as _, stream};
use usecases::{BlobError, NewFile};

use super::extract::FromBody;
use super::multipart::{Multipart, PartHead};
use crate::error::{ApiError, BodyError, Code};
use crate::shares::upload::UploadShare;
use crate::state::State;

/// Pieces on their way from the socket to the store.
const PIECES_MAX: usize = 2;

/// How much of a file that is not taken is read, to name what else is wrong.
const PASSED_OVER_BYTES_MAX: usize = 1_048_576;

const EMPTY: &str = "The part `file` is empty, send the file in it.";

/// A body whose file is about to arrive.
pub(crate) struct FileForm {
    multipart: Multipart,
    head: PartHead,
    share: UploadShare,
    held_bytes_max: usize,
    /// The `Content-Length` of the whole body, where it has one.
    body_bytes: Option<u64>,
}

/// The body from the first byte of its file on, as it still arrives.
pub(crate) struct RemainingBody {
    multipart: Multipart,
    /// Given back when the store has all bytes: a request that waits after that, such as for the
    /// scanner, waits without bytes in memory.
    share: Option<UploadShare>,
    last_share: Arc<OnceLock<UploadShare>>,
    held_bytes_max: usize,
    sender: Sender<SentPiece>,
}

/// A piece for the store; `None` after the last one. A sender that is dropped before that was given
/// up together with its request.
type SentPiece = Result<Option<Bytes>, BlobError>;

/// Reads up to the first byte of the file.
impl FromBody for FileForm {
    async fn from_body(
        request: &HttpRequest,
        payload: Payload,
        state: &State,
    ) -> Result<Self, ApiError> {
        let share = UploadShare::of(request, state)?;
        let held_bytes_max = state.api.settings.attachment_bytes_held_max;
        let mut multipart = Multipart::of(request, payload)?;
        let Some(head) = next_file(&mut multipart).await? else {
            let missing = "The part `file` is missing, send the file in it.";
            return Err(BodyError::UploadInvalid(vec![missing.to_owned()]).into());
        };
        if let Some(mistake) = head.encoding_mistake() {
            if !is_passed_over(&mut multipart).await {
                return Err(BodyError::UploadInvalid(vec![mistake]).into());
            }
            note_rest(&mut multipart, vec![mistake]).await?;
        }
        Ok(Self {
            multipart,
            head,
            share,
            held_bytes_max,
            body_bytes: body_bytes(request),
        })
    }
}

impl FileForm {
    /// The file as a stream, and what feeds it; both must run at once.
    pub(crate) fn into_stream(self) -> (NewFile, RemainingBody) {
        let (sender, receiver) = channel(PIECES_MAX);
        let last_share = Arc::default();
        let file = NewFile {
            client: self.share.client(),
            filename: self.head.filename.unwrap_or_default(),
            content_type: self.head.content_type,
            size_bytes_max: self.body_bytes,
            bytes: Box::pin(holding(Arc::clone(&last_share), whole(receiver))),
        };
        let rest = RemainingBody {
            multipart: self.multipart,
            share: Some(self.share),
            last_share,
            held_bytes_max: self.held_bytes_max,
            sender,
        };
        (file, rest)
    }
}

impl RemainingBody {
    /// Passes the file on and reads the body to its end; then asks whether its caller may still. If
    /// not, or if anything is wrong with the body, the stream ends with an error, so that nothing
    /// is kept.
    pub(crate) async fn pass_on(
        &mut self,
        confirm: impl Future<Output = Result<(), ApiError>>,
    ) -> Result<(), ApiError> {
        let Some(mut share) = self.share.take() else {
            return Ok(());
        };
        let revocation = share.revocation();
        let passed = match revocation.or(self.pass_pieces(&mut share)).await {
            Ok(()) => confirm.await,
            Err(error) => Err(error.into()),
        };
        // From here on the store has it, and drops it with the bytes.
        let _ = mem::take(&mut self.last_share).set(share);
        let last = match &passed {
            Ok(()) => Ok(None),
            Err(_) => Err(BlobError::Interrupted("the file is not taken".into())),
        };
        // Whoever reads the stream has perhaps ended already; then there is nobody to tell.
        let _ = self.sender.send(last).await;
        passed
    }

    async fn pass_pieces(&mut self, share: &mut UploadShare) -> Result<(), BodyError> {
        let mut mistakes = vec![EMPTY.to_owned()];
        let mut bytes = 0;
        while let Some(piece) = self.multipart.next_piece().await? {
            mistakes.clear();
            bytes = piece.len().saturating_add(bytes).min(self.held_bytes_max);
            share.grow_to(bytes).await?;
            if self.sender.send(Ok(Some(piece))).await.is_err() {
                // The file was refused meanwhile.
                return Ok(());
            }
        }
        note_rest(&mut self.multipart, mistakes).await
    }
}

fn body_bytes(request: &HttpRequest) -> Option<u64> {
    let length = request.headers().get(CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

/// The pieces up to the end of the file; polling it after the end is allowed. If the sender is
/// dropped before the end, the stream ends with an error.
fn whole(pieces: Receiver<SentPiece>) -> impl Stream<Item = Result<Bytes, BlobError>> {
    let pieces = stream::unfold(Some(pieces), |pieces| async {
        let mut pieces = pieces?;
        match pieces.next().await {
            Some(Ok(piece)) => piece.map(|piece| (Ok(piece), Some(pieces))),
            Some(Err(error)) => Some((Err(error), None)),
            None => {
                let given_up = BlobError::Interrupted("the request was given up".into());
                Some((Err(given_up), None))
            }
        }
    });
    pieces.fuse()
}

/// The same stream; what is put into the slot is dropped together with it.
fn holding<Item, Held>(
    slot: Arc<OnceLock<Held>>,
    bytes: impl Stream<Item = Item>,
) -> impl Stream<Item = Item> {
    bytes.map(move |item| {
        let _held = &slot;
        item
    })
}

async fn next_file(multipart: &mut Multipart) -> Result<Option<PartHead>, BodyError> {
    while let Some(head) = multipart.next_part().await? {
        if head.name == "file" {
            return Ok(Some(head));
        }
    }
    Ok(None)
}

/// Passes over a file that is not taken, to see what follows it: that it breaks off, too. Not over
/// a large one: whoever sends that is told what is wrong with it alone.
async fn is_passed_over(multipart: &mut Multipart) -> bool {
    let mut bytes_left = PASSED_OVER_BYTES_MAX;
    while let Ok(Some(piece)) = multipart.next_piece().await {
        match bytes_left.checked_sub(piece.len()) {
            Some(left) => bytes_left = left,
            None => return false,
        }
    }
    true
}

/// Reads on behind the first file: its mistakes, if it has any, and those of what follows.
async fn note_rest(multipart: &mut Multipart, mut mistakes: Vec<String>) -> Result<(), BodyError> {
    match next_file(multipart).await {
        Ok(None) => {}
        Ok(Some(_)) => mistakes.push("The part `file` was sent twice, send it once.".to_owned()),
        Err(error) if error.code() == Code::UploadInvalid => mistakes.push(error.detail()),
        Err(error) => return Err(error),
    }
    if mistakes.is_empty() {
        Ok(())
    } else {
        Err(BodyError::UploadInvalid(mistakes))
    }
}
