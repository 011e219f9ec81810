//! Collects where values were read, while they are read.

use std::collections::{HashMap, HashSet};

use forms::form_content::{FormField, PagePlace};
use forms::form_type::OTHER_FIELDS;
use forms::value_source::{SourceKind, ValueSource};

/// What was read so far, and where. The first source of a path counts.
#[derive(Default)]
pub(crate) struct Sources {
    list: Vec<ValueSource>,
    /// The fields that were blank and hold what is printed in their places, by their names.
    in_place: HashMap<String, PagePlace>,
}

/// A text as it stands in the file, and where.
pub(crate) struct SourceText {
    pub(crate) raw: String,
    pub(crate) place: Option<PagePlace>,
}

impl Sources {
    /// Adds the field that a value was read from.
    pub(crate) fn add_field(&mut self, path: &str, field: &FormField) {
        let in_place = self.in_place.get(&field.name).copied();
        let kind = match in_place {
            Some(_) => SourceKind::TextInPlace,
            None => SourceKind::Field,
        };
        self.list.push(ValueSource {
            place: in_place.or(field.place),
            ..field_source(path.to_owned(), kind, field)
        });
    }

    /// Adds a field that the form type does not know.
    pub(crate) fn add_unknown_field(&mut self, name: &str, field: &FormField) {
        let path = format!("{OTHER_FIELDS}.{name}");
        self.list
            .push(field_source(path, SourceKind::UnknownField, field));
    }

    /// Adds a text that was printed at its label, or under the name of an unknown field.
    pub(crate) fn add_text(
        &mut self,
        path: String,
        kind: SourceKind,
        name: &str,
        text: SourceText,
    ) {
        self.list.push(ValueSource {
            path,
            kind,
            name: Some(name.to_owned()),
            raw: text.raw,
            place: text.place,
        });
    }

    /// Adds a text on a page that belongs to no field.
    pub(crate) fn add_page_text(&mut self, name: &str, text: SourceText) {
        self.list.push(ValueSource {
            path: format!("{OTHER_FIELDS}.{name}"),
            kind: SourceKind::PageText,
            name: None,
            raw: text.raw,
            place: text.place,
        });
    }

    /// Adds where a text is printed that fills a blank field.
    pub(crate) fn add_text_in_place(&mut self, field: &FormField, place: Option<PagePlace>) {
        self.in_place
            .extend(place.map(|place| (field.name.clone(), place)));
    }

    /// Says of all sources that they stand elsewhere.
    pub(crate) fn move_places(&mut self, moved: impl Fn(PagePlace) -> PagePlace) {
        for place in self
            .list
            .iter_mut()
            .filter_map(|source| source.place.as_mut())
        {
            *place = moved(*place);
        }
    }

    pub(crate) fn append(&mut self, others: Self) {
        self.list.extend(others.list);
    }

    pub(crate) fn retain(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.list.retain(|source| is_kept(&source.path));
    }

    /// How many sources there are so far: the `skipped` of [`Sources::move_rows`].
    pub(crate) fn count(&self) -> usize {
        self.list.len()
    }

    /// Renumbers the rows of a table in the sources after the first `skipped`: `rows` gives the
    /// index in the data for the index that was read. Sources of rows that it does not name are
    /// dropped.
    pub(crate) fn move_rows(&mut self, table: &str, skipped: usize, rows: &HashMap<usize, usize>) {
        let later = self.list.split_off(skipped.min(self.list.len()));
        self.list.extend(later.into_iter().filter_map(|mut source| {
            let cell = source
                .path
                .strip_prefix(table)
                .and_then(|rest| rest.strip_prefix('.'));
            let Some((row, column)) = cell.and_then(|cell| cell.split_once('.')) else {
                return Some(source);
            };
            let row = rows.get(&row.parse().ok()?)?;
            source.path = format!("{table}.{row}.{column}");
            Some(source)
        }));
    }

    /// One for each path, in the order of their reading.
    pub(crate) fn finish(self) -> Vec<ValueSource> {
        let mut seen = HashSet::new();
        let mut sources = self.list;
        sources.retain(|source| seen.insert(source.path.clone()));
        sources
    }
}

fn field_source(path: String, kind: SourceKind, field: &FormField) -> ValueSource {
    ValueSource {
        path,
        kind,
        name: Some(field.name.clone()),
        raw: field.values.join("\n"),
        place: field.place,
    }
}
