//! The application numbers of a year: warns in time that they run out, and refuses uploads early
//! when they have.
//!
//! The look before an upload is a courtesy. The number itself is drawn in the transaction that adds
//! the application.

use std::sync::{Mutex, PoisonError};

use domain::Timestamp;
use domain::application::NUMBER_MAX;
use ports::StoreError;

use super::{ApplicationError, Applications};

/// From so few numbers left on, the log is told how many there are.
const TOLD_LEFT_MAX: u16 = NUMBER_MAX - 9_000;

/// The last number of a year, as far as this process knows.
#[derive(Debug, Default)]
pub(super) struct LastNumber(Mutex<Option<(i32, u16)>>);

impl Applications {
    /// How many numbers of the year were left when this instance last looked, which it does with
    /// each upload.
    pub fn numbers_left(&self) -> u64 {
        self.last_number.left(self.ports.storing.clock.now()).into()
    }

    /// Looks up how many numbers of the year are left. [`ApplicationError::NumbersUsedUp`] if none
    /// is.
    pub async fn look_at_numbers(&self) -> Result<(), ApplicationError> {
        let now = self.ports.storing.clock.now();
        let find = self
            .ports
            .storing
            .store
            .read::<_, StoreError>(move |rows| rows.find_last_number(now.year_of_century()));
        let last = find.await?.unwrap_or_default();
        self.note_number(now, last);
        if last < NUMBER_MAX {
            return Ok(());
        }
        Err(ApplicationError::numbers_used_up(now))
    }

    /// Remembers a number that was given, and tells once how many are left: at each hundred, of the
    /// last hundred at each ten, and of the last ten at each.
    pub(super) fn note_number(&self, now: Timestamp, last: u16) {
        match self.last_number.note(now, last) {
            None => {}
            Some(0) => tracing::error!("the numbers of the year are used up, uploads are refused"),
            Some(left) => tracing::warn!(left, "the numbers of the year run out"),
        }
    }
}

impl ApplicationError {
    pub(super) fn numbers_used_up(now: Timestamp) -> Self {
        Self::NumbersUsedUp {
            year: now.year_of_century(),
            retry_after_seconds: now.seconds_to_next_year(),
        }
    }
}

impl LastNumber {
    fn left(&self, now: Timestamp) -> u16 {
        let known = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.filter(|(year, _)| *year == now.date().year());
        NUMBER_MAX.saturating_sub(known.map_or(0, |(_, last)| last))
    }

    /// Notes the last number. Answers how many are left, if that is to be logged and was not.
    fn note(&self, now: Timestamp, last: u16) -> Option<u16> {
        let year = now.date().year();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known.filter(|(known_year, _)| *known_year == year);
        // Another upload may have looked later and been here first.
        let last = before.map_or(last, |(_, before)| before.max(last));
        *known = Some((year, last));
        let before = before.map(|(_, before)| step(NUMBER_MAX.saturating_sub(before)));
        let left = NUMBER_MAX.saturating_sub(last);
        (left <= TOLD_LEFT_MAX && before != Some(step(left))).then_some(left)
    }
}

/// Rounds the number of those left, so that each step is logged once.
fn step(left: u16) -> u16 {
    match left {
        0..=9 => left,
        10..=99 => left / 10 * 10,
        100..=TOLD_LEFT_MAX => left / 100 * 100,
        _ => u16::MAX,
    }
}

#[cfg(test)]
mod tests {
    use domain::Timestamp;

    use super::LastNumber;

    fn time(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    #[test]
    fn note_tells_each_step_once_in_a_year() {
        let (known, now) = (LastNumber::default(), time("2026-12-31T23:59:59"));
        assert_eq!(known.left(now), 9_999);
        for (last, told) in [
            (1, None),
            (8_999, None),
            (9_000, Some(999)),
            (9_000, None),
            (9_099, None),
            (9_100, Some(899)),
            (9_099, None),
            (9_100, None),
            (9_900, Some(99)),
            (9_909, None),
            (9_910, Some(89)),
            (9_990, Some(9)),
            (9_991, Some(8)),
            (9_999, Some(0)),
            (9_999, None),
        ] {
            assert_eq!(known.note(now, last), told, "{last}");
        }
        assert_eq!(known.left(now), 0);
        let next = time("2027-01-01T00:00:00");
        assert_eq!(known.left(next), 9_999);
        assert_eq!(known.note(next, 9_500), Some(499));
        assert_eq!(known.note(next, 9_501), None);
    }

    #[test]
    fn note_tells_all_steps_between_two_numbers_and_those_of_others_once() {
        let (known, now) = (LastNumber::default(), time("2026-06-01T00:00:00"));
        let told = (1..=9_999).filter(|last| known.note(now, *last).is_some());
        assert_eq!(told.count(), 9 + 9 + 10);
    }
}
