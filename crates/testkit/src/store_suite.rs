//! The conformance suite of stores: one function for each check, given a fresh store.
//!
//! To add a check: write it in the module of its subject and add its name to
//! [`store_checks`](crate::store_checks).

mod applications;
mod archive;
mod attachments;
mod changes;
mod cleared_costs;
mod cost_positions;
mod counts;
mod form_packages;
mod form_versions;
mod history;
mod keys;
mod listing;
mod locking;
mod loose_blobs;
mod moving_positions;
mod numbers;
mod pages;
mod position_changes;
mod races;
mod removal;
mod replays;
mod samples;
mod stamps;
mod stored_bytes;
mod transactions;

pub use applications::*;
pub use archive::*;
pub use attachments::*;
pub use cleared_costs::*;
pub use cost_positions::*;
pub use counts::*;
pub use form_packages::*;
pub use form_versions::*;
pub use history::*;
pub use keys::*;
pub use listing::*;
pub use locking::*;
pub use loose_blobs::*;
pub use moving_positions::*;
pub use numbers::*;
pub use pages::*;
pub use position_changes::*;
pub use races::*;
pub use removal::*;
pub use replays::*;
pub use samples::{Sample, form_package};
pub use stamps::*;
pub use stored_bytes::*;
pub use transactions::*;

#[cfg(test)]
pub(crate) const SOURCES: &[&str] = &[
    include_str!("store_suite/applications.rs"),
    include_str!("store_suite/archive.rs"),
    include_str!("store_suite/attachments.rs"),
    include_str!("store_suite/cleared_costs.rs"),
    include_str!("store_suite/cost_positions.rs"),
    include_str!("store_suite/counts.rs"),
    include_str!("store_suite/form_packages.rs"),
    include_str!("store_suite/form_versions.rs"),
    include_str!("store_suite/history.rs"),
    include_str!("store_suite/keys.rs"),
    include_str!("store_suite/listing.rs"),
    include_str!("store_suite/locking.rs"),
    include_str!("store_suite/loose_blobs.rs"),
    include_str!("store_suite/moving_positions.rs"),
    include_str!("store_suite/numbers.rs"),
    include_str!("store_suite/pages.rs"),
    include_str!("store_suite/position_changes.rs"),
    include_str!("store_suite/races.rs"),
    include_str!("store_suite/stamps.rs"),
    include_str!("store_suite/stored_bytes.rs"),
    include_str!("store_suite/removal.rs"),
    include_str!("store_suite/replays.rs"),
    include_str!("store_suite/transactions.rs"),
];

