//! Pictures of the pages of a PDF, drawn by poppler where it is installed.
//!
//! A program of its own draws better than what could be built in, and the service needs none: see
//! docs/decisions/0023-pictures.md.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Context as _;

/// Part of poppler-utils.
const PROGRAM: &str = "pdftoppm";

/// The longer side of a picture, in pixels: 120 dots per inch of a usual page.
const SIDE: &str = "1400";

/// What became of the pictures.
pub(super) enum PicturesOutcome {
    Drawn,
    /// Nothing on this machine draws them.
    NoProgram,
    /// The program could not.
    Failed,
}

/// Writes each page of a file beside it as PNG: those of `preview.pdf` are `preview-1.png` and
/// following, with as many digits as the last one needs.
pub(super) fn draw(pdf: &Path) -> anyhow::Result<PicturesOutcome> {
    let mut program = Command::new(PROGRAM);
    program.args(["-q", "-png", "-scale-to", SIDE]);
    // A name that begins with a dash is no option then.
    let pdf = Path::new(".").join(pdf);
    let drawn = program
        .arg(&pdf)
        .arg(pdf.with_extension(""))
        .stdin(Stdio::null())
        .status();
    match drawn {
        Ok(status) if status.success() => Ok(PicturesOutcome::Drawn),
        Ok(_) => Ok(PicturesOutcome::Failed),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(PicturesOutcome::NoProgram),
        Err(error) => Err(error).with_context(|| format!("{PROGRAM} cannot be started")),
    }
}
