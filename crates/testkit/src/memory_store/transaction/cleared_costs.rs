//! What the rows of a list of costs were called that was cleared.

use domain::PaId;
use domain::cost_position::CostNames;
use ports::{ClearedCostRows, StoreError};

use super::MemoryTransaction;

impl ClearedCostRows for MemoryTransaction {
    fn find_cleared_costs(&mut self, pa_id: PaId) -> Result<Option<CostNames>, StoreError> {
        Ok(self.looking()?.cleared_costs.get(&pa_id).cloned())
    }

    fn keep_cleared_costs(&mut self, pa_id: PaId, names: &CostNames) -> Result<(), StoreError> {
        let kept = &mut self.changing_locked(pa_id)?.cleared_costs;
        kept.insert(pa_id, names.clone());
        Ok(())
    }

    fn forget_cleared_costs(&mut self, pa_id: PaId) -> Result<(), StoreError> {
        self.changing_locked(pa_id)?.cleared_costs.remove(&pa_id);
        Ok(())
    }
}
