//! A cache of filled forms: a form that is asked for again soon is answered without filling.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use domain::{PaId, Timestamp};

use super::FilledFormDigest;

/// Most bytes of all cached forms together. A form has 50 to 200 KB.
const BYTES_MAX: usize = 8 * 1_048_576;

/// How long a form is cached: it holds personal data, and is in memory for speed only.
const AGE_MAX: Duration = Duration::from_mins(5);

/// Keeps the forms that were made last. The bytes depend on their digest alone, so none is ever
/// stale; whether a caller may have them is judged before, by the rows.
#[derive(Default)]
pub(super) struct FilledForms {
    /// Oldest first.
    kept: Mutex<Vec<KeptForm>>,
}

struct KeptForm {
    digest: FilledFormDigest,
    pa_id: PaId,
    made_at: Timestamp,
    pdf: Bytes,
}

impl FilledForms {
    pub(super) fn find(&self, digest: FilledFormDigest, now: Timestamp) -> Option<Bytes> {
        let kept = self.still_kept(now);
        let found = kept.iter().find(|form| form.digest == digest)?;
        Some(found.pdf.clone())
    }

    pub(super) fn add(&self, digest: FilledFormDigest, pa_id: PaId, pdf: &Bytes, now: Timestamp) {
        let mut kept = self.still_kept(now);
        // Two who asked at once have both made it.
        kept.retain(|form| form.digest != digest);
        kept.push(KeptForm {
            digest,
            pa_id,
            made_at: now,
            pdf: pdf.clone(),
        });
        while kept.iter().map(|form| form.pdf.len()).sum::<usize>() > BYTES_MAX {
            kept.remove(0);
        }
    }

    /// Forgets those of an application that is being erased.
    pub(super) fn forget(&self, pa_id: PaId) {
        self.lock().retain(|form| form.pa_id != pa_id);
    }

    /// Forgets all.
    pub(super) fn clear(&self) {
        *self.lock() = Vec::new();
    }

    /// Forgets those that are too old. Called from time to time: nobody may ever ask for one again.
    pub(super) fn forget_old(&self, now: Timestamp) {
        drop(self.still_kept(now));
    }

    /// The forms that are young enough; others are dropped. A clock that was set back makes them
    /// too old.
    fn still_kept(&self, now: Timestamp) -> MutexGuard<'_, Vec<KeptForm>> {
        let mut kept = self.lock();
        kept.retain(|form| {
            let age = now.microseconds().checked_sub(form.made_at.microseconds());
            let age = age.and_then(|age| u64::try_from(age).ok());
            age.is_some_and(|age| Duration::from_micros(age) <= AGE_MAX)
        });
        kept
    }

    /// The cache is consistent whenever the lock is free, so a poisoned lock is still good.
    fn lock(&self) -> MutexGuard<'_, Vec<KeptForm>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use domain::{PaId, Timestamp};

    use super::{AGE_MAX, BYTES_MAX, FilledForms};
    use crate::FilledFormDigest;

    fn digest(number: u8) -> FilledFormDigest {
        FilledFormDigest([number; 32])
    }

    fn at(microseconds: i64) -> Timestamp {
        Timestamp::from_microseconds(microseconds).unwrap()
    }

    fn id(text: &str) -> PaId {
        PaId::parse(text).unwrap()
    }

    #[test]
    fn filled_forms_are_kept_for_their_time_and_never_beyond_a_clock_that_goes_back() {
        let forms = FilledForms::default();
        let pdf = Bytes::from_static(b"pdf");
        let age = i64::try_from(AGE_MAX.as_micros()).unwrap();
        forms.add(digest(1), id("26-0001"), &pdf, at(0));
        assert_eq!(forms.find(digest(1), at(age)), Some(pdf.clone()));
        assert_eq!(forms.find(digest(2), at(age)), None);
        assert_eq!(forms.find(digest(1), at(age + 1)), None);
        forms.add(digest(1), id("26-0001"), &pdf, at(age));
        assert_eq!(forms.find(digest(1), at(0)), None);
        assert!(forms.lock().is_empty());
        forms.add(digest(1), id("26-0001"), &pdf, at(0));
        forms.forget_old(at(age));
        assert_eq!(forms.lock().len(), 1);
        forms.forget_old(at(age + 1));
        assert!(forms.lock().is_empty());
    }

    #[test]
    fn filled_forms_are_bounded_in_bytes_and_forget_the_oldest() {
        let forms = FilledForms::default();
        let half = Bytes::from(vec![0; BYTES_MAX / 2]);
        for number in [1, 2, 1, 3] {
            forms.add(digest(number), id("26-0001"), &half, at(0));
        }
        let kept = |number| forms.find(digest(number), at(0)).is_some();
        assert_eq!([1, 2, 3].map(kept), [true, false, true]);
        let large = Bytes::from(vec![0; BYTES_MAX + 1]);
        forms.add(digest(4), id("26-0001"), &large, at(0));
        assert!(forms.lock().is_empty());
    }

    #[test]
    fn forget_takes_all_of_an_application_and_of_no_other() {
        let forms = FilledForms::default();
        let pdf = Bytes::from_static(b"pdf");
        for (number, of) in [(1, "26-0001"), (2, "26-0001"), (3, "26-0002")] {
            forms.add(digest(number), id(of), &pdf, at(0));
        }
        forms.forget(id("26-0001"));
        let kept = |number| forms.find(digest(number), at(0)).is_some();
        assert_eq!([1, 2, 3].map(kept), [false, false, true]);
    }
}
