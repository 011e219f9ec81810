//! What the rows of a list of costs were called that was cleared.

use diesel::prelude::*;
use domain::PaId;
use domain::cost_position::CostNames;
use ports::{ClearedCostRows, StoreError};

use super::Rows;
use crate::rows::{cost_names, cost_names_text};
use crate::schema::cleared_costs;

impl ClearedCostRows for Rows<'_> {
    fn find_cleared_costs(&mut self, pa_id: PaId) -> Result<Option<CostNames>, StoreError> {
        let names = self.query_of(("cleared_costs", pa_id), |connection| {
            cleared_costs::table
                .find(pa_id.to_string())
                .select(cleared_costs::names)
                .get_result::<String>(connection)
                .optional()
        })?;
        names.map(|text| cost_names(pa_id, &text)).transpose()
    }

    fn keep_cleared_costs(&mut self, pa_id: PaId, names: &CostNames) -> Result<(), StoreError> {
        let text = cost_names_text(names);
        self.change_locked(pa_id, |connection| {
            diesel::insert_into(cleared_costs::table)
                .values((
                    cleared_costs::pa_id.eq(pa_id.to_string()),
                    cleared_costs::names.eq(&text),
                ))
                .on_conflict(cleared_costs::pa_id)
                .do_update()
                .set(cleared_costs::names.eq(&text))
                .execute(connection)
        })
        .map(drop)
    }

    fn forget_cleared_costs(&mut self, pa_id: PaId) -> Result<(), StoreError> {
        self.change_locked(pa_id, |connection| {
            diesel::delete(cleared_costs::table.find(pa_id.to_string())).execute(connection)
        })
        .map(drop)
    }
}
