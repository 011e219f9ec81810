//! What is known of a blank form: it is printed by the writer and read by workers like a file of a
//! client of its own.

use std::sync::Arc;

use bytes::Bytes;
use domain::client_network::ClientNetwork;
use form_reading::expected_form::{BlankFile, BlankTexts, KnownBeginning};
use form_reading::{TemplateTexts, looks_of_boxes_on, shapes_in_fields, template_texts};
use forms::FormContent;
use forms::form_content::{
    FormField, FormFieldKind, PagePlace, PaintedShape, PlacedText, PrintedPages,
};
use ports::{BoxError, FillError, FormOutput, FormPackage, FormWriter, PdfError, WorkerError};

use super::FormFiles;
use crate::InternalError;
use crate::shared_pool::{PoolBusyError, SharePermit};

/// Reads the blank form of a version of a form type, in turns of nobody's.
pub(super) struct BlankFormReading<'files> {
    pub(super) files: &'files FormFiles,
    pub(super) package: &'files Arc<FormPackage>,
}

/// Why it is not known what a blank form prints.
pub(super) enum BlankFormError {
    Unprintable(BoxError),
    Internal(InternalError),
}

impl BlankFormReading<'_> {
    /// What it prints flattened and with its fields, where these stand, and by what files that were
    /// made from it are known again.
    pub(super) async fn texts(&self) -> Result<BlankTexts, BlankFormError> {
        let flat = printed_pages(self.content(self.print(FormOutput::Flat).await?).await?);
        let blank = self.print(FormOutput::Fillable).await?;
        let beside_fields = self.texts_beside_fields(blank.clone()).await?;
        let BlankFile {
            mut pages,
            beginning,
            ..
        } = self.file(blank).await?;
        let mut beginnings = vec![beginning];
        let (mut template, mut blank_fields) = (TemplateTexts::new(), Vec::new());
        let (mut signatures, mut xfa_texts) = (Vec::new(), Vec::new());
        let read = self.fields(self.package.template.clone()).await?;
        if let FormContent::Fields(fields, texts) = read {
            // Who fills in the template with another program may save its pages as they were.
            let own = self.file(self.package.template.clone()).await?;
            let (known_pages, known) = match texts == beside_fields {
                true => (own.pages, own.beginning.pages),
                false => Default::default(),
            };
            pages.extend(known_pages);
            xfa_texts = own.xfa_texts;
            beginnings.push(KnownBeginning {
                pages: known,
                ..own.beginning
            });
            let on_pages = fields.iter().filter(|field| field.is_fillable_on_page());
            signatures = places_of_signatures(&fields);
            blank_fields = on_pages.cloned().map(FormField::blank).collect();
            // The blank form as the service prints it has none of them.
            template = template_texts(fields);
        }
        let shapes_on = match blank_fields.iter().any(is_button) {
            true => looks_of_boxes_on(self.with_boxes_on().await?, &flat.shapes, &blank_fields),
            false => Vec::new(),
        };
        Ok(BlankTexts {
            flat: flat.texts,
            shapes: shapes_in_fields(flat.shapes, &blank_fields),
            shapes_on,
            undecodable: flat.undecodable,
            beside_fields,
            fields: blank_fields,
            signatures,
            template,
            xfa_texts,
            pages,
            beginnings,
        })
    }

    async fn print(&self, output: FormOutput) -> Result<Bytes, BlankFormError> {
        self.printed(move |writer, package| writer.blank(package, output))
            .await
    }

    /// What the form paints where its boxes are on.
    async fn with_boxes_on(&self) -> Result<Vec<PaintedShape>, BlankFormError> {
        let pdf = self.printed(|writer, package| writer.with_boxes_on(package));
        let pdf = pdf.await?;
        let _turn = self.turn().await?;
        match self.files.reader.content(pdf).await? {
            Ok(content) => Ok(printed_pages(content).shapes),
            // Of so many boxes, marks alone tell which are on.
            Err(PdfError::TooComplex(_)) => Ok(Vec::new()),
            Err(refused) => Err(refused.into()),
        }
    }

    async fn printed(
        &self,
        print: impl FnOnce(&dyn FormWriter, &Arc<FormPackage>) -> Result<Vec<u8>, FillError>
        + Send
        + 'static,
    ) -> Result<Bytes, BlankFormError> {
        let writer = Arc::clone(&self.files.writer);
        let package = Arc::clone(self.package);
        let print = move || print(writer.as_ref(), &package);
        let printed = self.files.pools.cpu.run(ClientNetwork::NOBODY, print).await;
        let printed = printed.map_err(BlankFormError::Internal)?;
        let printed = printed.map_err(|error| BlankFormError::Unprintable(error.into()))?;
        Ok(printed.into())
    }

    async fn texts_beside_fields(&self, pdf: Bytes) -> Result<Vec<PlacedText>, BlankFormError> {
        Ok(self.content(pdf).await?.texts().to_vec())
    }

    async fn content(&self, pdf: Bytes) -> Result<FormContent, BlankFormError> {
        let _turn = self.turn().await?;
        Ok(self.files.reader.content(pdf).await??)
    }

    async fn fields(&self, pdf: Bytes) -> Result<FormContent, BlankFormError> {
        let _turn = self.turn().await?;
        Ok(self.files.reader.fields(pdf).await??)
    }

    async fn file(&self, pdf: Bytes) -> Result<BlankFile, BlankFormError> {
        let _turn = self.turn().await?;
        Ok(self.files.reader.blank_file(pdf).await??)
    }

    async fn turn(&self) -> Result<SharePermit, PoolBusyError> {
        let workers = &self.files.pools.pdf_workers;
        workers.acquire(ClientNetwork::NOBODY).await
    }
}

/// What a flattened form shows.
fn printed_pages(content: FormContent) -> PrintedPages {
    match content {
        FormContent::Text(pages) | FormContent::PartlyFlat(_, pages) => pages,
        FormContent::Fields(_, texts) => PrintedPages {
            texts,
            ..PrintedPages::default()
        },
    }
}

fn places_of_signatures(fields: &[FormField]) -> Vec<PagePlace> {
    let asked = fields
        .iter()
        .filter(|field| field.kind == FormFieldKind::Signature);
    let widgets = asked.flat_map(|field| &field.widgets);
    widgets.map(|widget| widget.place).collect()
}

fn is_button(field: &FormField) -> bool {
    matches!(field.kind, FormFieldKind::CheckBox | FormFieldKind::Radio)
}

impl From<PdfError> for BlankFormError {
    fn from(refused: PdfError) -> Self {
        Self::Unprintable(refused.into())
    }
}

impl From<WorkerError> for BlankFormError {
    fn from(error: WorkerError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<PoolBusyError> for BlankFormError {
    fn from(error: PoolBusyError) -> Self {
        Self::Internal(error.into())
    }
}
