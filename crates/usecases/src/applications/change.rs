//! Changing the data of an application.
//!
//! Merging may take long and a database may have one writer only, so it is done before the
//! transaction that writes, for the data that was there then. If another change was faster it is
//! merged again, a few times, and at last inside the transaction, where no other change can come in
//! between.

use std::collections::BTreeMap;
use std::sync::Arc;

use data_json::NotedJson;
use domain::Application;
use domain::client_network::ClientNetwork;
use domain::cost_position::{
    CostNames, KeptNames, PositionIndex, PositionMoves, PositionOutline, position_moves,
    rows_are_known,
};
use domain::history::{Action, EntryContent, HistoryChange, changes_between, position_moved};
use domain::known_paths::COSTS;
use forms::validation::{Merge, status};
use forms::{Data, Status};
use ports::{FormPackage, StoreError, Transaction};

use super::{ApplicationError, Applications, ExpectedState};
use crate::history::record;
use crate::{ApplicationAccess, FormVersions, InternalError};

/// How often a change is merged outside of the transaction that writes it.
const OUTSIDE_MAX: usize = 3;

/// A change as a client has asked for it.
struct RequestedChange {
    access: ApplicationAccess,
    expected: ExpectedState,
    patch: NotedJson,
}

/// An application as it was read, with what merging needs.
struct Base {
    application: Application,
    /// By which positions find their rows: those of `costs`, or that were kept of it.
    names: CostNames,
    positions: BTreeMap<PositionIndex, PositionOutline>,
    package: Arc<FormPackage>,
}

/// The result of merging the patch with a base.
struct MergeOutcome {
    base: Application,
    data: Data,
    status: Status,
    changes: Vec<HistoryChange>,
}

/// Why a change was not written.
enum WriteError {
    /// The application is no longer the one that was merged with.
    BaseOutdated,
    Refused(ApplicationError),
}

impl Applications {
    /// The application after a merge patch (RFC 7396), checked against the version of its form type
    /// that it came in with. Either all of the patch is applied or none of it; a patch that changes
    /// nothing leaves the application as it was.
    pub async fn change(
        &self,
        client: ClientNetwork,
        access: ApplicationAccess,
        expected: ExpectedState,
        patch: impl Into<NotedJson>,
    ) -> Result<Application, ApplicationError> {
        let requested = Arc::new(RequestedChange {
            access,
            expected,
            patch: patch.into(),
        });
        for _ in 0..OUTSIDE_MAX {
            let merged = self.merged(client, &requested).await?;
            // What can never be done is told before that there is no room for it now.
            let room = &self.ports.storing.room;
            room.admit_change(&requested.patch.value).await?;
            match self.write_change(&requested, Some(merged)).await {
                Ok(application) => return Ok(application),
                Err(WriteError::BaseOutdated) => {}
                Err(WriteError::Refused(error)) => return Err(error),
            }
        }
        match self.write_change(&requested, None).await {
            Ok(application) => Ok(application),
            Err(WriteError::Refused(error)) => Err(error),
            Err(WriteError::BaseOutdated) => {
                Err(InternalError::Failed("a locked application changed".into()).into())
            }
        }
    }

    /// Merges the patch with the application as it is now.
    async fn merged(
        &self,
        client: ClientNetwork,
        requested: &Arc<RequestedChange>,
    ) -> Result<MergeOutcome, ApplicationError> {
        let asked = Arc::clone(requested);
        let read = self.read_versioned(requested.access.pa_id, move |rows, versions| {
            base(rows, versions, &asked)
        });
        let (base, requested) = (read.await?, Arc::clone(requested));
        self.pools
            .cpu
            .run(client, move || merge(base, &requested))
            .await?
    }

