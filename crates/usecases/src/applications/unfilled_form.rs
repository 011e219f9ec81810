//! A form before it is filled, and the digest that identifies the filled form beforehand.

use std::sync::Arc;

use forms::FormType;
use ports::{FormOutput, FormPackage};
use sha256::Sha256;

use super::ApplicationView;

/// What a filled form depends on.
pub struct UnfilledForm {
    pub(super) view: Arc<ApplicationView>,
    pub(super) package: Arc<FormPackage>,
    pub(super) output: FormOutput,
    /// [`FormWriter::digest`](ports::FormWriter::digest) of the writer that is to fill it.
    pub(super) writer: [u8; 32],
    /// [`ApplicationPorts::build`](super::ApplicationPorts::build).
    pub(super) build: &'static str,
}

/// What is answered of a filled form.
#[derive(Clone, Copy)]
pub(super) enum AnswerKind {
    Filled,
    Flat,
    Report,
    Sources,
}

/// Identifies the bytes of a filled form before they are made: forms with the same digest have the
/// same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilledFormDigest(pub [u8; 32]);

impl UnfilledForm {
    /// SHA-256 over all that the bytes depend on: the build and the fonts that were added, which
    /// draw them; the version of the form type; whether it has fields; and the state of the data.
    pub fn digest(&self) -> FilledFormDigest {
        self.digest_of(match self.output {
            FormOutput::Fillable => AnswerKind::Filled,
            FormOutput::Flat => AnswerKind::Flat,
        })
    }

    /// The form type, in the version that the application came in with.
    pub fn form_type(&self) -> &FormType {
        &self.package.form_type
    }

    /// The digest of the report on the filled form, which depends on the same.
    pub fn report_digest(&self) -> FilledFormDigest {
        self.digest_of(AnswerKind::Report)
    }

    pub(super) fn digest_of(&self, kind: AnswerKind) -> FilledFormDigest {
        let mut hasher = Sha256::new();
        hasher.update(self.build);
        hasher.update([0, kind as u8]);
        hasher.update(self.writer);
        hasher.update(self.package.version().package.as_bytes());
        hasher.update(self.view.state.0);
        FilledFormDigest(hasher.finalize())
    }
}
