//! Reading filled forms and filling blank ones.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use form_reading::ExpectedForm;
use form_reading::expected_form::{BlankFile, FormContentError};
use forms::fault::enumerated;
use forms::{Data, FillReport, FormContent, ValueSource};

use crate::{BoxError, FormPackage};

/// Reads PDFs.
///
/// Guarantees: the file is parsed, told from other forms and read by its form type outside of this
/// process, within limits of memory, time and descriptors, and no longer than somebody waits;
/// whatever it does, the service goes on. What comes back is bounded and checked. Nothing that is
/// in the file is dropped: what cannot be read is a refusal. A bounded number of files is read at
/// once; others wait.
#[async_trait]
pub trait FormReader: Send + Sync {
    /// The data of an uploaded form, or why it cannot be taken.
    async fn read(
        &self,
        pdf: Bytes,
        expected: Arc<ExpectedForm>,
    ) -> Result<Result<Data, UploadError>, WorkerError>;

    /// The data of a form that was taken before, and where in the file each value stands.
    async fn sources(
        &self,
        pdf: Bytes,
        expected: Arc<ExpectedForm>,
    ) -> Result<Result<DataWithSources, UploadError>, WorkerError>;

    /// What a PDF holds, whichever form it is: for tools and blank forms.
    async fn content(&self, pdf: Bytes) -> Result<Result<FormContent, PdfError>, WorkerError>;

    /// The fields of a PDF that is to be a template, and the text beside them. One without fields
    /// is none, however long its text is: that is not read.
    async fn fields(&self, pdf: Bytes) -> Result<Result<FormContent, PdfError>, WorkerError>;

    /// What is kept of the file of a blank form, so that those are known again that were made from
    /// it.
    async fn blank_file(&self, pdf: Bytes) -> Result<Result<BlankFile, PdfError>, WorkerError>;
}

/// What was read from a file, and where.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DataWithSources {
    /// What the file says.
    pub data: Data,
    /// At most one for each value of the data.
    pub sources: Vec<ValueSource>,
}

/// Why an uploaded file cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UploadError {
    /// It cannot be read as a PDF with a form.
    #[error(transparent)]
    File(#[from] PdfError),
    /// What it holds is not what the form type asks for.
    #[error(transparent)]
    Content(#[from] FormContentError),
}

/// Why a PDF cannot be taken as a form. The fault of the file, to be told to whoever sent it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PdfError {
    /// The bytes are no PDF at all.
    #[error("The file is not a PDF.")]
    NotAPdf,
    /// It starts like a PDF but its structure is broken.
    #[error("The PDF is damaged: {0}.")]
    Damaged(String),
    /// Whatever was in it took its worker over, or tried. Told like a damaged file: whoever tries
    /// learns nothing.
    #[error("The PDF is damaged: its structure makes no sense.")]
    Hostile,
    /// It needs a password to open.
    #[error("The PDF is locked by a password. Remove the password and upload it again.")]
    Locked,
    /// Not both parsers know how it is encrypted: the method and the length of its key.
    #[error(
        "The PDF is encrypted in a way that this service cannot read ({0}). Save it without \
            encryption and upload it again."
    )]
    UnsupportedEncryption(String),
    /// A dynamic XFA form: its pages exist only in Acrobat.
    #[error(
        "The PDF is a dynamic XFA form, which only Adobe Acrobat shows. Print it to PDF or fill \
            in the form of this service."
    )]
    DynamicXfa,
    /// Decompressed it exceeds what a worker may use.
    #[error(
        "The PDF is too large once decompressed. Save it again with a PDF viewer, without large \
            pictures, and upload the new file."
    )]
    TooLargeDecompressed,
    /// It took longer than a worker may take.
    #[error(
        "Reading the PDF took too long. Save it again with a PDF viewer and upload the new file."
    )]
    TookTooLong,
    /// Two readings are possible, so that a viewer may show another value than the service would
    /// store.
    #[error(
        "The PDF can be read in two ways: {0}. Save it again with a PDF viewer and upload the new \
            file."
    )]
    Ambiguous(String),
    /// Fields that it stores twice, once for its pages, with different values. Their names. No
    /// viewer shows the second one, so that to save the file again changes nothing.
    #[error(
        "The PDF stores fields twice, as Preview on macOS saves forms, and its pages show another \
            value, or none, than it still stores beside them: {}. Print the form to PDF, or fill \
            in the blank form anew, and upload that file.",
        enumerated(.0)
    )]
    CopiesDiffer(Vec<String>),
    /// Values that no known encoding explains. The names of the fields.
    #[error(
        "The values of these fields cannot be decoded: {}. Type them again in a PDF viewer, save \
            the form and upload the new file.",
        enumerated(.0)
    )]
    Undecodable(Vec<String>),
    /// A file without fields, whose pages print text that no font explains. The pages, from 1.
    #[error(
        "The PDF has no fields that could be filled in, and the text of its pages cannot be \
            decoded: page {}. Upload the form with its fields, as it was before it was printed \
            to PDF.",
        enumerated(.0)
    )]
    UndecodablePages(Vec<usize>),
    /// More fields, text or nesting than any form has: what, and the limit.
    #[error("The PDF holds more than a form can: {0}.")]
    TooComplex(String),
}

