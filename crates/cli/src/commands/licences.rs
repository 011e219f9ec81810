//! `licences`: the notices of all that is in the program.

use std::io::Read as _;

use anyhow::Context as _;
use flate2::read::GzDecoder;

use crate::{CommandError, terminal};

/// Notices of every crate in the binary, compressed; made by `just notices`.
const NOTICES: &[u8] = include_bytes!("../../assets/third-party-notices.txt.gz");

pub(crate) fn run() -> Result<(), CommandError> {
    let mut text = String::new();
    GzDecoder::new(NOTICES)
        .read_to_string(&mut text)
        .context("The notices in the program are damaged")?;
    Ok(terminal::print(&text)?)
}
