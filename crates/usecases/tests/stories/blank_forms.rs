//! Forms that hold printed text in the place of fields.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use bytes::Bytes;
use domain::client_network::ClientNetwork;
use form_reading::ExpectedForm;
use form_reading::expected_form::BlankFile;
use forms::form_content::{FieldWidget, FormField, FormFieldKind, PagePlace};
use forms::{Data, FillReport, FormContent};
use ports::{
    DataWithSources, FillError, FilledForm, FormOutput, FormPackage, FormReader, FormWriter,
    PdfError, UploadError, WorkerError,
};
use testkit::{TestResult, run};
use usecases::{FormFiles, WorkPools};

use crate::house::{House, client};

/// Reads no text, and a template with a box; refuses some of the files, counted from 0.
struct FlatReader {
    refused: Range<usize>,
    refusal: PdfError,
    read: AtomicUsize,
}

impl FlatReader {
    /// Refuses none.
    fn of_any() -> Self {
        Self {
            refused: 0..0,
            refusal: PdfError::TookTooLong,
            read: AtomicUsize::new(0),
        }
    }
}

#[derive(Default)]
struct CountingWriter(AtomicUsize);

#[test]
fn data_prints_each_blank_form_of_a_form_type_once() -> TestResult {
    run(async {
        assert_eq!(printed_for_three(0..0, PdfError::TookTooLong).await?, 3);
        Ok(())
    })
}

#[test]
fn data_prints_the_blank_form_again_where_it_could_not_be_read() -> TestResult {
    run(async {
        assert_eq!(printed_for_three(0..1, PdfError::TookTooLong).await?, 4);
        Ok(())
    })
}

#[test]
fn a_form_with_more_boxes_than_can_be_looked_at_while_they_are_on_is_read_all_the_same()
-> TestResult {
    run(async {
        let too_many = PdfError::TooComplex("boxes".to_owned());
        assert_eq!(printed_for_three(2..3, too_many).await?, 3);
        // What only took too long is tried again.
        assert_eq!(printed_for_three(2..3, PdfError::TookTooLong).await?, 6);
        Ok(())
    })
}

#[test]
fn a_client_with_a_full_queue_holds_up_nobody_who_needs_the_same_blank_form() -> TestResult {
    run(async {
        let house = House::new();
        let (pools, writer) = (WorkPools::new(1, 4)?, Arc::new(CountingWriter::default()));
        let form_files = FormFiles::new(
            Arc::new(FlatReader::of_any()),
            writer.clone(),
            pools.clone(),
            house.forms.clone(),
        );
        let package = house.forms.list()[0].clone();
        // All workers that one client may have: what it sends now waits.
        let mut held = Vec::new();
        for _ in 0..3 {
            held.push(pools.pdf_workers.acquire(client()).await?);
        }
        let first = {
            let (form_files, package) = (form_files.clone(), package.clone());
            tokio::spawn(async move { form_files.data(client(), &package, Bytes::new()).await })
        };
        while pools.pdf_workers.load().waiting == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(
            writer.0.load(Ordering::SeqCst),
            3,
            "it waits with the blank form"
        );
        let other = ClientNetwork::of([192, 0, 2, 1].into());
        let data = form_files.data(other, &package, Bytes::new()).await?;
        assert_eq!(data.ok(), Some(Data::default()));
        assert!(!first.is_finished());
        drop(held);
        assert_eq!(first.await??.ok(), Some(Data::default()));
        Ok(())
    })
}

/// How often the blank form is printed, flat, with its fields, or with its boxes on, for three
/// forms.
async fn printed_for_three(refused: Range<usize>, refusal: PdfError) -> TestResult<usize> {
    let house = House::new();
    let writer = Arc::new(CountingWriter::default());
    let reader = FlatReader {
        refused,
        refusal,
        read: AtomicUsize::new(0),
    };
    let form_files = FormFiles::new(
        Arc::new(reader),
        writer.clone(),
        WorkPools::new(1, 1)?,
        house.forms.clone(),
    );
    for _ in 0..3 {
        let data = form_files
            .data(client(), &house.forms.list()[0], Bytes::new())
            .await?;
        assert_eq!(data.ok(), Some(Data::default()));
    }
    Ok(writer.0.load(Ordering::SeqCst))
}

#[async_trait]
impl FormReader for FlatReader {
    async fn read(
        &self,
        _: Bytes,
        _: Arc<ExpectedForm>,
    ) -> Result<Result<Data, UploadError>, WorkerError> {
        Ok(Ok(Data::default()))
    }

    async fn sources(
        &self,
        _: Bytes,
        _: Arc<ExpectedForm>,
    ) -> Result<Result<DataWithSources, UploadError>, WorkerError> {
        Ok(Ok(DataWithSources::default()))
    }

    async fn content(&self, _: Bytes) -> Result<Result<FormContent, PdfError>, WorkerError> {
        let number = self.read.fetch_add(1, Ordering::SeqCst);
        if self.refused.contains(&number) {
            return Ok(Err(self.refusal.clone()));
        }
        Ok(Ok(FormContent::printed(Vec::new())))
    }

    async fn fields(&self, _: Bytes) -> Result<Result<FormContent, PdfError>, WorkerError> {
        let on_page = FieldWidget {
            place: PagePlace {
                page: 0,
                left: 50.0,
                top: 50.0,
                width: 10.0,
                height: 10.0,
            },
            state: Some("Ja".to_owned()),
        };
        let own_box = FormField {
            kind: FormFieldKind::CheckBox,
            place: Some(on_page.place),
            widgets: vec![on_page],
            ..FormField::default()
        };
        Ok(Ok(FormContent::Fields(vec![own_box], Vec::new())))
    }

    async fn blank_file(&self, _: Bytes) -> Result<Result<BlankFile, PdfError>, WorkerError> {
        Ok(Ok(BlankFile::default()))
    }
}

impl FormWriter for CountingWriter {
    fn fill(&self, _: &Arc<FormPackage>, _: &Data, _: FormOutput) -> Result<Vec<u8>, FillError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(b"%PDF".to_vec())
    }

    fn fill_reported(
        &self,
        package: &Arc<FormPackage>,
        data: &Data,
    ) -> Result<FilledForm, FillError> {
        let pdf = self.fill(package, data, FormOutput::Fillable)?;
        let report = FillReport::default();
        Ok(FilledForm { pdf, report })
    }

    fn with_boxes_on(&self, package: &Arc<FormPackage>) -> Result<Vec<u8>, FillError> {
        self.blank(package, FormOutput::Flat)
    }

    fn digest(&self) -> [u8; 32] {
        [0; 32]
    }
}
