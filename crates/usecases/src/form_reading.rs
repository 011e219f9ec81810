//! Reads the data of a form type from an uploaded PDF, and keeps what the blank forms print.

use std::collections::HashMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bytes::Bytes;
use domain::client_network::ClientNetwork;
use forms::expected_form::{BlankFile, BlankTexts, KnownBeginning};
use forms::form_content::{FormField, PlacedText, PrintedPages};
use forms::reading::left_over::{TemplateTexts, template_texts};
use forms::reading::shapes_in_fields;
use forms::{Data, ExpectedForm, FormContent, PackageDigest};
use ports::{
    BoxError, DataWithSources, FormPackage, FormReader, FormWriter, PdfError, UploadError,
    WorkerError,
};
use tokio::sync::OnceCell;

use crate::shared_pool::PoolBusyError;
use crate::{FilledFormReport, FormCatalogue, InternalError, ReadBackOutcome, WorkPools};

/// Reads files by the form types of one catalogue. Clones share what is known of blank forms.
#[derive(Clone)]
pub struct FormReading {
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

impl FormReading {
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
        let expected = self.expected(client, package).await?;
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
        let expected = self.expected(client, package).await?;
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
    pub async fn expected(
        &self,
        client: ClientNetwork,
        package: &Arc<FormPackage>,
    ) -> Result<Arc<ExpectedForm>, InternalError> {
        let cell = self.cell(package);
        let find_out = async || {
            let blank = self.blank(client, package).await?;
            Ok(Arc::new(self.with_blank(package, blank)))
        };
        match cell.get_or_try_init(find_out).await {
            Ok(expected) => Ok(Arc::clone(expected)),
            Err(BlankError::Internal(error)) => Err(error),
            Err(BlankError::Unprintable(error)) => {
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

    async fn blank(
        &self,
        client: ClientNetwork,
        package: &Arc<FormPackage>,
    ) -> Result<BlankTexts, BlankError> {
        let flat = self.print(client, package, true).await?;
        let flat = self.printed_pages(client, flat).await?;
        let blank = self.print(client, package, false).await?;
        let beside_fields = self.texts(client, blank.clone()).await?;
        let BlankFile {
            mut pages,
            beginning,
        } = self.blank_file(client, blank).await?;
        let mut beginnings = vec![beginning];
        let (mut template, mut blank_fields) = (TemplateTexts::new(), Vec::new());
        let read = self.fields(client, package.template.clone()).await?;
        if let FormContent::Fields(fields, texts) = read {
            // Who fills in the template with another program may save its pages as they were.
            let own = self.blank_file(client, package.template.clone()).await?;
            let (known_pages, known) = match texts == beside_fields {
                true => (own.pages, own.beginning.pages),
                false => Default::default(),
            };
            pages.extend(known_pages);
            beginnings.push(KnownBeginning {
                pages: known,
                ..own.beginning
            });
            let on_pages = fields.iter().filter(|field| field.is_fillable_on_page());
            blank_fields = on_pages.cloned().map(FormField::blank).collect();
            // A blank form has none of them.
            template = template_texts(fields);
        }
        Ok(BlankTexts {
            flat: flat.texts,
            shapes: shapes_in_fields(flat.shapes, &blank_fields),
            undecodable: flat.undecodable,
            beside_fields,
            fields: blank_fields,
            template,
            pages,
            beginnings,
        })
    }

    async fn print(
        &self,
        client: ClientNetwork,
        package: &Arc<FormPackage>,
        flatten: bool,
    ) -> Result<Bytes, BlankError> {
        let (writer, package) = (Arc::clone(&self.writer), Arc::clone(package));
        let print = move || writer.blank(&package, flatten);
        let printed = self
            .pools
            .cpu
            .run(client, print)
            .await
            .map_err(BlankError::Internal)?;
        let printed = printed.map_err(|error| BlankError::Unprintable(error.into()))?;
        Ok(printed.into())
    }

    async fn texts(
        &self,
        client: ClientNetwork,
        pdf: Bytes,
    ) -> Result<Vec<PlacedText>, BlankError> {
        let _turn = self.pools.pdf_workers.acquire(client).await?;
        Ok(self.reader.content(pdf).await??.texts().to_vec())
    }

    /// What the flattened blank form shows.
    async fn printed_pages(
        &self,
        client: ClientNetwork,
        pdf: Bytes,
    ) -> Result<PrintedPages, BlankError> {
        let _turn = self.pools.pdf_workers.acquire(client).await?;
        Ok(match self.reader.content(pdf).await?? {
            FormContent::Text(pages) => pages,
            FormContent::Fields(_, texts) => PrintedPages {
                texts,
                ..PrintedPages::default()
            },
        })
    }

    async fn fields(&self, client: ClientNetwork, pdf: Bytes) -> Result<FormContent, BlankError> {
        let _turn = self.pools.pdf_workers.acquire(client).await?;
        Ok(self.reader.fields(pdf).await??)
    }

    async fn blank_file(&self, client: ClientNetwork, pdf: Bytes) -> Result<BlankFile, BlankError> {
        let _turn = self.pools.pdf_workers.acquire(client).await?;
        Ok(self.reader.blank_file(pdf).await??)
    }
}

/// Why it is not known what a blank form prints.
enum BlankError {
    Unprintable(BoxError),
    Internal(InternalError),
}

impl From<PdfError> for BlankError {
    fn from(refused: PdfError) -> Self {
        Self::Unprintable(refused.into())
    }
}

impl From<WorkerError> for BlankError {
    fn from(error: WorkerError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<PoolBusyError> for BlankError {
    fn from(error: PoolBusyError) -> Self {
        Self::Internal(error.into())
    }
}
