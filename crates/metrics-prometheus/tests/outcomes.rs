//! Each outcome is counted under its own word, and what nobody waited for as abandoned.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use forms::FormContent;
use metrics_prometheus::{MeasuredReader, Metrics};
use ports::{FormReader, PdfError, WorkerError};
use testkit::TestResult;

type Reading = Result<Result<FormContent, PdfError>, WorkerError>;

/// Answers once; after that it never does.
struct OneAnswer(Mutex<Option<Reading>>);

#[async_trait]
impl FormReader for OneAnswer {
    async fn read(&self, _: Bytes) -> Reading {
        let answer = self.0.lock().ok().and_then(|mut answer| answer.take());
        match answer {
            Some(answer) => answer,
            None => std::future::pending().await,
        }
    }
}

fn counted(outcome: &str) -> String {
    format!("formservice_pdf_reads_total{{operation=\"read\",outcome=\"{outcome}\"}} 1\n")
}

#[tokio::test]
async fn each_outcome_has_its_word() -> TestResult {
    for (answer, outcome) in [
        (Ok(Err(PdfError::Locked)), "refused"),
        (Ok(Err(PdfError::TookTooLong)), "timed_out"),
        (Ok(Err(PdfError::TooLargeDecompressed)), "too_large"),
        (Err(WorkerError::Busy), "busy"),
        (Err(WorkerError::Failed("of a test".into())), "failed"),
    ] {
        let metrics = Metrics::new("0.0.0")?;
        let inner = OneAnswer(Mutex::new(Some(answer)));
        let reader = MeasuredReader::new(Arc::new(inner), &metrics)?;
        // What it answers is passed on; other tests look at that.
        let _ = reader.read(Bytes::new()).await;
        let page = metrics.page()?;
        assert!(page.contains(&counted(outcome)), "{outcome}: {page}");
        assert_eq!(ones(&page), 1, "{outcome}: {page}");
    }
    Ok(())
}

/// How many outcomes were counted once.
fn ones(page: &str) -> usize {
    let counts = page.lines().filter(|line| line.contains("outcome="));
    counts.filter(|line| line.ends_with("} 1")).count()
}

#[tokio::test]
async fn what_nobody_waits_for_any_more_is_abandoned() -> TestResult {
    let metrics = Metrics::new("0.0.0")?;
    let inner = OneAnswer(Mutex::new(None));
    let reader = MeasuredReader::new(Arc::new(inner), &metrics)?;
    let mut reading = reader.read(Bytes::new());
    assert!(futures::poll!(&mut reading).is_pending());
    drop(reading);
    assert!(metrics.page()?.contains(&counted("abandoned")));
    Ok(())
}

#[test]
fn two_of_one_name_are_refused() -> TestResult {
    let metrics = Metrics::new("0.0.0")?;
    let reader = || Arc::new(OneAnswer(Mutex::new(None)));
    MeasuredReader::new(reader(), &metrics)?;
    assert!(MeasuredReader::new(reader(), &metrics).is_err());
    Ok(())
}
