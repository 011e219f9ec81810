//! A reader and a writer of "PDFs" that are plain text, and master keys that are not hashed.

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use form_reading::ExpectedForm;
use form_reading::expected_form::{BlankFile, FormContentError};
use forms::fill_report::{FilledPlace, FilledValue, ShownPart};
use forms::form_content::{FormField, PagePlace};
use forms::writing::{WrittenContent, WrittenField, written_fields};
use forms::{Data, FillReport, FormContent};
use futures::TryStreamExt as _;
use ports::{
    ByteStream, DataWithSources, FillError, FilledForm, FormOutput, FormPackage, FormParseError,
    FormParser, FormReader, FormWriter, MasterKeyError, MasterKeyVerifier, PdfError, ScanError,
    ScanVerdict, Scanner, UploadError, WorkerError,
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

    async fn sources(
        &self,
        pdf: Bytes,
        expected: Arc<ExpectedForm>,
    ) -> Result<Result<DataWithSources, UploadError>, WorkerError> {
        let content = match self.content(pdf).await? {
            Ok(content) => content,
            Err(refused) => return Ok(Err(refused.into())),
        };
        let read = expected.read_with_sources(&content);
        let read = read.map(|(data, sources)| DataWithSources { data, sources });
        Ok(read.map_err(|error| FormContentError::ValuesWrong(error).into()))
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

    async fn blank_file(&self, _: Bytes) -> Result<Result<BlankFile, PdfError>, WorkerError> {
        Ok(Ok(BlankFile::default()))
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

/// Writes the key of the form type, what becomes of its fields, and the data; a report with lines
/// of `name=value`, as [`TextReader`] reads them, of which it forgets those with `forget`.
pub(crate) struct TextWriter;

impl FormWriter for TextWriter {
    fn fill(
        &self,
        package: &Arc<FormPackage>,
        data: &Data,
        output: FormOutput,
    ) -> Result<Vec<u8>, FillError> {
        let key = &package.form_type.key;
        Ok(format!("{key} {output:?} {:?}", data.at("name")).into_bytes())
    }

    fn fill_reported(
        &self,
        package: &Arc<FormPackage>,
        data: &Data,
    ) -> Result<FilledForm, FillError> {
        let written = written_fields(&package.form_type, data);
        let lines = written.iter().filter_map(|field| match &field.content {
            WrittenContent::Text(text) if !text.contains("forget") => {
                Some(format!("{}={text}\n", field.template_name))
            }
            _ => None,
        });
        let report = FillReport {
            page_count: 3,
            template_page_count: 2,
            values: written.iter().map(filled_value).collect(),
        };
        let pdf = format!("%PDF\n{}", lines.collect::<String>()).into_bytes();
        Ok(FilledForm { pdf, report })
    }

    fn with_boxes_on(&self, package: &Arc<FormPackage>) -> Result<Vec<u8>, FillError> {
        self.blank(package, FormOutput::Flat)
    }

    fn digest(&self) -> [u8; 32] {
        [0; 32]
    }
}

/// Small type in a field, on the third page what is a row.
fn filled_value(field: &WrittenField) -> FilledValue {
    let page = if field.path.starts_with("costs") {
        2
    } else {
        0
    };
    let place = PagePlace {
        page,
        left: 50.0,
        top: 100.123,
        width: 200.0,
        height: 18.0,
    };
    let is_lost = matches!(&field.content, WrittenContent::Text(text) if text.contains("forget"));
    FilledValue {
        path: field.told_path(),
        places: vec![FilledPlace {
            field: Some(field.template_name.clone()),
            place: (!is_lost).then_some(place),
            shows: if is_lost {
                ShownPart::Nothing
            } else {
                ShownPart::Whole
            },
            size: (!is_lost).then_some(8.35),
            asked_size: Some(10.0),
        }],
        missing_characters: BTreeSet::new(),
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

/// One key is known to be right, one cannot be judged at the moment, one takes for ever.
pub(crate) struct PlainMasterKeys;

#[async_trait]
impl MasterKeyVerifier for PlainMasterKeys {
    fn recall(&self, key: &str) -> Option<bool> {
        (key == "master").then_some(true)
    }

    async fn verify(&self, key: &str) -> Result<bool, MasterKeyError> {
        match key {
            "busy" => Err(MasterKeyError::Busy),
            "endless" => std::future::pending().await,
            key => Ok(key == "master"),
        }
    }
}
