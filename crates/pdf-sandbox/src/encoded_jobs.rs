//! The jobs that workers are sent for filled forms: each is encoded once, for as long as somebody
//! holds the form that is expected.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bytes::Bytes;
use form_reading::ExpectedForm;
use pdf_read::wire::{self, Job};

#[derive(Default)]
pub(crate) struct EncodedJobs(Mutex<Vec<(Weak<ExpectedForm>, Bytes)>>);

impl EncodedJobs {
    pub(crate) fn encoded(&self, expected: &Arc<ExpectedForm>) -> Bytes {
        // Nothing under the lock can leave the list half changed.
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_expected = |known: &Weak<ExpectedForm>| known.as_ptr() == Arc::as_ptr(expected);
        if let Some((_, job)) = lock().iter().find(|(known, _)| is_expected(known)) {
            return job.clone();
        }
        let job = Bytes::from(wire::encode_job(&Job::Data(Cow::Borrowed(expected))));
        let mut jobs = lock();
        jobs.retain(|(known, _)| known.strong_count() > 0 && !is_expected(known));
        jobs.push((Arc::downgrade(expected), job.clone()));
        job
    }
}

#[cfg(test)]
mod tests {
    use form_reading::expected_form::BlankTexts;
    use forms::form_type::sample::sample;

    use super::*;

    fn expected(key: &str) -> Arc<ExpectedForm> {
        let mut form_type = sample();
        form_type.key = key.to_owned();
        Arc::new(ExpectedForm {
            form_type,
            others: Vec::new(),
            blank: BlankTexts::default(),
        })
    }

    #[test]
    fn encoded_is_the_job_of_that_form_and_made_once() {
        let jobs = EncodedJobs::default();
        let (one, other) = (expected("one"), expected("other"));
        let first = jobs.encoded(&one);
        assert_eq!(first, wire::encode_job(&Job::Data(Cow::Borrowed(&one))));
        assert_ne!(first, jobs.encoded(&other));
        assert_eq!(first.as_ptr(), jobs.encoded(&one).as_ptr());
    }

    #[test]
    fn encoded_keeps_no_job_of_a_form_that_nobody_holds() {
        let jobs = EncodedJobs::default();
        for number in 0..100 {
            jobs.encoded(&expected(&number.to_string()));
        }
        assert_eq!(jobs.0.lock().unwrap().len(), 1);
    }
}
