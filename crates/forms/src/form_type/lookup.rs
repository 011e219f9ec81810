//! Finding a field by its path in `data` or by its name in the template.

use std::borrow::Cow;

use super::{Column, Entry, Field, FieldType, FormType, OTHER_FIELDS, TABLE_ROWS_MAX, Table};

/// Paths longer than this, in bytes, get no suggestion: the cost is the product of both lengths.
const COMPARED_BYTES_MAX: usize = 400;
/// How many known paths are compared with a mistaken one.
const COMPARED_MAX: usize = 1_000;
/// How much the name of a member is like its path: less than a name that is all but the same.
const WITHOUT_GROUP: f64 = 0.95;

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FieldRef<'form> {
    /// A single field.
    Field(&'form Field),
    /// A cell of a table.
    Cell {
        /// The table.
        table: &'form Table,
        /// The row, from 0.
        row: usize,
        /// The column.
        column: &'form Column,
    },
}

impl<'form> FieldRef<'form> {
    /// What the value may be.
    pub fn kind(&self) -> &'form FieldType {
        match self {
            Self::Field(field) => &field.kind,
            Self::Cell { column, .. } => &column.kind,
        }
    }

    /// The label of its value where that stands by itself: of a cell with the number of its row,
    /// from 1.
    pub fn label(&self) -> Cow<'form, str> {
        match self {
            Self::Field(field) => Cow::Borrowed(&field.label),
            Self::Cell { row, column, .. } => format!("{} {}", column.label, row + 1).into(),
        }
    }
}

impl FormType {
    /// The field or cell that the template's field of this name stands for, if the form type knows
    /// it.
    pub fn place_of_template_name(&self, name: &str) -> Option<FieldRef<'_>> {
        self.place(self.path_of_template_name(name))
    }

    /// The path for a field name of the template: from the names table, else the name itself.
    pub fn path_of_template_name<'name>(&'name self, name: &'name str) -> &'name str {
        self.names.get(name).map_or(name, String::as_str)
    }

    /// The field or cell at a path.
    pub fn place(&self, path: &str) -> Option<FieldRef<'_>> {
        self.entries().find_map(|entry| match entry {
            Entry::Field(field) => (field.path == path).then_some(FieldRef::Field(field)),
            Entry::Table(table) => {
                let (row, key) = path
                    .strip_prefix(&table.path)?
                    .strip_prefix('.')?
                    .split_once('.')?;
                let column = table.columns.iter().find(|column| column.key == key)?;
                Some(FieldRef::Cell {
                    table,
                    row: row_index(row)?,
                    column,
                })
            }
        })
    }

    /// The known path most like a mistaken one, as deep as that, where one is alike enough to
    /// suggest it; or the member of a group that was named without its group. Overlong paths, and
    /// known paths beyond a fixed number, are not compared.
    pub fn nearest_path(&self, mistaken: &str) -> Option<&str> {
        if mistaken.len() > COMPARED_BYTES_MAX {
            return None;
        }
        let known = self
            .fields()
            .map(|field| field.path.as_str())
            .chain(self.tables().map(|table| table.path.as_str()));
        known
            .chain([OTHER_FIELDS])
            .filter(|path| path.len() <= COMPARED_BYTES_MAX)
            .take(COMPARED_MAX)
            .map(|path| compared(path, mistaken))
            .filter(|(likeness, _)| *likeness > 0.75)
            .max_by(|left, right| left.0.total_cmp(&right.0))
            .map(|(_, path)| path)
    }
}

/// How much a mistaken path is like a known one, up to 1, and what of the known one is meant then.
fn compared<'path>(known: &'path str, mistaken: &str) -> (f64, &'path str) {
    let own_name = known.rsplit_once('.').map(|(_, name)| plain(name));
    if own_name == Some(plain(mistaken)) {
        return (WITHOUT_GROUP, known);
    }
    let depth = mistaken.split('.').count();
    let end = known.match_indices('.').nth(depth - 1);
    let known = &known[..end.map_or(known.len(), |(end, _)| end)];
    let (lower, mistaken) = (known.to_lowercase(), mistaken.to_lowercase());
    // The name of their group says nothing of how like two of its members are.
    let likeness = match (lower.rsplit_once('.'), mistaken.rsplit_once('.')) {
        (Some((group, name)), Some((same, other))) if group == same => {
            strsim::jaro_winkler(name, other)
        }
        _ => strsim::jaro_winkler(&lower, &mistaken),
    };
    (likeness, known)
}

/// A name as it is however its words are joined: `first_name` is `firstName`.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| !['_', '-'].contains(letter));
    letters.flat_map(char::to_lowercase).collect()
}

/// A row number as it stands in a path: digits without leading zeros, below [`TABLE_ROWS_MAX`].
fn row_index(text: &str) -> Option<usize> {
    let canonical =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse()
        .ok()
        .filter(|row| canonical && *row < TABLE_ROWS_MAX)
}
