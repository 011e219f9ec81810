//! What the rows of a list of costs were called that was cleared.

use domain::PaId;
use domain::cost_position::CostNames;

use super::StoreError;

/// The names that are kept of lists of costs which were cleared while something hung on their
/// positions, until nothing hangs on them. When a change of data keeps and forgets them is decided
/// by [`KeptNames`](domain::cost_position::KeptNames). They go with their application.
pub trait ClearedCostRows {
    /// The names that are kept of an application; `None` where none are.
    fn find_cleared_costs(&mut self, pa_id: PaId) -> Result<Option<CostNames>, StoreError>;

    /// Keeps the names with a locked application, in the place of any that were kept before.
    fn keep_cleared_costs(&mut self, pa_id: PaId, names: &CostNames) -> Result<(), StoreError>;

    /// Forgets what is kept of a locked application, if anything is.
    fn forget_cleared_costs(&mut self, pa_id: PaId) -> Result<(), StoreError>;
}
