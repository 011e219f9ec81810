//! Reads the parts of an upload, one after the other.

use std::sync::Arc;

use actix_web::web::{Bytes, BytesMut};
use usecases::{ApplicationError, FormPackage, NewForm};

use super::UploadForm;
use crate::error::{ApiError, BodyError, Code, form_type_unknown};
use crate::multipart::Multipart;
use crate::state::State;
use crate::upload_share::UploadShare;

/// How much of `form_type` is read; no form type has a key as long.
const START_BYTES_MAX: usize = 1024;

/// What was found so far.
pub(super) struct CollectedParts<'state> {
    state: &'state State,
    share: UploadShare,
    file: Option<Bytes>,
    /// As sent; empty where it has none.
    filename: String,
    /// The form type that was named, or the error that there is none of this name.
    form_type: Option<Result<Arc<FormPackage>, ApplicationError>>,
    mistakes: Vec<Mistake>,
}

/// A sentence, and the kind of it.
struct Mistake(Code, String);

impl<'state> CollectedParts<'state> {
    pub(super) fn new(state: &'state State, share: UploadShare) -> Self {
        Self {
            state,
            share,
            file: None,
            filename: String::new(),
            form_type: None,
            mistakes: Vec::new(),
        }
    }

    /// Takes all parts, up to what makes reading on pointless.
    pub(super) async fn read(&mut self, multipart: &mut Multipart) -> Result<(), BodyError> {
        while let Some(part) = multipart.next_part().await? {
            match part.name.as_str() {
                "file" if self.file.is_none() => {
                    part.check_encoding()?;
                    self.file = Some(self.read_file(multipart).await?);
                    self.filename = part.filename.unwrap_or_default();
                }
                "form_type" if self.form_type.is_none() => {
                    part.check_encoding()?;
                    self.take_form_type(multipart).await?;
                }
                name @ ("file" | "form_type") => {
                    self.note(format!("The part `{name}` was sent twice, send it once."));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The form, or all mistakes. `outcome` is how reading ended; its error is the last of them.
    pub(super) fn into_form(
        mut self,
        outcome: Result<(), BodyError>,
    ) -> Result<UploadForm, ApiError> {
        let (file, form_type) = (self.file.take(), self.form_type.take());
        match outcome {
            Ok(()) => self.note_missing(file.as_ref(), form_type.is_some()),
            Err(error) if self.mistakes.is_empty() => return Err(error.into()),
            Err(error) => self.mistakes.push(Mistake(error.code(), error.detail())),
        }
        match (file, form_type, self.mistakes.as_slice()) {
            (Some(pdf), Some(Ok(package)), []) => Ok(UploadForm {
                form: NewForm {
                    client: self.share.client(),
                    package,
                    filename: self.filename,
                    pdf,
                    before_storing: self.share.before_storing(),
                },
                share: self.share,
            }),
            (_, Some(Err(unknown)), [_]) => Err(unknown.into()),
            _ => Err(self.refused().into()),
        }
    }

    /// All mistakes as one error: [`BodyError::UploadInvalid`] where they are of one kind, else
    /// [`BodyError::OfSeveralKinds`].
    fn refused(self) -> BodyError {
        let of_one_kind = |two: &[Mistake]| two[0].0 == two[1].0;
        let is_one_kind = self.mistakes.windows(2).all(of_one_kind);
        let sentences = self
            .mistakes
            .into_iter()
            .map(|Mistake(_, sentence)| sentence);
        if is_one_kind {
            BodyError::UploadInvalid(sentences.collect())
        } else {
            BodyError::OfSeveralKinds(sentences.collect())
        }
    }

    fn note(&mut self, sentence: impl Into<String>) {
        self.mistakes
            .push(Mistake(Code::UploadInvalid, sentence.into()));
    }

    fn note_missing(&mut self, file: Option<&Bytes>, has_form_type: bool) {
        match file {
            None => self.note("The part `file` is missing, send the PDF in it."),
            Some(file) if file.is_empty() => {
                self.note("The part `file` is empty, send the PDF in it.");
            }
            Some(_) => {}
        }
        if !has_form_type {
            let known = self.state.api.forms.keys().join(", ");
            self.note(format!(
                "The part `form_type` is missing, name one of {known} in it."
            ));
        }
    }

    async fn read_file(&mut self, multipart: &mut Multipart) -> Result<Bytes, BodyError> {
        let bytes_max = self.state.api.settings.upload_bytes_max;
        let mut bytes = BytesMut::new();
        while let Some(piece) = multipart.next_piece().await? {
            if bytes.len() + piece.len() > bytes_max {
                return Err(BodyError::FileTooLarge { bytes_max });
            }
            self.share.grow_to(bytes.len() + piece.len()).await?;
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes.freeze())
    }

    /// Reads a form type's key up to `START_BYTES_MAX`; the rest of the part is skipped.
    async fn take_form_type(&mut self, multipart: &mut Multipart) -> Result<(), BodyError> {
        let mut start = Vec::new();
        while start.len() < START_BYTES_MAX
            && let Some(piece) = multipart.next_piece().await?
        {
            start.extend_from_slice(&piece);
        }
        let forms = &self.state.api.forms;
        let form_type = forms.chosen(&String::from_utf8_lossy(&start)).cloned();
        if form_type.is_err() {
            let sentence = form_type_unknown(&forms.keys());
            self.mistakes.push(Mistake(Code::FormTypeUnknown, sentence));
        }
        self.form_type = Some(form_type);
        Ok(())
    }
}