    async fn write_change(
        &self,
        requested: &Arc<RequestedChange>,
        merged: Option<MergeOutcome>,
    ) -> Result<Application, WriteError> {
        let (versions, clock) = (
            Arc::clone(&self.versions),
            Arc::clone(&self.ports.storing.clock),
        );
        let requested = Arc::clone(requested);
        let write = self.ports.storing.store.write(move |rows| {
            let ApplicationAccess { pa_id, caller } = requested.access;
            let revision = rows.lock(pa_id)?.ok_or(ApplicationError::NotFound)?;
            let base = base(rows, &versions, &requested)?;
            let stored = base.application.clone();
            // Offers may have come since it was merged, and costs filled and cleared once more.
            let (names, positions) = (base.names.clone(), base.positions.clone());
            let merged = match merged {
                Some(merged) if merged.is_of(&stored) => merged,
                Some(_) => return Err(WriteError::BaseOutdated),
                None => merge(base, &requested)?,
            };
            let moves = position_moves(&names, &CostNames::of(&merged.data), &positions);
            let moves = moves.map_err(ApplicationError::CostPositionInUse)?;
            let kept = KeptNames::after(&stored.data, &merged.data, !positions.is_empty());
            let changes = merged.changes_with(&moves);
            let mut application = Application {
                status: merged.status,
                data: merged.data,
                revision,
                ..stored
            };
            if changes.is_empty() {
                return Ok(application);
            }
            let now = clock.now();
            (application.updated_at, application.activity_at) = (now, now);
            if !moves.is_empty() {
                rows.move_positions(pa_id, &moves)?;
            }
            match kept {
                KeptNames::Unchanged => {}
                KeptNames::Kept(names) => rows.keep_cleared_costs(pa_id, &names)?,
                KeptNames::Forgotten => rows.forget_cleared_costs(pa_id)?,
            }
            let entry = EntryContent {
                at: now,
                by: caller.into(),
                action: Action::DataChanged,
                changes,
            };
            record(rows, pa_id, entry).map_err(ApplicationError::from)?;
            rows.replace_data(pa_id, &application.data, application.status, now)?;
            Ok(application)
        });
        write.await
    }
}

/// The application as it is now, if that is what the client expects.
fn base(
    rows: &mut dyn Transaction,
    versions: &FormVersions,
    requested: &RequestedChange,
) -> Result<Base, ApplicationError> {
    let pa_id = requested.access.pa_id;
    let application = rows.find_application(pa_id)?;
    let application = application.ok_or(ApplicationError::NotFound)?;
    if !requested.expected.holds_for(&application) {
        return Err(ApplicationError::StateOutdated);
    }
    let positions = rows.outline_positions(pa_id)?;
    let mut names = CostNames::of(&application.data);
    if names.is_empty() && !positions.is_empty() {
        let kept = rows.find_cleared_costs(pa_id)?;
        names = kept.unwrap_or_default();
    }
    Ok(Base {
        names,
        positions,
        package: versions.find(rows, &application)?,
        application,
    })
}

/// Merges the patch with a base, or names everything that is wrong with it, faults of the stored
/// state included.
fn merge(base: Base, requested: &RequestedChange) -> Result<MergeOutcome, ApplicationError> {
    let (form_type, before) = (&base.package.form_type, &base.application.data);
    let NotedJson { value, faults } = &requested.patch;
    let mut merge = Merge::of(form_type, before, value, faults.clone());
    let is_right = merge.faults().next().is_none();
    if rows_are_known(merge.faults())
        && let Err(unplaced) =
            position_moves(&base.names, &CostNames::of(merge.data()), &base.positions)
    {
        if is_right {
            return Err(ApplicationError::CostPositionInUse(unplaced));
        }
        merge.add_faults(COSTS, &unplaced);
    }
    let data = merge.finish().map_err(ApplicationError::DataWrong)?;
    Ok(MergeOutcome {
        status: status(form_type, &data),
        changes: changes_between(before, &data),
        data,
        base: base.application,
    })
}

impl MergeOutcome {
    /// Whether it was made of the data that the application has.
    fn is_of(&self, application: &Application) -> bool {
        self.base.data == application.data && self.base.form_version == application.form_version
    }

    fn changes_with(&self, moves: &PositionMoves) -> Vec<HistoryChange> {
        let moved = moves.iter().map(|(from, to)| position_moved(*from, *to));
        self.changes.iter().cloned().chain(moved).collect()
    }
}

impl From<ApplicationError> for WriteError {
    fn from(error: ApplicationError) -> Self {
        Self::Refused(error)
    }
}

impl From<StoreError> for WriteError {
    fn from(error: StoreError) -> Self {
        Self::Refused(error.into())
    }
}
