//! Which state a stored application is in.

use domain::{Application, Revision, Timestamp};
use forms::PackageDigest;

/// Tells the states of stored applications apart: while this is the same, so is all that
/// [`find_application`](super::ApplicationRows::find_application) gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApplicationStamp {
    /// Counted up by whoever changes anything of it.
    pub revision: Revision,
    /// Another one where the database has lost the last changes (a standby was promoted, or a copy
    /// put back, behind a service that runs), so that others get the same revisions.
    pub activity_at: Timestamp,
    /// Is filled in without a change of the revision.
    pub package: Option<PackageDigest>,
    /// Another one where a removed application has been put back from a copy.
    pub created_at: Timestamp,
}

impl ApplicationStamp {
    /// That of an application as it was read.
    pub fn of(application: &Application) -> Self {
        Self {
            revision: application.revision,
            activity_at: application.activity_at,
            package: application.form_version.map(|version| version.package),
            created_at: application.created_at,
        }
    }
}
