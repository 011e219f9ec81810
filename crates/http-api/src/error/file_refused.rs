//! The codes of files that cannot be taken as forms. Their sentences come with them.

use usecases::PdfError;

use super::code::Code;

pub(super) fn code(refused: &PdfError) -> Code {
    match refused {
        PdfError::NotAPdf => Code::PdfNotAPdf,
        PdfError::Damaged(_) => Code::PdfDamaged,
        PdfError::Locked => Code::PdfLocked,
        PdfError::DynamicXfa => Code::PdfDynamicXfa,
        PdfError::TooLargeDecompressed => Code::PdfTooLargeDecompressed,
        PdfError::TookTooLong => Code::PdfTookTooLong,
        PdfError::Ambiguous(_) => Code::PdfAmbiguous,
        PdfError::Undecodable(_) => Code::PdfUndecodable,
        PdfError::TooComplex(_) => Code::PdfTooComplex,
    }
}
