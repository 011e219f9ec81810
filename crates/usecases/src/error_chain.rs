//! An error with all its causes, for the log.

use std::error::Error;

/// The error and its causes, outermost first, separated by colons.
pub fn error_chain(error: &(dyn Error + 'static)) -> String {
    let chain = std::iter::successors(Some(error), |&error| error.source());
    chain
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}
