//! The codes of files that cannot be taken as forms. Their sentences come with them.

use usecases::ReadRefused;

use super::code::Code;

pub(super) fn code(refused: &ReadRefused) -> Code {
    match refused {
        ReadRefused::NotAPdf => Code::PdfNotAPdf,
        ReadRefused::Damaged(_) => Code::PdfDamaged,
        ReadRefused::Locked => Code::PdfLocked,
        ReadRefused::DynamicXfa => Code::PdfDynamicXfa,
        ReadRefused::TooLargeDecompressed => Code::PdfTooLargeDecompressed,
        ReadRefused::TookTooLong => Code::PdfTookTooLong,
        ReadRefused::Ambiguous(_) => Code::PdfAmbiguous,
        ReadRefused::Undecodable(_) => Code::PdfUndecodable,
        ReadRefused::TooComplex(_) => Code::PdfTooComplex,
    }
}
