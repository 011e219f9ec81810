//! From what a PDF holds to the data of a form type.

use std::error::Error;
use std::sync::Arc;

use forms::form_content::PlacedText;
use forms::reading::{ContentError, read};
use forms::{Data, FormContent};
use ports::{FormPackage, FormReader, FormWriter};

use crate::{CpuWork, InternalError};

/// Reads contents by form types.
#[derive(Clone)]
pub struct FormReading {
    reader: Arc<dyn FormReader>,
    writer: Arc<dyn FormWriter>,
    cpu: CpuWork,
}

impl FormReading {
    /// Reading with these; CPU work runs within these bounds.
    pub fn new(reader: Arc<dyn FormReader>, writer: Arc<dyn FormWriter>, cpu: CpuWork) -> Self {
        Self {
            reader,
            writer,
            cpu,
        }
    }

    /// The data in a content.
    pub async fn data(
        &self,
        package: &Arc<FormPackage>,
        content: FormContent,
    ) -> Result<Result<Data, ContentError>, InternalError> {
        let blank = match content {
            FormContent::Fields(_) => Vec::new(),
            FormContent::Text(_) => self.blank_text(package).await?,
        };
        let package = Arc::clone(package);
        let work = move || read(&package.form_type, &content, &blank);
        self.cpu.run(work).await
    }

    /// What the form prints of itself. Where its template cannot be printed, nothing: then texts of
    /// the form are kept with the data, which is more than was typed in, never less.
    async fn blank_text(
        &self,
        package: &Arc<FormPackage>,
    ) -> Result<Vec<PlacedText>, InternalError> {
        let (writer, package) = (Arc::clone(&self.writer), Arc::clone(package));
        let print = move || writer.fill(&package, &Data::default(), true);
        let printed = match self.cpu.run(print).await? {
            Ok(printed) => printed,
            Err(error) => return Ok(unprintable(&error)),
        };
        match self.reader.read(printed.into()).await? {
            Ok(FormContent::Text(runs)) => Ok(runs),
            Ok(FormContent::Fields(_)) => Ok(Vec::new()),
            Err(refused) => Ok(unprintable(&refused)),
        }
    }
}

fn unprintable(error: &(dyn Error + 'static)) -> Vec<PlacedText> {
    tracing::warn!(error, "the blank form of a form type cannot be read");
    Vec::new()
}
