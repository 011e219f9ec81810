//! Fields that a file holds, read by a form type.

use std::borrow::Cow;

use form_reading::expected_form::BlankTexts;
use form_reading::{ExpectedForm, TemplateTexts, template_texts};
use forms::form_content::{
    FormField, FormFieldKind, FormFieldOption, FormattedText, FormattedTextRole,
};
use forms::validation::checked;
use forms::{Data, FormContent, FormType};
use pdf_read::wire::{self, Job};

use super::{assert_is_data, flat_text, form_type};
use crate::bytes_reader::BytesReader;

const KINDS: [FormFieldKind; 7] = [
    FormFieldKind::Text,
    FormFieldKind::CheckBox,
    FormFieldKind::Radio,
    FormFieldKind::Choice,
    FormFieldKind::Signature,
    FormFieldKind::PushButton,
    FormFieldKind::Note,
];

const DATE_FORMATS: [Option<&str>; 3] = [None, Some("dd.mm.yyyy"), Some("mm/dd/yy")];

pub(crate) fn run(bytes: &[u8]) {
    let (expected, content) = form(bytes);
    let form_type = &expected.form_type;
    let job = Job::Data(Cow::Borrowed(&expected));
    let answer = wire::answer(&job, Ok(content.clone()));
    let sent = wire::decode_data(&answer, form_type);
    match expected.data(&content) {
        Ok(data) => assert_eq!(sent.ok(), Some(Ok(data)), "it is sent as it is"),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(matches!(sent, Ok(Err(_))), "a refusal is sent as one");
        }
    }
    if let Ok(data) = expected.read(&content) {
        assert_is_data(form_type, &data);
        assert_holds_fields(form_type, &content, &data);
    }
    if let Ok(data) = form_reading::read(form_type, &content, &[]) {
        assert!(checked(form_type, data.members().clone()).is_some());
    }
}

fn form(bytes: &[u8]) -> (ExpectedForm, FormContent) {
    let mut reader = BytesReader::new(bytes);
    let choice = reader.byte();
    let form_type = form_type(choice);
    let words = flat_text::words(form_type);
    let count = reader.byte() % 64;
    let fields: Vec<_> = (0..count)
        .map(|_| field(&mut reader, form_type, &words))
        .collect();
    let template = template(&mut reader, &fields, &words);
    let known = usize::from(reader.byte() % 16);
    let printed = flat_text::runs(&mut reader, &words);
    let blank = BlankTexts {
        beside_fields: printed.iter().take(known).cloned().collect(),
        template,
        ..BlankTexts::default()
    };
    let expected = ExpectedForm {
        form_type: form_type.clone(),
        others: vec![super::form_type(choice.wrapping_add(1)).clone()],
        blank,
    };
    (expected, FormContent::Fields(fields, printed))
}

fn field(reader: &mut BytesReader<'_>, form_type: &FormType, words: &[String]) -> FormField {
    let paths: Vec<String> = form_type.fields().map(|field| field.path.clone()).collect();
    let name = match reader.byte() {
        0..160 => reader.one_of(&paths).clone(),
        160..200 => {
            let table = form_type.tables().next();
            let (table, column) = table.map_or(("costs", "name"), |table| {
                let columns = &table.columns;
                (&table.path, &reader.one_of(columns).key)
            });
            format!("{table}.{}.{column}", reader.byte() % 104)
        }
        _ => reader.text(words),
    };
    let values = (0..reader.byte() % 3).map(|_| reader.text(words)).collect();
    let options = (0..reader.byte() % 4).map(|_| FormFieldOption {
        export: reader.text(words),
        display: reader.text(words),
    });
    let mut field = FormField {
        name,
        values,
        options: options.collect(),
        kind: *reader.one_of(&KINDS),
        multiple: reader.byte() % 2 == 1,
        editable: reader.byte() % 2 == 1,
        ..FormField::default()
    };
    add_second_texts(reader, &mut field, words);
    field
}

/// What a field may say beside its plain value.
fn add_second_texts(reader: &mut BytesReader<'_>, field: &mut FormField, words: &[String]) {
    let is_text = field.kind == FormFieldKind::Text;
    if is_text && reader.byte().is_multiple_of(4) {
        let formatted = formatted(reader, words);
        if formatted.role == FormattedTextRole::Value {
            field.values = vec![formatted.text.clone()];
        }
        field.formatted = Some(formatted);
    }
    if reader.byte().is_multiple_of(4) {
        field.xfa_data = Some(reader.text(words));
        field.date_format = (*reader.one_of(&DATE_FORMATS)).map(str::to_owned);
    }
}

fn formatted(reader: &mut BytesReader<'_>, words: &[String]) -> FormattedText {
    let roles = [
        FormattedTextRole::Hidden,
        FormattedTextRole::Shown,
        FormattedTextRole::Value,
    ];
    FormattedText {
        text: reader.text(words),
        role: *reader.one_of(&roles),
    }
}

/// A template of which some of the fields are filled in, with the same texts or other ones.
fn template(reader: &mut BytesReader<'_>, fields: &[FormField], words: &[String]) -> TemplateTexts {
    let mut own = Vec::new();
    for field in fields {
        let mut field = field.clone();
        match reader.byte() % 4 {
            0 => continue,
            1 => field.formatted = Some(formatted(reader, words)),
            2 => add_second_texts(reader, &mut field, words),
            _ => {}
        }
        own.push(field);
    }
    template_texts(own)
}

/// No plain text that stands in a field is lost: where its place takes texts it is there, character
/// for character but for line ends. A formatted text or a note may be the template's own.
pub(super) fn assert_holds_fields(form_type: &FormType, content: &FormContent, data: &Data) {
    let FormContent::Fields(fields, _) = content else {
        return;
    };
    let json = data_json::to_text(&data.clone().into_value());
    let is_plain_value = |field: &&FormField| {
        let formatted = field.formatted.as_ref();
        field.kind != FormFieldKind::Note
            && formatted.is_none_or(|formatted| formatted.role != FormattedTextRole::Value)
    };
    for field in fields.iter().filter(is_plain_value) {
        let place = form_type.place_of_template_name(&field.name);
        let is_text = place
            .is_some_and(|place| matches!(place.kind(), forms::form_type::FieldType::Text { .. }));
        for value in field.values.iter().filter(|value| is_plain(value)) {
            let is_kept = json.contains(value.as_str());
            assert!(!is_text || is_kept, "{} lost {value:?}: {json}", field.name);
        }
    }
}

/// A word that JSON and the form write as it is.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
