//! Watches the clock of the machine while the service runs.
//!
//! The HTTP library writes the date of its answers by it, and measures how long its connections
//! last with the same task, which ends for good at a time before 1970 or after 9999. So the service
//! cannot wait until the clock is right again: it stops, and what starts it anew is told why.

use std::time::Duration;

use tokio::time::sleep;

use crate::CommandError;

/// From one look to the next: more often than the HTTP library looks, every half second.
const PAUSE: Duration = Duration::from_millis(250);

/// Looks until `check` fails. Logs that the service stops for it, and answers why.
pub(crate) async fn clock_is_wrong(check: impl Fn() -> Result<(), CommandError>) -> CommandError {
    loop {
        if let Err(wrong) = check() {
            tracing::error!(
                "the clock of this machine stands before 1970 or after 9999: the service stops; \
                 what is under way ends by the time that has passed since it was right"
            );
            return wrong;
        }
        sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::clock_is_wrong;
    use crate::CommandError;

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_put_wrong_ends_the_service_with_a_sentence() {
        let looks = Cell::new(0);
        let check = || {
            looks.set(looks.get() + 1);
            if looks.get() < 4 {
                return Ok(());
            }
            Err(CommandError::Diagnosis(vec!["Set it.".to_owned()]))
        };
        let CommandError::Diagnosis(sentences) = clock_is_wrong(check).await else {
            panic!("another kind of error");
        };
        assert_eq!((sentences, looks.get()), (vec!["Set it.".to_owned()], 4));
    }
}
