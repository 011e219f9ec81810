//! From what a PDF holds to the data of a form type.

use std::collections::HashMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use domain::party::ClientNetwork;
use forms::form_content::PlacedText;
use forms::reading::{ContentError, read};
use forms::{Data, FormContent};
use ports::{BoxError, FormPackage, FormReader, FormWriter, PdfError};
use tokio::sync::OnceCell;

use crate::{InternalError, WorkPools};

/// Reads contents by the form types of one catalogue. Clones share what they have found out.
#[derive(Clone)]
pub struct FormReading {
    reader: Arc<dyn FormReader>,
    writer: Arc<dyn FormWriter>,
    pools: WorkPools,
    /// What each form prints of itself, by the key of its form type.
    blank_texts: Arc<Mutex<HashMap<String, BlankText>>>,
}

/// Found out once, by whoever asks first; the others wait.
type BlankText = Arc<OnceCell<Vec<PlacedText>>>;

impl FormReading {
    /// Reading with these; clients share the processors in these pools.
    pub fn new(reader: Arc<dyn FormReader>, writer: Arc<dyn FormWriter>, pools: WorkPools) -> Self {
        Self {
            reader,
            writer,
            pools,
            blank_texts: Arc::default(),
        }
    }

    /// What a file holds, read by a worker when it is the client's turn.
    pub(crate) async fn content(
        &self,
        client: ClientNetwork,
        pdf: Bytes,
    ) -> Result<Result<FormContent, PdfError>, InternalError> {
        let _turn = self.pools.pdf_workers.acquire(client).await?;
        Ok(self.reader.read(pdf).await?)
    }

    /// The data in a content.
    pub async fn data(
        &self,
        client: ClientNetwork,
        package: &Arc<FormPackage>,
        content: FormContent,
    ) -> Result<Result<Data, ContentError>, InternalError> {
        let blank = match content {
            FormContent::Fields(_) => Arc::default(),
            FormContent::Text(_) => self.blank_text(client, package).await?,
        };
        let package = Arc::clone(package);
        let none = Vec::new();
        let work = move || read(&package.form_type, &content, blank.get().unwrap_or(&none));
        self.pools.cpu.run(client, work).await
    }

    /// What the form prints of itself. Where its template cannot be printed, nothing: then texts of
    /// the form are kept with the data, which is more than was typed in, never less. That is tried
    /// again with the next upload.
    async fn blank_text(
        &self,
        client: ClientNetwork,
        package: &Arc<FormPackage>,
    ) -> Result<BlankText, InternalError> {
        let blank = {
            let mut texts = self
                .blank_texts
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            Arc::clone(texts.entry(package.form_type.key.clone()).or_default())
        };
        match blank
            .get_or_try_init(|| self.print_blank(client, package))
            .await
        {
            Ok(_) => Ok(blank),
            Err(BlankError::Internal(error)) => Err(error),
            Err(BlankError::Unprintable(error)) => {
                let error: &dyn Error = error.as_ref();
                tracing::warn!(error, "the blank form of a form type cannot be read");
                Ok(blank)
            }
        }
    }

    async fn print_blank(
        &self,
        client: ClientNetwork,
        package: &Arc<FormPackage>,
    ) -> Result<Vec<PlacedText>, BlankError> {
        let (writer, package) = (Arc::clone(&self.writer), Arc::clone(package));
        let print = move || writer.fill(&package, &Data::default(), true);
        let printed = self
            .pools
            .cpu
            .run(client, print)
            .await
            .map_err(BlankError::Internal)?;
        let printed = printed.map_err(|error| BlankError::Unprintable(error.into()))?;
        let read = self.content(client, printed.into()).await;
        match read.map_err(BlankError::Internal)? {
            Ok(FormContent::Text(runs)) => Ok(runs),
            Ok(FormContent::Fields(_)) => Ok(Vec::new()),
            Err(refused) => Err(BlankError::Unprintable(refused.into())),
        }
    }
}

/// Why it is not known what a form prints of itself.
enum BlankError {
    Unprintable(BoxError),
    Internal(InternalError),
}
