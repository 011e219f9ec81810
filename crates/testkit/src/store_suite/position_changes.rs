//! Any run of changes to cost positions, compared with what the domain makes of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::attachment::AttachedFile;
use domain::cost_position::{CostPosition, Offer, OfferId, PositionIndex};
use domain::{AttachmentId, PaId};
use ports::{Store, StoreError, Transaction};

use super::samples::{
    Sample, attached_file, change, changed_my_mind, justification, offer_content, position, time,
};
use crate::TestResult;
use crate::seeded_numbers::SeededNumbers;

const RUNS: u64 = 12;
const STEPS: u16 = 30;

type Positions = BTreeMap<PositionIndex, CostPosition>;

#[derive(Debug, Clone)]
enum PositionChange {
    Add {
        amount_cents: i64,
        is_preferred: bool,
    },
    Prefer(OfferId),
    RemoveOffer(OfferId),
    Justify(Option<&'static str>),
    RemoveAttachment,
}

/// After each of them the store has what the domain has, and after a refusal what it had before.
pub async fn every_change_of_positions_is_stored_as_the_domain_decides_it(
    store: Arc<dyn Store>,
) -> TestResult {
    for seed in 1..=RUNS {
        let pa_id = Sample::add_to(&store).await?.application.pa_id;
        let mut numbers = SeededNumbers(seed);
        let mut expected = Positions::new();
        for step in 0..STEPS {
            let index = position(u8::try_from(numbers.below(3))?);
            let next = next_change(&mut numbers, &expected);
            let label = format!("seed {seed}, step {step}: {next:?} at {index:?}");
            let is_refused = names_none_of(&next, expected.get(&index));
            let (before, file) = (expected.clone(), attached_file(numbered(pa_id, step)));
            let stored = change(&store, pa_id, move |rows| {
                let mut after = before;
                apply(rows, pa_id, index, &next, &file, &mut after)?;
                after.retain(|_, position| *position != CostPosition::default());
                Ok(after)
            });
            match stored.await {
                Ok(after) => expected = after,
                Err(error) => assert!(is_refused, "{label}: {error}"),
            }
            let listed = store.read(move |rows| rows.list_positions(pa_id)).await?;
            assert_eq!(listed, expected, "{label}");
            let outlines = expected.iter();
            let outlines = outlines.map(|(index, position)| (*index, position.into()));
            let outlined = store
                .read(move |rows| rows.outline_positions(pa_id))
                .await?;
            assert_eq!(outlined, outlines.collect(), "{label}");
        }
    }
    Ok(())
}

/// Carries a change out as a use case does, on the rows; and on plain values.
fn apply(
    rows: &mut dyn Transaction,
    pa_id: PaId,
    index: PositionIndex,
    next: &PositionChange,
    file: &AttachedFile,
    after: &mut Positions,
) -> Result<(), StoreError> {
    let plain = after.entry(index).or_default();
    match next {
        PositionChange::Add {
            amount_cents,
            is_preferred,
        } => {
            let named = rows.add_attachment(pa_id, file, time(0))?;
            let content = offer_content(*amount_cents, Some(named));
            let id = rows.add_offer(pa_id, index, &content, time(0))?;
            let offer = Offer {
                id,
                content,
                created_at: time(0),
            };
            plain.offers.push(offer);
            if *is_preferred {
                plain.prefer(id).ok_or_else(changed_my_mind)?;
            }
            rows.replace_position(pa_id, index, plain)
        }
        PositionChange::Prefer(id) => {
            plain.prefer(*id).ok_or_else(changed_my_mind)?;
            rows.replace_position(pa_id, index, plain)
        }
        PositionChange::RemoveOffer(id) => {
            let removed = plain.remove_offer(*id).ok_or_else(changed_my_mind)?;
            rows.replace_position(pa_id, index, plain)?;
            assert!(rows.remove_offer(pa_id, index, removed.id)?);
            Ok(())
        }
        PositionChange::Justify(text) => {
            plain.justify(justification(text.is_some(), *text));
            rows.replace_position(pa_id, index, plain)
        }
        PositionChange::RemoveAttachment => {
            let named = plain
                .offers
                .iter()
                .find_map(|offer| offer.content.attachment);
            let id = named.unwrap_or(AttachmentId(-1));
            let naming = rows.list_offers_naming(pa_id, id)?;
            let offers = plain.offers.iter();
            let offers = offers.filter(|offer| offer.content.attachment == Some(id));
            let offers: Vec<_> = offers.map(|offer| (index, offer.id)).collect();
            assert_eq!(naming, offers);
            plain.clear_attachment(id);
            rows.remove_attachment(pa_id, id).map(drop)
        }
    }
}

/// Of offers mostly those that there are, wherever they are.
fn next_change(numbers: &mut SeededNumbers, positions: &Positions) -> PositionChange {
    let offers = positions.values().flat_map(|position| &position.offers);
    let ids: Vec<OfferId> = offers.map(|offer| offer.id).collect();
    let chosen = usize::try_from(numbers.below(1 + ids.len() as u64)).unwrap_or_default();
    let id = ids.get(chosen).copied().unwrap_or(OfferId(-1));
    match numbers.below(9) {
        0..4 => PositionChange::Add {
            amount_cents: i64::try_from(numbers.below(1_000)).unwrap_or_default(),
            is_preferred: numbers.below(3) == 0,
        },
        4 => PositionChange::Prefer(id),
        5 | 6 => PositionChange::RemoveOffer(id),
        7 => PositionChange::Justify([None, Some("Bagatelle")][(chosen + 1) % 2]),
        _ => PositionChange::RemoveAttachment,
    }
}

/// Whether the change is of an offer that the position does not have.
fn names_none_of(next: &PositionChange, position: Option<&CostPosition>) -> bool {
    let (PositionChange::Prefer(id) | PositionChange::RemoveOffer(id)) = next else {
        return false;
    };
    position.is_none_or(|position| position.offers.iter().all(|offer| offer.id != *id))
}

/// A number of its own for each step of each run.
fn numbered(pa_id: PaId, step: u16) -> u16 {
    pa_id.number() * STEPS + step
}
