//! Any data of a form type, filled in and read back, is the same data.

use std::sync::{Arc, LazyLock};

use forms::form_content::PlacedText;
use forms::validation::merge;
use forms::{Data, FormContent};
use pdf_write::TemplateFiller;
use ports::{FormOutput, FormPackage, FormWriter as _};

use super::{PACKAGES, assert_is_data, flat_text};
use crate::any_data::any_patch;
use crate::bytes_reader::BytesReader;

/// A form type with what its blank form prints.
struct Form {
    package: Arc<FormPackage>,
    blank: Vec<PlacedText>,
}

static FILLER: LazyLock<TemplateFiller> = LazyLock::new(TemplateFiller::default);
static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| PACKAGES.iter().map(Form::new).collect());

pub(crate) fn run(bytes: &[u8]) {
    let mut reader = BytesReader::new(bytes);
    let form = &FORMS[usize::from(reader.byte()) % FORMS.len()];
    let form_type = &form.package.form_type;
    let patch = any_patch(&mut reader, form_type, &flat_text::words(form_type));
    let Ok(data) = merge(form_type, &Data::default(), &patch) else {
        return;
    };
    assert_is_data(form_type, &data);
    let content = form.filled(&data);
    let read = form_reading::read(form_type, &content, &form.blank);
    assert_eq!(read.as_ref(), Ok(&data), "what was filled in is read back");
}

impl Form {
    fn new(package: &FormPackage) -> Self {
        let mut form = Self {
            package: Arc::new(package.clone()),
            blank: Vec::new(),
        };
        if let FormContent::Fields(_, printed) = form.filled(&Data::default()) {
            form.blank = printed;
        }
        form
    }

    #[expect(clippy::expect_used, reason = "any data can be filled in and read")]
    fn filled(&self, data: &Data) -> FormContent {
        let pdf = FILLER
            .fill(&self.package, data, FormOutput::Fillable)
            .expect("a filled form");
        pdf_read::read(&pdf).expect("a form that can be read")
    }
}
