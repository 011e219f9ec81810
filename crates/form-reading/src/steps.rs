//! The steps of reading a form.

forms::count_steps!();
