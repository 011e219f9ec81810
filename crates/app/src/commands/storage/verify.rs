//! `verify`: is everything right that is stored?

use std::sync::Arc;

use crate::failure::Failure;
use crate::progress::Progress;
use crate::settings::Settings;
use crate::{terminal, wiring};

use super::{counted, megabytes};

/// Looks at everything, and says what was looked at.
pub(super) async fn run(settings: &Settings) -> Result<(), Failure> {
    let storage = wiring::existing_storage(settings)?;
    let progress = Arc::new(Progress::new());
    let seen = super::verify(&storage, &progress).await?;
    drop(progress);
    let what = format!(
        "{} with {} ({}) were read",
        counted(seen.applications, "application"),
        counted(seen.blobs, "blob"),
        megabytes(seen.bytes)
    );
    if seen.without_digest > 0 {
        terminal::say(&format!(
            "Of {} only the presence is proven: they came before digests were kept.",
            counted(seen.without_digest, "uploaded form")
        ));
    }
    if seen.faults > 0 {
        let faults = counted(seen.faults, "fault");
        return Err(Failure::Diagnosis(vec![format!("{what}: {faults}.")]));
    }
    terminal::say(&format!("{what}: all of it is right."));
    Ok(())
}
