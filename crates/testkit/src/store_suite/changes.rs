//! Every change that a transaction can make, for checks that they are refused.

use std::collections::BTreeMap;

use domain::cost_position::{CostPosition, OfferId};
use domain::{AttachmentId, PaId};
use forms::Status;
use ports::{Counters, StoreError, Transaction};

use super::samples::{
    Sample, attached_file, attachment, data_of, entries, key_of, loose_key, offer, offer_content,
    position, replay, time,
};

pub(super) type Change = (
    &'static str,
    Box<dyn FnOnce(&mut dyn Transaction) -> Result<(), StoreError> + Send>,
);

/// The changes that need the lock of the application.
pub(super) fn changes_under_lock(pa_id: PaId) -> Vec<Change> {
    vec![
        change("replace_data", move |rows| {
            rows.replace_data(pa_id, &data_of(1), Status::Complete, time(1))
        }),
        change("remove_application", move |rows| {
            rows.remove_application(pa_id)
        }),
        change("replace_key", move |rows| {
            rows.replace_key(&key_of(pa_id, 9_000))
        }),
        change("add_attachment", move |rows| {
            rows.add_attachment(pa_id, &attached_file(9_000), time(9_000))
        }),
        change("remove_attachment", move |rows| {
            rows.remove_attachment(pa_id, AttachmentId(1))
        }),
        change("add_offer", move |rows| {
            rows.add_offer(pa_id, position(0), &offer_content(9_000, None), time(1))
        }),
        change("remove_offer", move |rows| {
            rows.remove_offer(pa_id, position(0), OfferId(1))
        }),
        change("replace_position", move |rows| {
            rows.replace_position(pa_id, position(0), &CostPosition::default())
        }),
        change("move_positions", move |rows| {
            rows.move_positions(pa_id, &BTreeMap::from([(position(0), position(1))]))
        }),
        change("keep_cleared_costs", move |rows| {
            rows.keep_cleared_costs(pa_id, &["Technik"].into_iter().collect())
        }),
        change("forget_cleared_costs", move |rows| {
            rows.forget_cleared_costs(pa_id)
        }),
        change("add_replay", move |rows| rows.add_replay(&replay(9, pa_id))),
        change("add_history_entry", move |rows| {
            rows.add_history_entry(pa_id, &entries(pa_id, 1)[0])
        }),
        change("add_history", move |rows| {
            let entries = entries(pa_id, 2);
            rows.add_history(pa_id, &entries, &entries[1].end())
        }),
        change("add_attachment_with_id", move |rows| {
            let attachment = attachment(AttachmentId(9_000), 9_000);
            rows.add_attachment_with_id(pa_id, &attachment)
        }),
        change("add_offer_with_id", move |rows| {
            rows.add_offer_with_id(pa_id, position(0), &offer(9_000))
        }),
        change("erase_replays_of", move |rows| rows.erase_replays_of(pa_id)),
    ]
}

pub(super) fn changes_without_lock(pa_id: PaId) -> Vec<Change> {
    vec![
        change("next_pa_id", |rows| rows.next_pa_id(26)),
        change("lock", move |rows| rows.lock(pa_id)),
        change("add_application", move |rows| {
            let absent = PaId::new(26, 9_000).map_or_else(|| Sample::of(pa_id), Sample::of);
            rows.add_application(&absent.application, &absent.key)
        }),
        change("add_loose_blob", |rows| {
            rows.add_loose_blob(&loose_key(9_000), time(0))
        }),
        change("take_loose_blob", |rows| {
            rows.take_loose_blob(&loose_key(1))
        }),
        change("claim_loose_blobs", |rows| {
            rows.claim_loose_blobs(&[loose_key(1)], time(9_000))
        }),
        change("remove_loose_blob", |rows| {
            rows.remove_loose_blob(&loose_key(1))
        }),
        change("remove_expired_replay", |rows| {
            rows.remove_expired_replay(&[1; 32], time(9_000))
        }),
        change("raise_counters", |rows| {
            rows.raise_counters(&Counters::default())
        }),
        change("note_unfinished_copy", |rows| {
            rows.note_unfinished_copy(time(0))
        }),
        change("forget_unfinished_copy", |rows| {
            rows.forget_unfinished_copy()
        }),
        change("recount_applications", |rows| rows.recount_applications()),
        change("remove_replays_before", |rows| {
            rows.remove_replays_before(time(9_000), 9)
        }),
    ]
}

fn change<T>(
    name: &'static str,
    work: impl FnOnce(&mut dyn Transaction) -> Result<T, StoreError> + Send + 'static,
) -> Change {
    (name, Box::new(move |rows| work(rows).map(drop)))
}
