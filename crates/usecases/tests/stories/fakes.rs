//! A reader and a writer of "PDFs" that are plain text, and master keys that are not hashed.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use forms::expected_form::PageDigest;
use forms::form_content::FormField;
use forms::{Data, ExpectedForm, FormContent};
use futures::TryStreamExt as _;
use ports::{
    ByteStream, FillError, FormPackage, FormParseError, FormParser, FormReader, FormWriter,
    MasterKeyError, MasterKeyVerifier, PdfError, ScanError, ScanVerdict, Scanner, UploadError,
    WorkerError,
};

/// Reads `%PDF` and lines of `name=value`. Other words choose an outcome.
pub(crate) struct TextReader;

#[async_trait]
impl FormReader for TextReader {
    async fn read(
        &self,
        pdf: Bytes,
        expected: Arc<ExpectedForm>,
    ) -> Result<Result<Data, UploadError>, WorkerError> {
        let content = self.content(pdf).await?;
        let data = |content| Ok(expected.data(&content)?);
        Ok(content.map_err(UploadError::File).and_then(data))
    }

    async fn content(&self, pdf: Bytes) -> Result<Result<FormContent, PdfError>, WorkerError> {
        let text = String::from_utf8_lossy(&pdf).into_owned();
        match text.as_str() {
            "busy" => return Err(WorkerError::Busy),
            "panic" => std::panic::resume_unwind(Box::new("told to")),
            "hostile" => return Ok(Err(PdfError::Hostile)),
            "locked" => return Ok(Err(PdfError::Locked)),
            _ => {}
        }
        let Some(lines) = text.strip_prefix("%PDF\n") else {
            return Ok(Err(PdfError::NotAPdf));
        };
        let fields = lines.lines().filter_map(|line| line.split_once('='));
        let fields = fields.map(|(name, value)| FormField {
            name: name.to_owned(),
            values: vec![value.to_owned()],
            ..FormField::default()
        });
        Ok(Ok(FormContent::Fields(fields.collect(), Vec::new())))
    }

    async fn fields(&self, pdf: Bytes) -> Result<Result<FormContent, PdfError>, WorkerError> {
        self.content(pdf).await
    }

    async fn pages(&self, _: Bytes) -> Result<Result<Vec<PageDigest>, PdfError>, WorkerError> {
        Ok(Ok(Vec::new()))
    }
}

/// Finds nothing, and does not come to an end with files that say `stuck`.
pub(crate) struct StuckScanner;

#[async_trait]
impl Scanner for StuckScanner {
    async fn scan(&self, mut bytes: ByteStream) -> Result<ScanVerdict, ScanError> {
        let mut all = Vec::new();
        while let Some(piece) = bytes.try_next().await.map_err(ScanError::BytesFailed)? {
            all.extend_from_slice(&piece);
        }
        if all.windows(5).any(|window| window == b"stuck") {
            return std::future::pending().await;
        }
        Ok(ScanVerdict::Clean)
    }

    async fn check(&self) -> Result<(), ScanError> {
        Ok(())
    }
}

/// Writes the key of the form type, whether to flatten, and the data.
pub(crate) struct TextWriter;

impl FormWriter for TextWriter {
    fn fill(
        &self,
        package: &Arc<FormPackage>,
        data: &Data,
        flatten: bool,
    ) -> Result<Vec<u8>, FillError> {
        let key = &package.form_type.key;
        Ok(format!("{key} {flatten} {:?}", data.at("name")).into_bytes())
    }
}

/// Reads the definitions that the packages of these stories have.
pub(crate) struct PlainFormParser;

impl FormParser for PlainFormParser {
    fn parse(&self, definition: Bytes, template: Bytes) -> Result<FormPackage, FormParseError> {
        let text = str::from_utf8(&definition).map_err(|error| FormParseError(error.into()))?;
        let form_type = crate::house::package(text).form_type;
        Ok(FormPackage::new(form_type, definition, template))
    }
}

/// One key is right, one cannot be judged at the moment.
pub(crate) struct PlainMasterKeys;

#[async_trait]
impl MasterKeyVerifier for PlainMasterKeys {
    async fn verify(&self, key: &str) -> Result<bool, MasterKeyError> {
        match key {
            "busy" => Err(MasterKeyError::Busy),
            key => Ok(key == "master"),
        }
    }
}
