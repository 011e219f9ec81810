//! The font files that are part of the program, parsed once.

use std::sync::LazyLock;

use super::error::FontError;
use super::face::Face;

pub(super) const REGULAR: usize = 0;
pub(super) const BOLD: usize = 1;
/// Faces for what the main face lacks, where each character stands for itself.
pub(super) const FALLBACKS: [usize; 3] = [SYMBOLS, IDEOGRAPHS, EMOJI];
/// Faces for scripts that are shaped, before all others.
pub(super) const COMPLEX: std::ops::RangeInclusive<usize> = 4..=7;
const SYMBOLS: usize = 2;
const IDEOGRAPHS: usize = 3;
const EMOJI: usize = 8;

static FACES: LazyLock<Result<Vec<Face>, FontError>> = LazyLock::new(|| {
    let faces = FILES.iter().map(|(name, file)| Face::parse(name, file));
    faces.collect()
});

/// The faces, by the numbers above.
pub(super) fn faces() -> Result<&'static [Face], FontError> {
    FACES.as_deref().map_err(FontError::clone)
}

/// The files in the order of the numbers above.
const FILES: [(&str, &[u8]); 9] = [
    (
        "NotoSans-Regular",
        include_bytes!("../../fonts/NotoSans-Regular.ttf"),
    ),
    (
        "NotoSans-Bold",
        include_bytes!("../../fonts/NotoSans-Bold.ttf"),
    ),
    ("DejaVuSans", include_bytes!("../../fonts/DejaVuSans.ttf")),
    (
        "DroidSansFallback",
        include_bytes!("../../fonts/DroidSansFallback.ttf"),
    ),
    (
        "NotoSansArabic-Regular",
        include_bytes!("../../fonts/NotoSansArabic-Regular.ttf"),
    ),
    (
        "NotoSansHebrew-Regular",
        include_bytes!("../../fonts/NotoSansHebrew-Regular.ttf"),
    ),
    (
        "NotoSansDevanagari-Regular",
        include_bytes!("../../fonts/NotoSansDevanagari-Regular.ttf"),
    ),
    (
        "NotoSansThai-Regular",
        include_bytes!("../../fonts/NotoSansThai-Regular.ttf"),
    ),
    (
        "NotoEmoji-Regular",
        include_bytes!("../../fonts/NotoEmoji-Regular.ttf"),
    ),
];
