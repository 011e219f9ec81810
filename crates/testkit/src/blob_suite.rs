//! The conformance suite of blob stores: one function for each check, given a fresh store.
//!
//! To add a check: write it in the module of its subject and add its name to
//! [`blob_checks`](crate::blob_checks).

mod breaking_off;
mod keeping;
mod large;
mod races;
mod samples;

pub use breaking_off::*;
pub use keeping::*;
pub use large::*;
pub use races::*;
pub use samples::{content, key, listed, pieces, read_all};

#[cfg(test)]
pub(crate) const SOURCES: &[&str] = &[
    include_str!("blob_suite/breaking_off.rs"),
    include_str!("blob_suite/keeping.rs"),
    include_str!("blob_suite/large.rs"),
    include_str!("blob_suite/races.rs"),
];

#[doc(hidden)]
#[macro_export]
macro_rules! blob_checks {
    ([$($callback:tt)+] $suite:ident, $argument:expr) => {
        $($callback)+! {
            $suite, $argument,
            what_was_put_is_read_back
            a_range_is_read_and_cut_at_the_end
            what_was_never_put_is_none
            a_removed_blob_is_gone
            all_keys_in_use_are_listed
            the_blob_store_can_be_reached
            a_key_in_use_is_refused_and_its_bytes_stay
            a_stream_that_fails_leaves_nothing
            a_put_that_is_dropped_leaves_nothing
            a_put_that_is_dropped_at_any_moment_leaves_nothing
            nobody_sees_a_blob_before_it_is_whole
            a_large_blob_is_read_back
            a_large_blob_under_a_key_in_use_is_refused
            a_large_stream_that_fails_leaves_nothing
            a_large_put_that_is_dropped_leaves_nothing
            a_reader_survives_the_removal
            of_parallel_puts_of_one_key_one_wins
            parallel_puts_of_many_keys_do_not_mix
        }
    };
}
