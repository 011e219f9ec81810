//! `verify`: checks everything that is stored.

use std::sync::Arc;

use crate::progress::Progress;
use crate::{CommandError, ExistingStorage, FormTools, MachineClock, terminal};

use super::{counted, existing_storage, megabytes, verification};

/// Looks at everything, and says what was looked at.
pub(super) async fn run<I>(installation: &I) -> Result<(), CommandError>
where
    I: ExistingStorage + FormTools + MachineClock,
{
    let storage = existing_storage(installation)?;
    let progress = Arc::new(Progress::new());
    let verification = verification::<I>(&storage, &progress);
    let seen = verification.with_parser(I::form_parser()).run().await?;
    drop(progress);
    let what = format!(
        "{} with {} ({}) were read",
        counted(seen.applications, "application"),
        counted(seen.blobs, "blob"),
        megabytes(seen.bytes)
    );
    if seen.without_digest > 0 {
        terminal::print_message(&format!(
            "Of {} only the presence is proven: they came before digests were kept.",
            counted(seen.without_digest, "uploaded form")
        ));
    }
    if seen.faults > 0 {
        let faults = counted(seen.faults, "fault");
        return Err(CommandError::Diagnosis(vec![format!("{what}: {faults}.")]));
    }
    terminal::print_message(&format!("{what}: all of it is right."));
    Ok(())
}
