//! The steps of reading a file.

forms::count_steps!();
