//! Changing the data of an application.

use std::sync::Arc;

use domain::access::Caller;
use domain::cost_position::position_moves;
use domain::history::{Action, Change, changes_between, position_moved};
use domain::{Application, PaId};
use forms::Value;
use forms::validation::{merge, status};
use ports::Transaction;

use super::{ApplicationError, Applications, ExpectedState};
use crate::FormVersions;
use crate::history::record;

impl Applications {
    /// The application after a merge patch (RFC 7396), checked against the version of its form
    /// type that it came in with. All or nothing; a patch that
    /// changes nothing leaves it as it was.
    pub async fn change(
        &self,
        pa_id: PaId,
        by: Caller,
        expected: ExpectedState,
        patch: Value,
    ) -> Result<Application, ApplicationError> {
        let versions = Arc::clone(&self.versions);
        let clock = Arc::clone(&self.ports.clock);
        self.ports
            .store
            .write(move |rows| {
                let (application, changes) = patched(rows, &versions, pa_id, &expected, &patch)?;
                if changes.is_empty() {
                    return Ok(application);
                }
                let now = clock.now();
                let application = Application {
                    updated_at: now,
                    activity_at: now,
                    ..application
                };
                let made = (by.into(), now);
                record(rows, pa_id, made, Action::DataChanged, changes)?;
                rows.replace_data(
                    pa_id,
                    &application.data,
                    application.status,
                    application.updated_at,
                )?;
                Ok(application)
            })
            .await
    }
}

/// The locked application with the patch merged in, at its new revision, and what that changes.
fn patched(
    rows: &mut dyn Transaction,
    versions: &FormVersions,
    pa_id: PaId,
    expected: &ExpectedState,
    patch: &Value,
) -> Result<(Application, Vec<Change>), ApplicationError> {
    let revision = rows.lock(pa_id)?.ok_or(ApplicationError::NotFound)?;
    let stored = rows
        .find_application(pa_id)?
        .ok_or(ApplicationError::NotFound)?;
    if !expected.holds_for(&stored) {
        return Err(ApplicationError::StateOutdated);
    }
    let package = versions.find(rows, &stored)?;
    let form_type = &package.form_type;
    let data = merge(form_type, &stored.data, patch).map_err(ApplicationError::DataWrong)?;
    let positions = rows.list_positions(pa_id)?;
    let moves = position_moves(&stored.data, &data, &positions);
    let moves = moves.map_err(ApplicationError::CostPositionInUse)?;
    let mut changes = changes_between(&stored.data, &data);
    changes.extend(moves.iter().map(|(from, to)| position_moved(*from, *to)));
    if !moves.is_empty() {
        rows.move_positions(pa_id, &moves)?;
    }
    let application = Application {
        status: status(form_type, &data),
        data,
        revision,
        ..stored
    };
    Ok((application, changes))
}
