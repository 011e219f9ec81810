//! `recount`: counts all applications anew, for the list of them.

use usecases::Storage;

use crate::{CommandError, ExistingStorage, terminal};

use super::counted;

/// Counts once, and says what was wrong.
pub(super) async fn run(installation: &impl ExistingStorage) -> Result<(), CommandError> {
    let store = installation.existing_store()?;
    let wrong = Storage::recount(&store).await?;
    for miscount in &wrong {
        terminal::print_message(&format!(
            "Form type {}: {} were counted as {}, there are {}.",
            miscount.form_type, miscount.kept, miscount.status, miscount.applications
        ));
    }
    terminal::print_message(&match wrong.len() {
        0 => "All applications were counted: every count was right.".to_owned(),
        wrong => format!(
            "All applications were counted: {} mended.",
            counted(u64::try_from(wrong).unwrap_or(u64::MAX), "count")
        ),
    });
    Ok(())
}
