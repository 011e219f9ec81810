//! Changing the data of an application.

use std::sync::Arc;

use domain::cost_position::position_moves;
use domain::{Application, PaId, Revision};
use forms::Value;
use forms::validation::{merge, status};
use ports::Transaction;

use super::{ApplicationError, Applications};
use crate::FormVersions;

/// On which state a change builds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedRevision {
    /// Whatever there is.
    Any,
    /// One of these revisions; none of them is right where the list is empty.
    Revisions(Vec<Revision>),
}

impl ExpectedRevision {
    fn holds_for(&self, revision: Revision) -> bool {
        match self {
            Self::Any => true,
            Self::Revisions(revisions) => revisions.contains(&revision),
        }
    }
}

impl Applications {
    /// The application after a merge patch (RFC 7396), checked against the version of its form
    /// type that it came in with. All or nothing.
    pub async fn change(
        &self,
        pa_id: PaId,
        expected: ExpectedRevision,
        patch: Value,
    ) -> Result<Application, ApplicationError> {
        let versions = Arc::clone(&self.versions);
        let clock = Arc::clone(&self.ports.clock);
        self.ports
            .store
            .write(move |rows| {
                let application = patched(rows, &versions, pa_id, &expected, &patch)?;
                let application = Application {
                    updated_at: clock.now(),
                    ..application
                };
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

/// The locked application with the patch merged in, at its new revision.
fn patched(
    rows: &mut dyn Transaction,
    versions: &FormVersions,
    pa_id: PaId,
    expected: &ExpectedRevision,
    patch: &Value,
) -> Result<Application, ApplicationError> {
    let revision = rows.lock(pa_id)?.ok_or(ApplicationError::NotFound)?;
    if !expected.holds_for(revision - 1) {
        return Err(ApplicationError::RevisionOutdated);
    }
    let stored = rows
        .find_application(pa_id)?
        .ok_or(ApplicationError::NotFound)?;
    let package = versions.find(rows, &stored)?;
    let form_type = &package.form_type;
    let data = merge(form_type, &stored.data, patch).map_err(ApplicationError::DataWrong)?;
    let positions = rows.list_positions(pa_id)?;
    let moves = position_moves(&stored.data, &data, &positions);
    let moves = moves.map_err(ApplicationError::CostPositionInUse)?;
    if !moves.is_empty() {
        rows.move_positions(pa_id, &moves)?;
    }
    Ok(Application {
        status: status(form_type, &data),
        data,
        revision,
        ..stored
    })
}
