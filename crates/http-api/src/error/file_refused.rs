//! The codes of files that cannot be taken as forms. Their sentences come with them.

use usecases::ReadRefused;

pub(super) fn code(refused: &ReadRefused) -> &'static str {
    match refused {
        ReadRefused::NotAPdf => "pdf_not_a_pdf",
        ReadRefused::Damaged(_) => "pdf_damaged",
        ReadRefused::Locked => "pdf_locked",
        ReadRefused::DynamicXfa => "pdf_dynamic_xfa",
        ReadRefused::TooLargeDecompressed => "pdf_too_large_decompressed",
        ReadRefused::TookTooLong => "pdf_took_too_long",
        ReadRefused::Ambiguous(_) => "pdf_ambiguous",
        ReadRefused::Undecodable(_) => "pdf_undecodable",
        ReadRefused::TooComplex(_) => "pdf_too_complex",
    }
}
