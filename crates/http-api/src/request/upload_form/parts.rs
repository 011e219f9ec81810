//! Reads the parts of an upload, one after the other.

use std::sync::Arc;

use actix_web::web::{Bytes, BytesMut};
use usecases::{ApplicationError, FormPackage, NewForm};

use super::UploadForm;
use crate::error::{ApiError, BodyError, Code, form_type_unknown, not_a_pdf};
use crate::request::multipart::{Multipart, PartHead};
use crate::shares::upload::UploadShare;
use crate::state::State;

/// How much of `form_type` is read; no form type has a key as long.
const START_BYTES_MAX: usize = 1024;

/// What was found so far.
pub(super) struct CollectedParts<'state> {
    state: &'state State,
    share: UploadShare,
    has_file: bool,
    /// None where it is missing or cannot be taken.
    file: Option<Bytes>,
    /// As sent; empty where it has none.
    filename: String,
    has_form_type: bool,
    /// The form type that was named, or the error that there is none of this name.
    form_type: Option<Result<Arc<FormPackage>, ApplicationError>>,
    mistakes: Vec<Mistake>,
    /// Where among the mistakes it would be said that the file is no PDF. Only beside others, since
    /// else the file is first shown to the scanner.
    not_a_pdf: Option<usize>,
}

/// A sentence, and the kind of it.
struct Mistake(Code, String);

impl<'state> CollectedParts<'state> {
    pub(super) fn new(state: &'state State, share: UploadShare) -> Self {
        Self {
            state,
            share,
            has_file: false,
            file: None,
            filename: String::new(),
            has_form_type: false,
            form_type: None,
            mistakes: Vec::new(),
            not_a_pdf: None,
        }
    }

    /// Takes all parts, up to what makes reading on pointless.
    pub(super) async fn read(&mut self, multipart: &mut Multipart) -> Result<(), BodyError> {
        while let Some(part) = multipart.next_part().await? {
            match part.name.as_str() {
                "file" if !self.has_file => {
                    self.has_file = true;
                    let is_readable = self.is_readable(&part);
                    let file = self.read_file(multipart).await?;
                    self.filename = part.filename.unwrap_or_default();
                    if is_readable {
                        self.take_file(file);
                    }
                }
                "form_type" if !self.has_form_type => {
                    self.has_form_type = true;
                    if self.is_readable(&part) {
                        self.take_form_type(multipart).await?;
                    }
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
            Ok(()) => self.note_missing(),
            Err(error) if !self.is_told_with_others(&error) => return Err(error.into()),
            Err(error) => self.mistakes.push(Mistake(error.code(), error.detail())),
        }
        if let Some(place) = self.not_a_pdf.filter(|_| !self.mistakes.is_empty()) {
            let (code, sentence) = not_a_pdf();
            self.mistakes.insert(place, Mistake(code, sentence));
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

    fn note_missing(&mut self) {
        if !self.has_file {
            self.note("The part `file` is missing, send the PDF in it.");
        }
        if !self.has_form_type {
            let known = self.state.api.forms.keys().join(", ");
            self.note(format!(
                "The part `form_type` is missing, name one of {known} in it."
            ));
        }
    }

    /// What ended the reading is told with other mistakes. That the file is no PDF is one only
    /// where the parts are at fault: else the client may well send it again.
    fn is_told_with_others(&self, error: &BodyError) -> bool {
        let is_of_parts = error.code() == Code::UploadInvalid;
        !self.mistakes.is_empty() || (is_of_parts && self.not_a_pdf.is_some())
    }

    /// Whether the bytes of the part are as they are; notes it where they are encoded.
    fn is_readable(&mut self, part: &PartHead) -> bool {
        let mistake = part.encoding_mistake();
        let is_readable = mistake.is_none();
        mistake.into_iter().for_each(|sentence| self.note(sentence));
        is_readable
    }

    fn take_file(&mut self, file: Bytes) {
        if file.is_empty() {
            self.note("The part `file` is empty, send the PDF in it.");
            return;
        }
        if pdf_syntax::header::find(&file).is_none() {
            self.not_a_pdf = Some(self.mistakes.len());
        }
        self.file = Some(file);
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
