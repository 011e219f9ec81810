//! The PDF files of form types: reads their data and fills them in, each when it is its client's
//! turn, and keeps what the blank forms print.

mod blank_form_reading;

use std::collections::HashMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bytes::Bytes;
use domain::client_network::ClientNetwork;
use form_reading::ExpectedForm;
use form_reading::expected_form::BlankTexts;
use forms::{Data, PackageDigest};
use ports::{DataWithSources, FormPackage, FormReader, FormWriter, UploadError};
use tokio::sync::OnceCell;

use self::blank_form_reading::{BlankFormError, BlankFormReading};
use crate::{FilledFormReport, FormCatalogue, InternalError, ReadBackOutcome, WorkPools};

/// Reads and fills files by the form types of one catalogue. Clones share what is known of blank
/// forms.
#[derive(Clone)]
pub struct FormFiles {
    reader: Arc<dyn FormReader>,
    writer: Arc<dyn FormWriter>,
    pools: WorkPools,
    forms: Arc<FormCatalogue>,
    /// What a file of each version of a form type is compared with, for as long as that version is
    /// in use.
    expected: Arc<Mutex<ExpectedCells>>,
}

/// By the digest of the version; the weak reference tells whether that is in use.
type ExpectedCells = HashMap<PackageDigest, (Weak<FormPackage>, ExpectedCell)>;

/// Computed once, by the first request that needs it; others wait for it.
type ExpectedCell = Arc<OnceCell<Arc<ExpectedForm>>>;

impl FormFiles {
    /// Reads and fills with these adapters; clients share the processors in these pools.
    pub fn new(
        reader: Arc<dyn FormReader>,
        writer: Arc<dyn FormWriter>,
        pools: WorkPools,
        forms: Arc<FormCatalogue>,
    ) -> Self {
        Self {
            reader,
            writer,
            pools,
            forms,
            expected: Arc::default(),
        }
    }

    /// The data in a file, read by a worker when it is the client's turn.
    pub async fn data(
        &self,
        client: ClientNetwork,
        package: &Arc<FormPackage>,
        pdf: Bytes,
    ) -> Result<Result<Data, UploadError>, InternalError> {
        let expected = self.expected(package).await?;
        let _turn = self.pools.pdf_workers.acquire(client).await?;
        Ok(self.reader.read(pdf, expected).await?)
    }

    /// The data of a stored file, and where each value stands in it. `pdf` is awaited when it is
    /// the client's turn.
    pub(crate) async fn sources<E: From<InternalError>>(
        &self,
        client: ClientNetwork,
        package: &Arc<FormPackage>,
        pdf: impl Future<Output = Result<Bytes, E>>,
    ) -> Result<Result<DataWithSources, UploadError>, E> {
        let expected = self.expected(package).await?;
        let turn = self.pools.pdf_workers.acquire(client).await;
        let _turn = turn.map_err(InternalError::from)?;
        let read = self.reader.sources(pdf.await?, expected).await;
        Ok(read.map_err(InternalError::from)?)
    }

    /// The filled form and the report on it. A worker reads it back like an upload; filling and
    /// reading each wait for the client's turn.
    pub async fn fill_reported(
        &self,
        client: ClientNetwork,
        package: &Arc<FormPackage>,
        data: Data,
    ) -> Result<(Bytes, FilledFormReport), InternalError> {
        let data = Arc::new(data);
        let fill = {
            let (writer, package) = (Arc::clone(&self.writer), Arc::clone(package));
            let data = Arc::clone(&data);
            move || writer.fill_reported(&package, &data)
        };
        let filled = self.pools.cpu.run(client, fill).await??;
        let pdf = Bytes::from(filled.pdf);
        let read = self.data(client, package, pdf.clone()).await?;
        let report = FilledFormReport {
            placed: filled.report,
            read_back: ReadBackOutcome::of(&data, read),
        };
        Ok((pdf, report))
    }

    /// What a file of this form type is compared with. If its template cannot be printed, nothing
    /// is known of the blank form: texts of the form are then kept with the data, which is more
    /// than was typed in, never less. The next upload tries again.
    ///
    /// All clients wait for it, so it is nobody's turn that it takes: they would wait in the queue
    /// of whoever came first.
    pub async fn expected(
        &self,
        package: &Arc<FormPackage>,
    ) -> Result<Arc<ExpectedForm>, InternalError> {
        let cell = self.cell(package);
        let find_out = async || {
            let blank = BlankFormReading {
                files: self,
                package,
            };
            Ok(Arc::new(self.with_blank(package, blank.texts().await?)))
        };
        match cell.get_or_try_init(find_out).await {
            Ok(expected) => Ok(Arc::clone(expected)),
            Err(BlankFormError::Internal(error)) => Err(error),
            Err(BlankFormError::Unprintable(error)) => {
                let error: &dyn Error = error.as_ref();
                tracing::warn!(error, "the blank form of a form type cannot be read");
                Ok(Arc::new(self.with_blank(package, BlankTexts::default())))
            }
        }
    }

    fn cell(&self, package: &Arc<FormPackage>) -> ExpectedCell {
        let cells = self.expected.lock();
        let mut cells = cells.unwrap_or_else(PoisonError::into_inner);
        let digest = package.version().package;
        if !cells.contains_key(&digest) {
            cells.retain(|_, (package, _)| package.strong_count() > 0);
        }
        let (holder, cell) = cells.entry(digest).or_default();
        // A version that was out of use may come back, read anew.
        *holder = Arc::downgrade(package);
        Arc::clone(cell)
    }

    fn with_blank(&self, package: &FormPackage, blank: BlankTexts) -> ExpectedForm {
        let all = self.forms.list().iter().map(|other| &other.form_type);
        let others = all.filter(|other| other.key != package.form_type.key);
        ExpectedForm {
            form_type: package.form_type.clone(),
            others: others.cloned().collect(),
            blank,
        }
    }
}
