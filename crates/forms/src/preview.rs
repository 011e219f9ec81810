//! Sample data for looking at a template: every field shows its own path.

use crate::Data;
use crate::form_type::{Entry, FieldType, FormType};
use crate::value::{Object, Value, insert_at};

/// The form type and data that fill a template so that each field tells its path; every box is on,
/// and every choice has its first option. Fields of types other than text, box and choice become
/// text fields in the returned form type.
pub fn preview(form_type: &FormType) -> (FormType, Data) {
    let mut form_type = form_type.clone();
    let mut data = Object::new();
    let entries = form_type
        .sections
        .iter_mut()
        .flat_map(|section| &mut section.entries);
    for entry in entries {
        match entry {
            Entry::Field(field) => {
                let value = shown(&mut field.kind, field.path.clone());
                insert_at(&mut data, &field.path, value);
            }
            Entry::Table(table) => {
                let rows = (0..table.rows).map(|row| {
                    let mut cells = Object::new();
                    for column in &mut table.columns {
                        let path = format!("{}.{row}.{}", table.path, column.key);
                        cells.insert(column.key.clone(), shown(&mut column.kind, path));
                    }
                    Value::Object(cells)
                });
                let rows = rows.collect();
                insert_at(&mut data, &table.path, Value::List(rows));
            }
        }
    }
    (form_type, Data::from_checked(data))
}

/// What a field of a type shows; a type that has no text for every path becomes text.
fn shown(kind: &mut FieldType, path: String) -> Value {
    match kind {
        FieldType::Boolean => Value::Boolean(true),
        FieldType::Choice { choices, multiple } => {
            let first = choices.first().map(|choice| Value::text(&*choice.key));
            match first {
                Some(first) if *multiple => Value::List(vec![first]),
                first => first.unwrap_or(Value::Null),
            }
        }
        FieldType::Text { .. } => Value::Text(path),
        other => {
            *other = FieldType::Text {
                max_length: path.len(),
                multiline: false,
            };
            Value::Text(path)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::preview;
    use crate::form_type::sample;
    use crate::writing::{WrittenContent, written_fields};

    #[test]
    fn preview_has_every_field_of_the_form_type_with_its_path() {
        let form_type = sample::sample();
        let (shown, data) = preview(&form_type);
        let written = written_fields(&shown, &data);
        let fields = form_type.fields().count();
        let cells = form_type
            .tables()
            .map(|table| table.rows * table.columns.len())
            .sum::<usize>();
        assert_eq!(written.len(), fields + cells);
        for field in written {
            if let WrittenContent::Text(text) = field.content {
                assert_eq!(text, field.path);
            }
        }
    }
}
