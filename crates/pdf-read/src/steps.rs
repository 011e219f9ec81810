//! The steps of reading a file.

forms::count_steps!();

/// Searching this many bytes is one step.
const BYTES_OF_A_STEP: usize = 64;

/// Counts the steps of searching so many bytes.
pub(crate) fn search_steps(bytes: usize) {
    (0..=bytes / BYTES_OF_A_STEP).for_each(|_| step());
}