#[doc(hidden)]
#[macro_export]
macro_rules! store_checks {
    ([$($callback:tt)+] $suite:ident, $argument:expr) => {
        $($callback)+! {
            $suite, $argument,
            what_was_committed_is_found_again
            what_was_undone_is_gone
            a_work_that_panics_keeps_nothing_and_the_store_goes_on
            a_failed_step_undoes_the_whole_work_whatever_it_says
            after_a_failed_step_nothing_more_is_done
            a_reading_work_cannot_change_anything
            a_reader_sees_one_state_while_a_writer_commits
            the_store_can_be_reached
            every_change_of_an_application_changes_its_stamp
            a_change_in_the_place_of_one_that_was_lost_has_another_stamp
            a_short_work_reads_as_any_other
            parallel_short_works_see_what_was_committed
            numbers_count_up_from_one_in_each_year
            the_last_number_of_a_year_is_found
            a_number_is_given_back_when_its_work_is_undone
            parallel_works_take_consecutive_numbers
            after_the_last_number_of_a_year_there_is_none
            the_number_of_a_removed_application_is_not_used_again
            what_does_not_exist_is_none
            every_member_of_an_application_is_kept
            any_data_is_kept_character_for_character
            saving_data_changes_nothing_else
            a_key_is_found_by_its_lookup_id
            a_number_cannot_be_added_twice
            an_original_belongs_to_one_application
            a_lookup_id_belongs_to_one_key
            a_key_cannot_be_of_no_application
            removing_an_application_removes_its_key_and_no_other
            every_lock_counts_the_revision_up
            a_new_revision_is_seen_under_its_lock
            an_undone_lock_is_not_counted
            parallel_changes_of_one_application_are_all_kept
            changing_without_the_lock_is_refused
            a_removed_application_is_no_longer_locked
            stored_bytes_counts_what_rows_name
            stored_bytes_counts_room_until_a_row_names_the_blob
            of_parallel_reservations_no_more_pass_than_there_is_room_for
            loose_blobs_are_listed_oldest_first
            loose_blobs_are_listed_up_to_a_time_and_a_count
            a_loose_blob_is_taken_off_once
            a_loose_blob_that_is_being_erased_is_taken_by_nobody
            a_blob_is_listed_as_loose_only_once
            every_member_of_an_attachment_is_kept
            attachments_are_listed_in_the_order_in_which_they_came
            usage_is_that_of_one_application
            an_attachment_of_another_application_is_not_found
            the_id_of_a_removed_attachment_is_not_used_again
            a_blob_belongs_to_one_attachment
            removing_an_attachment_gives_its_blob_and_clears_what_named_it
            a_position_of_which_nothing_is_stored_is_the_default
            the_rows_of_the_list_of_costs_are_counted
            every_member_of_an_offer_is_kept
            an_offer_of_another_position_or_application_is_not_found
            offers_are_counted_for_each_position
            an_offer_names_only_attachments_of_its_application
            preferring_an_offer_takes_the_place_of_the_one_before
            the_preferred_offer_is_not_removed_while_it_is_stored_as_that
            positions_move_with_everything_of_them
            two_positions_are_never_moved_to_one_index
            every_change_of_positions_is_stored_as_the_domain_decides_it
            a_justification_is_replaced_and_changes_nothing_else
            positions_are_listed_while_there_is_anything_to_say
            names_of_cleared_costs_are_kept_until_they_are_forgotten
            names_of_cleared_costs_stay_as_they_were_when_a_work_is_undone
            a_removed_application_takes_the_names_of_its_cleared_costs_along
            a_form_package_is_found_byte_for_byte
            a_form_package_is_stored_once
            form_packages_are_listed_by_form_type_and_number
            an_application_keeps_the_form_version_it_came_in_with
            an_application_of_a_form_package_that_is_not_stored_is_refused
            applications_are_counted_by_form_package
            missing_form_packages_are_filled_in_batches
            filling_in_a_form_package_changes_nothing_else
            a_form_package_stays_when_its_last_application_goes
            parallel_applications_of_a_new_form_package_store_it_once
            parallel_fillings_of_form_packages_reach_every_application
            every_member_of_a_history_entry_is_kept
            the_history_of_one_application_is_listed_page_by_page
            a_history_entry_is_written_once
            adding_a_history_entry_changes_nothing_but_the_activity
            the_end_of_a_history_is_noted_with_the_application
            a_history_is_copied_page_by_page
            a_removed_application_takes_its_history_along
            parallel_history_entries_make_one_chain
            a_replaced_key_opens_nothing_any_more
            a_key_is_not_replaced_by_one_whose_lookup_id_is_in_use
            parallel_replacements_leave_one_key
            parallel_attachments_stop_at_the_number_allowed
            parallel_attachments_stop_at_the_size_allowed
            parallel_offers_stop_at_the_number_allowed
            of_parallel_marks_the_last_one_stays
            applications_are_listed_newest_first
            the_list_is_cut_into_pages
            the_list_is_filtered
            the_list_is_ordered_and_filtered_by_activity
            the_list_shows_what_is_stored
            the_list_goes_on_after_a_place
            a_place_is_one_of_the_order_whatever_filters_the_list
            a_place_stays_where_it_was_while_applications_come_and_go
            counts_are_those_of_the_applications_after_every_change
            counts_are_those_of_the_applications_after_parallel_changes
            a_recount_beside_writers_is_right
            every_blob_of_an_application_is_listed
            a_removed_application_takes_everything_of_it_along
            a_removed_application_leaves_others_as_they_were
            every_member_of_a_replay_is_kept
            a_scope_has_one_replay
            an_answer_is_kept_only_with_the_work_that_gave_it
            an_expired_replay_makes_room_for_another
            the_answers_of_one_application_are_erased_together
            replays_are_forgotten_when_their_time_is_over
            of_parallel_requests_of_one_scope_one_is_kept
            of_parallel_additions_of_one_scope_one_is_kept
            applications_are_listed_page_by_page_in_the_order_of_their_numbers
            the_key_of_an_application_is_found
            the_replays_of_one_application_are_listed
            what_is_put_in_keeps_its_id
            an_id_or_a_blob_that_is_in_use_is_not_put_in
            counters_say_what_was_given_last
            counters_are_raised_and_never_set_back
            an_unfinished_copy_is_known_until_it_has_ended
            every_blob_has_the_standing_that_rows_give_it
        }
    };
}
