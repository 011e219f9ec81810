//! Refusals as a worker tells them, cut: their texts are shown to whoever sent the file, and a
//! worker that a file has taken over may say anything.

use form_reading::expected_form::FormContentError;
use forms::excerpt::cut_to;
use ports::PdfError;

/// Bytes of one text of a refusal: twice those of the longest name of a field that it may quote.
const TEXT_BYTES_MAX: usize = 2 * crate::limits::NAME_BYTES_MAX;

/// Why a file cannot be read, in texts of bounded length.
pub(super) fn cut_file_error(mut error: PdfError) -> PdfError {
    match &mut error {
        PdfError::Damaged(text)
        | PdfError::UnsupportedEncryption(text)
        | PdfError::Ambiguous(text)
        | PdfError::TooComplex(text) => cut_to(text, TEXT_BYTES_MAX),
        PdfError::CopiesDiffer(names) | PdfError::Undecodable(names) => {
            for name in names {
                cut_to(name, TEXT_BYTES_MAX);
            }
        }
        PdfError::NotAPdf
        | PdfError::Hostile
        | PdfError::Locked
        | PdfError::DynamicXfa
        | PdfError::TooLargeDecompressed
        | PdfError::TookTooLong
        | PdfError::UndecodablePages(_) => {}
    }
    error
}

/// Why a form cannot be taken, in texts of bounded length.
pub(super) fn cut_content_error(error: FormContentError) -> FormContentError {
    error.with_texts_cut_to(TEXT_BYTES_MAX)
}
