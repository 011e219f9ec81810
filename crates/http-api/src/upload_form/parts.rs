//! The parts of an upload, taken one after the other.

use std::sync::Arc;

use actix_multipart::Field;
use actix_web::web::{Bytes, BytesMut};
use futures::StreamExt as _;
use usecases::{ApplicationError, FormPackage};

use super::{Memory, UploadForm};
use crate::error::{ApiError, BodyError, form_type_unknown};
use crate::state::State;

/// More parts than this are not looked at.
const PARTS_MAX: usize = 16;

/// So much of a part that nobody needs is read to get to the next.
const SKIPPED_BYTES_MAX: usize = 64 * 1024;

/// No form type has so long a key.
const START_BYTES_MAX: usize = 1024;

/// A name is shown in an error up to this many characters.
const NAME_SHOWN_MAX: usize = 60;

/// Whether it makes sense to read on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Continue,
    Stop,
}

/// What was found so far.
pub(super) struct Parts<'state> {
    state: &'state State,
    memory: Memory,
    file: Option<Bytes>,
    /// The form type that was named, or that there is none of this name.
    form_type: Option<Result<Arc<FormPackage>, ApplicationError>>,
    mistakes: Vec<String>,
    count: usize,
    stopped: bool,
}

impl<'state> Parts<'state> {
    pub(super) fn new(state: &'state State) -> Self {
        Self {
            state,
            memory: Memory::of(state),
            file: None,
            form_type: None,
            mistakes: Vec::new(),
            count: 0,
            stopped: false,
        }
    }

    /// Takes one part.
    pub(super) async fn take(&mut self, mut part: Field) -> Result<Next, BodyError> {
        self.count += 1;
        let name = part.name().unwrap_or_default().to_owned();
        let skipped = match name.as_str() {
            "file" if self.file.is_none() => {
                self.file = Some(self.read_file(&mut part).await?);
                true
            }
            "form_type" if self.form_type.is_none() => self.take_form_type(&mut part).await?,
            "file" | "form_type" => {
                self.mistakes
                    .push(format!("The part `{name}` was sent twice, send it once."));
                skip(&mut part).await?
            }
            _ => {
                self.mistakes.push(format!(
                    "The part `{}` is unknown, send only `file` and `form_type`.",
                    shown(&name)
                ));
                skip(&mut part).await?
            }
        };
        self.stopped = !skipped || self.count == PARTS_MAX;
        Ok(if self.stopped {
            Next::Stop
        } else {
            Next::Continue
        })
    }

    /// The form, or all mistakes.
    pub(super) fn into_form(mut self) -> Result<UploadForm, ApiError> {
        let (file, form_type) = (self.file.take(), self.form_type.take());
        if !self.stopped {
            self.note_missing(file.as_ref(), form_type.is_some());
        }
        match (file, form_type, self.mistakes.as_slice()) {
            (Some(file), Some(Ok(package)), []) => Ok(UploadForm {
                package,
                file,
                _memory: self.memory,
            }),
            (_, Some(Err(unknown)), [_]) => Err(unknown.into()),
            _ => Err(BodyError::UploadInvalid(self.mistakes).into()),
        }
    }

    fn note_missing(&mut self, file: Option<&Bytes>, has_form_type: bool) {
        match file {
            None => self
                .mistakes
                .push("The part `file` is missing, send the PDF in it.".into()),
            Some(file) if file.is_empty() => {
                self.mistakes
                    .push("The part `file` is empty, send the PDF in it.".into());
            }
            Some(_) => {}
        }
        if !has_form_type {
            self.mistakes
                .push("The part `form_type` is missing.".into());
        }
    }

    async fn read_file(&mut self, part: &mut Field) -> Result<Bytes, BodyError> {
        let bytes_max = self.state.api.settings.upload_bytes_max;
        let mut bytes = BytesMut::new();
        while let Some(piece) = part.next().await {
            let piece = piece.map_err(|error| BodyError::MultipartBroken(error.to_string()))?;
            if bytes.len() + piece.len() > bytes_max {
                return Err(BodyError::FileTooLarge { bytes_max });
            }
            self.memory.grow_to(bytes.len() + piece.len()).await?;
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes.freeze())
    }

    async fn take_form_type(&mut self, part: &mut Field) -> Result<bool, BodyError> {
        let (bytes, ended) = read_start(part).await?;
        let forms = &self.state.api.forms;
        let form_type = forms.chosen(&String::from_utf8_lossy(&bytes)).cloned();
        if form_type.is_err() {
            self.mistakes.push(form_type_unknown(&forms.keys()));
        }
        self.form_type = Some(form_type);
        Ok(ended)
    }
}

/// Reads a part and throws it away. Whether its end was reached within bounds.
async fn skip(part: &mut Field) -> Result<bool, BodyError> {
    Ok(read_start(part).await?.1)
}

/// The first bytes of a part, enough to know a form type's key from anything longer, and whether
/// its end was reached within bounds.
async fn read_start(part: &mut Field) -> Result<(Vec<u8>, bool), BodyError> {
    let (mut start, mut read) = (Vec::new(), 0);
    while let Some(piece) = part.next().await {
        let piece = piece.map_err(|error| BodyError::MultipartBroken(error.to_string()))?;
        let kept = piece.len().min(START_BYTES_MAX - start.len());
        start.extend_from_slice(&piece[..kept]);
        read += piece.len();
        if read > SKIPPED_BYTES_MAX {
            return Ok((start, false));
        }
    }
    Ok((start, true))
}

fn shown(name: &str) -> String {
    let printable = |character: char| match character {
        character if character.is_control() => '\u{fffd}',
        character => character,
    };
    name.chars().take(NAME_SHOWN_MAX).map(printable).collect()
}
