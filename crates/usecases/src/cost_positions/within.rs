//! Whether a list of costs still has a place for every position that there is something to say of.

use domain::PaId;
use domain::cost_position::{COSTS, PositionIndex};
use forms::{Data, Fault, Faults};
use ports::{StoreError, Transaction};

/// Judges data that is about to replace that of an application: `Err` inside names every position
/// with offers or a justification that the new list of costs has no place for. An absent or empty
/// list has a place for all. Call it in the transaction that stores the data.
pub fn positions_within(
    rows: &mut dyn Transaction,
    pa_id: PaId,
    data: &Data,
) -> Result<Result<(), Faults>, StoreError> {
    let positions = rows.list_positions(pa_id)?;
    let outside = positions
        .keys()
        .filter(|index| PositionIndex::of(u64::from(index.get()), data).is_none());
    let faults = outside.map(|index| {
        Fault::new(
            format!("{COSTS}.{}", index.get()),
            "has offers or a justification, keep this position or remove them first",
        )
    });
    Ok(Faults::unless_none(faults.collect(), ()))
}