/// Why no worker could read the file. The service's fault, not the file's.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// Too many files are waiting already.
    #[error("too many PDFs are waiting to be read")]
    Busy,
    /// A worker could not be started or spoken to.
    #[error("no worker could read the PDF")]
    Failed(#[source] BoxError),
}

/// What becomes of the fields of a form that is given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormOutput {
    /// They stay, with what was filled in.
    Fillable,
    /// None is left; the form looks the same.
    Flat,
}

/// Fills the template of a form type.
///
/// Guarantees: in one build of the program the same package and data give the same bytes where
/// [`FormWriter::digest`] is the same. Every value of the data is in the file, in its field or on a
/// continuation page; read back it is the same, character for character.
pub trait FormWriter: Send + Sync {
    /// The filled form. CPU work: call it off the request threads.
    fn fill(
        &self,
        package: &Arc<FormPackage>,
        data: &Data,
        output: FormOutput,
    ) -> Result<Vec<u8>, FillError>;

    /// The filled form with its fields, and where each value stands in it: told by what placed
    /// them. The same bytes as [`FormWriter::fill`] gives.
    fn fill_reported(
        &self,
        package: &Arc<FormPackage>,
        data: &Data,
    ) -> Result<FilledForm, FillError>;

    /// Names what the bytes depend on beside package, data and build, such as fonts that were
    /// added: where it is the same, they are.
    fn digest(&self) -> [u8; 32];

    /// The form with nothing filled in: what it prints of itself.
    fn blank(&self, package: &Arc<FormPackage>, output: FormOutput) -> Result<Vec<u8>, FillError> {
        self.fill(package, &Data::default(), output)
    }

    /// The flattened form with nothing filled in, but with each box and each option on that shows
    /// it by lines and areas alone: what these look like.
    fn with_boxes_on(&self, package: &Arc<FormPackage>) -> Result<Vec<u8>, FillError>;
}

/// A filled form, and where its values stand.
#[derive(Debug, Clone, PartialEq)]
pub struct FilledForm {
    /// The file.
    pub pdf: Vec<u8>,
    /// A value for each that was written.
    pub report: FillReport,
}

/// Why a form could not be filled: the template or the writer is at fault, never the data.
#[derive(Debug, thiserror::Error)]
pub enum FillError {
    /// The template cannot be worked with.
    #[error("the template of the form type cannot be filled: {0}")]
    Template(String),
    /// The writer broke.
    #[error("the form could not be written")]
    Failed(#[source] BoxError),
}

#[cfg(test)]
mod tests {
    use super::PdfError;

    /// A file of a few kilobytes can have ten thousand such fields, with names of ten kilobytes.
    #[test]
    fn a_sentence_names_fifty_fields_that_cannot_be_decoded_and_counts_the_rest() {
        let fields: Vec<String> = (0..10_000)
            .map(|number| format!("field {number}"))
            .collect();
        let said = PdfError::Undecodable(fields).to_string();
        assert!(said.contains("field 0, field 1, "), "{said}");
        assert!(said.contains("field 49, and 9950 more. Type"), "{said}");
        let said = PdfError::UndecodablePages((1..=60).collect()).to_string();
        assert!(said.contains("page 1, 2, 3, "), "{said}");
        assert!(said.contains(", 49, 50, and 10 more. Upload"), "{said}");
    }
}
