//! What has to stand in a filled form: every value of the data, as the text that the form shows.

use std::collections::HashMap;

use crate::field_value::{LABELS_APART, boolean_word, chosen};
use crate::form_type::{
    Choice, Entry, FieldRef, FieldType, FormType, OTHER_FIELDS, Section, Table,
};
use crate::{Data, Value, other_field_name, words};

/// A value on its way into the PDF.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenField {
    /// Its path in `data`; of another field `otherFields.` and the escaped name.
    pub path: String,
    /// The name of its field in the template, if the template has one for it.
    pub template_name: String,
    /// What a person calls it.
    pub label: String,
    /// The heading it stands under.
    pub section: String,
    /// What is written.
    pub content: WrittenContent,
}

impl WrittenField {
    /// Its path in `data` as it is told: of another field with its name as it is.
    pub fn told_path(&self) -> String {
        match other_field_name::is_template_name(&self.path) {
            true => format!(
                "{OTHER_FIELDS}.{}",
                other_field_name::name_from_template(&self.path)
            ),
            false => self.path.clone(),
        }
    }
}

/// What is written into a field.
#[derive(Debug, Clone, PartialEq)]
pub enum WrittenContent {
    /// A text, with `\n` between lines.
    Text(String),
    /// A box that is on or off.
    Boolean(bool),
    /// Chosen options.
    Choice(Vec<WrittenChoice>),
}

impl WrittenContent {
    /// The text that a person reads.
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Boolean(on) => boolean_word(*on).to_owned(),
            Self::Choice(choices) => {
                let labels = choices.iter().map(|choice| choice.label.as_str());
                labels.collect::<Vec<_>>().join(LABELS_APART)
            }
        }
    }
}

/// A chosen option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenChoice {
    /// What the PDF stores for it.
    pub export: String,
    /// What a person reads.
    pub label: String,
}

/// Everything that has to stand in the filled form, in the order of the form: fields, rows of
/// tables, other fields.
pub fn written_fields(form_type: &FormType, data: &Data) -> Vec<WrittenField> {
    let names = TemplateNames::of(form_type);
    let mut fields = Vec::new();
    for section in &form_type.sections {
        for entry in &section.entries {
            match entry {
                Entry::Field(field) => {
                    let content = data
                        .at(&field.path)
                        .and_then(|value| written(&field.kind, value));
                    fields.extend(content.map(|content| {
                        names.field(section, field.path.clone(), field.label.clone(), content)
                    }));
                }
                Entry::Table(table) => fields.extend(written_rows(&names, section, table, data)),
            }
        }
    }
    fields.extend(written_other_fields(data));
    fields
}

fn written_rows(
    names: &TemplateNames<'_>,
    section: &Section,
    table: &Table,
    data: &Data,
) -> Vec<WrittenField> {
    let Some(Value::List(rows)) = data.at(&table.path) else {
        return Vec::new();
    };
    let mut fields = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        for column in &table.columns {
            let content = row
                .at(&column.key)
                .and_then(|value| written(&column.kind, value));
            let path = format!("{}.{index}.{}", table.path, column.key);
            let cell = FieldRef::Cell {
                table,
                row: index,
                column,
            };
            let label = cell.label().into_owned();
            fields.extend(content.map(|content| names.field(section, path, label, content)));
        }
    }
    fields
}

fn written_other_fields(data: &Data) -> Vec<WrittenField> {
    let Some(Value::Object(others)) = data.at(OTHER_FIELDS) else {
        return Vec::new();
    };
    let field = |(name, value): (&String, &Value)| {
        let Value::Text(text) = value else {
            return None;
        };
        let template_name = other_field_name::template_name(name);
        Some(WrittenField {
            path: template_name.clone(),
            template_name,
            label: name.clone(),
            section: words::OTHER_FIELDS.to_owned(),
            content: WrittenContent::Text(text.clone()),
        })
    };
    others.iter().filter_map(field).collect()
}

/// The text of a value in the form; `None` where there is nothing to write.
fn written(kind: &FieldType, value: &Value) -> Option<WrittenContent> {
    match (kind, value) {
        (_, Value::Null) => None,
        (FieldType::Boolean, Value::Boolean(on)) => Some(WrittenContent::Boolean(*on)),
        (FieldType::Choice { choices, .. }, value) => {
            let chosen = chosen(choices, value).map(WrittenChoice::of);
            Some(WrittenContent::Choice(chosen.collect()))
        }
        (kind, value) => Some(kind.write(value))
            .filter(|text| !text.is_empty())
            .map(WrittenContent::Text),
    }
}

impl WrittenChoice {
    fn of(choice: &Choice) -> Self {
        Self {
            export: choice.export().to_owned(),
            label: choice.label.clone(),
        }
    }
}

/// The names table turned round: path → field name in the template.
struct TemplateNames<'form>(HashMap<&'form str, &'form str>);

impl<'form> TemplateNames<'form> {
    fn of(form_type: &'form FormType) -> Self {
        Self(
            form_type
                .names
                .iter()
                .map(|(name, path)| (path.as_str(), name.as_str()))
                .collect(),
        )
    }

    fn field(
        &self,
        section: &Section,
        path: String,
        label: String,
        content: WrittenContent,
    ) -> WrittenField {
        let template_name = self
            .0
            .get(path.as_str())
            .map_or_else(|| path.clone(), |name| (*name).to_owned());
        WrittenField {
            path,
            template_name,
            label,
            section: section.title.clone(),
            content,
        }
    }
}
