//! Moving cost positions to other indexes.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::PaId;
use domain::cost_position::{CostPosition, PositionIndex, PositionMoves};
use ports::{Store, StoreError};

use super::samples::{Sample, attached_file, change, justification, offer_content, position, time};
use crate::TestResult;

/// A swap, a cycle, one to a free place, one to where something was once.
pub async fn positions_move_with_everything_of_them(store: Arc<dyn Store>) -> TestResult {
    let other = with_positions(&store).await?;
    let others = list(&store, other).await?;
    for moves in [
        vec![],
        vec![(0, 1), (1, 0)],
        vec![(0, 1), (1, 2), (2, 0)],
        vec![(0, 7), (2, 99)],
        vec![(1, 0), (0, 3)],
        vec![(2, 5)],
        vec![(4, 9), (9, 4)],
    ] {
        let pa_id = with_positions(&store).await?;
        let moves = moves_of(&moves);
        let before = list(&store, pa_id).await?;
        assert_eq!(before.len(), 3);
        let place = |index: PositionIndex| *moves.get(&index).unwrap_or(&index);
        let expected: BTreeMap<_, _> = before
            .into_iter()
            .map(|(index, position)| (place(index), position))
            .collect();
        let carried_out = moves.clone();
        change(&store, pa_id, move |rows| {
            rows.move_positions(pa_id, &carried_out)
        })
        .await?;
        assert_eq!(list(&store, pa_id).await?, expected, "{moves:?}");
    }
    assert_eq!(list(&store, other).await?, others);
    Ok(())
}

/// Neither two that move nor one that moves to one that stays.
pub async fn two_positions_are_never_moved_to_one_index(store: Arc<dyn Store>) -> TestResult {
    for moves in [
        vec![(0, 1)],
        vec![(0, 2)],
        vec![(0, 7), (1, 7)],
        vec![(2, 0)],
    ] {
        let pa_id = with_positions(&store).await?;
        let before = list(&store, pa_id).await?;
        let moves = moves_of(&moves);
        let refused = change(&store, pa_id, move |rows| {
            rows.move_positions(pa_id, &moves)
        });
        let refused = refused.await;
        assert!(
            matches!(refused, Err(StoreError::Conflict(_))),
            "{refused:?}"
        );
        assert_eq!(list(&store, pa_id).await?, before);
    }
    Ok(())
}

/// An application with a preferred offer that names an attachment at 0, an offer and a
/// justification at 1, a justification at 2, and nothing any more at 5.
async fn with_positions(store: &Arc<dyn Store>) -> TestResult<PaId> {
    let pa_id = Sample::add_to(store).await?.application.pa_id;
    change(store, pa_id, move |rows| {
        let file = rows.add_attachment(pa_id, &attached_file(pa_id.number()), time(0))?;
        rows.add_offer(pa_id, position(0), &offer_content(1, None), time(1))?;
        let content = offer_content(2, Some(file));
        let preferred = rows.add_offer(pa_id, position(0), &content, time(2))?;
        rows.add_offer(pa_id, position(1), &offer_content(3, None), time(3))?;
        let preferring = CostPosition {
            preferred: Some(preferred),
            ..CostPosition::default()
        };
        let justified = |text| CostPosition {
            justification: justification(true, Some(text)),
            ..CostPosition::default()
        };
        rows.replace_position(pa_id, position(0), &preferring)?;
        rows.replace_position(pa_id, position(1), &justified("nur ein Anbieter"))?;
        rows.replace_position(pa_id, position(2), &justified("Bagatelle"))?;
        rows.replace_position(pa_id, position(5), &CostPosition::default())
    })
    .await?;
    Ok(pa_id)
}

fn moves_of(moves: &[(u8, u8)]) -> PositionMoves {
    let moves = moves
        .iter()
        .map(|(from, to)| (position(*from), position(*to)));
    moves.collect()
}

async fn list(
    store: &Arc<dyn Store>,
    pa_id: PaId,
) -> Result<BTreeMap<PositionIndex, CostPosition>, StoreError> {
    store.read(move |rows| rows.list_positions(pa_id)).await
}
