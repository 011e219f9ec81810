//! Each outcome is counted under its own word, and what nobody waited for as abandoned.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use form_reading::ExpectedForm;
use form_reading::expected_form::{BlankFile, BlankTexts};
use forms::form_type::sample::sample;
use forms::{Data, FormContent};
use metrics_prometheus::{MeasuredReader, Metrics};
use ports::{DataWithSources, FormReader, PdfError, UploadError, WorkerError};
use testkit::TestResult;

type Reading = Result<Result<FormContent, PdfError>, WorkerError>;

type Answer = fn() -> Reading;

/// Answers once; after that it never does.
struct OneAnswer(Mutex<Option<Reading>>);

#[async_trait]
impl FormReader for OneAnswer {
    async fn read(
        &self,
        pdf: Bytes,
        _: Arc<ExpectedForm>,
    ) -> Result<Result<Data, UploadError>, WorkerError> {
        let read = self.content(pdf).await?;
        Ok(read.map(|_| Data::default()).map_err(UploadError::File))
    }

    async fn sources(
        &self,
        pdf: Bytes,
        _: Arc<ExpectedForm>,
    ) -> Result<Result<DataWithSources, UploadError>, WorkerError> {
        let read = self.content(pdf).await?;
        let sources = read.map(|_| DataWithSources::default());
        Ok(sources.map_err(UploadError::File))
    }

    async fn content(&self, _: Bytes) -> Reading {
        let answer = self.0.lock().ok().and_then(|mut answer| answer.take());
        match answer {
            Some(answer) => answer,
            None => std::future::pending().await,
        }
    }

    async fn fields(&self, pdf: Bytes) -> Reading {
        self.content(pdf).await
    }

    async fn blank_file(&self, pdf: Bytes) -> Result<Result<BlankFile, PdfError>, WorkerError> {
        Ok(self.content(pdf).await?.map(|_| BlankFile::default()))
    }
}

fn counted(operation: &str, outcome: &str) -> String {
    let labels = format!("operation=\"{operation}\",outcome=\"{outcome}\"");
    format!("formservice_pdf_reads_total{{{labels}}} 1\n")
}

fn expected() -> Arc<ExpectedForm> {
    Arc::new(ExpectedForm {
        form_type: sample(),
        others: Vec::new(),
        blank: BlankTexts::default(),
    })
}

#[tokio::test]
async fn each_outcome_has_its_word() -> TestResult {
    let outcomes: [(Answer, &str); 6] = [
        (|| Ok(Ok(FormContent::printed(Vec::new()))), "ok"),
        (|| Ok(Err(PdfError::Locked)), "refused"),
        (|| Ok(Err(PdfError::TookTooLong)), "timed_out"),
        (|| Ok(Err(PdfError::TooLargeDecompressed)), "too_large"),
        (|| Err(WorkerError::Busy), "busy"),
        (|| Err(WorkerError::Failed("of a test".into())), "failed"),
    ];
    for (answer, outcome) in outcomes {
        for (port, operation) in [
            ("read", "read"),
            ("content", "template"),
            ("blank_file", "template"),
        ] {
            let metrics = Metrics::new("0.0.0")?;
            let inner = OneAnswer(Mutex::new(Some(answer())));
            let reader = MeasuredReader::new(Arc::new(inner), &metrics)?;
            // What it answers is passed on; other tests look at that.
            match port {
                "read" => drop(reader.read(Bytes::new(), expected()).await),
                "content" => drop(reader.content(Bytes::new()).await),
                _ => drop(reader.blank_file(Bytes::new()).await),
            }
            let page = metrics.page()?;
            let counted = counted(operation, outcome);
            assert!(page.contains(&counted), "{outcome}: {page}");
            assert_eq!(ones(&page), 1, "{outcome}: {page}");
        }
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
    let mut reading = reader.read(Bytes::new(), expected());
    assert!(futures::poll!(&mut reading).is_pending());
    drop(reading);
    assert!(metrics.page()?.contains(&counted("read", "abandoned")));
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
