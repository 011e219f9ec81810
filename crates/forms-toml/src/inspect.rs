//! Makes a definition for any fillable PDF.
//!
//! Keys are made from the PDF's own names where they say something, else from labels; labels are
//! what is printed beside the fields, else their tooltips; types are what the PDF itself says, else
//! what the labels say. Rows of fields become tables. What is uncertain is marked with the reason.
//! `[names]` leads from the PDF's field names to the paths.

mod area;
mod button_side;
mod button_texts;
mod character_places;
mod choice;
mod column;
mod column_wording;
mod digit_code;
mod key;
mod kind;
mod label;
mod label_cost;
mod label_lines;
mod label_meaning;
mod label_side;
mod numbered_name;
mod piece;
mod printed_label;
mod proposal;
mod proposed_kind;
mod table;
mod title;
mod unit;
mod vocabulary;
mod wording;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use forms::FormContent;
use forms::form_content::{FormField, FormFieldKind, PlacedText};
use forms::form_type::{Entry, Field, FormType, Section, Width};
use forms::words;

use self::key::{Keys, camel_case};
use self::kind::Surroundings;
use self::proposal::Proposal;
use self::table::FoundTable;
use self::wording::Wording;
use crate::check::holds_typed_text;
use crate::definition::{Remarks, definition_text_with, list};

/// The text of a `form.toml` for a PDF with these contents. `name` becomes its key. `None` for a
/// PDF without fields that a form type could have.
pub fn inspect(name: &str, content: &FormContent) -> Option<String> {
    let FormContent::Fields(form_fields, texts) = content else {
        return None;
    };
    let (fields, left_out) = usable(form_fields);
    if fields.is_empty() {
        return None;
    }
    let is_german = vocabulary::is_german(texts.iter().map(|text| text.text.as_str()));
    let proposals = proposals(&fields, texts, is_german);
    let mut outline = Outline {
        keys: free_keys(form_fields),
        ..Outline::default()
    };
    outline.add(&proposals, &table::tables(&proposals));
    let title = title::printed(texts);
    let form_type = FormType {
        key: form_type_key(name),
        title: title.clone().unwrap_or_else(|| name.to_owned()),
        version: 1,
        language: if is_german { "de" } else { "en" }.to_owned(),
        introduction: None,
        sections: outline.sections(),
        names: outline.names,
        presets: BTreeSet::new(),
    };
    let mut head: Vec<String> = left_out;
    head.extend(presets_to_accept(form_fields));
    if title.is_some() {
        head.push("? title: the largest text on the first page".to_owned());
    }
    head.push("Lines that begin with \"# ?\" say what is uncertain, and why.".to_owned());
    Some(definition_text_with(
        &form_type,
        &Remarks {
            head,
            entries: outline.doubts,
        },
    ))
}

/// The fields that a form type can have, as a person meets them; and why others are left out.
fn usable(form_fields: &[FormField]) -> (Vec<&FormField>, Vec<String>) {
    let mut fields = Vec::new();
    let mut left_out = Vec::new();
    for field in in_reading_order(form_fields) {
        if field.kind.is_annotation() {
            continue;
        }
        match reason_to_leave_out(field) {
            Some(reason) => left_out.push(format!("left out, since {reason}")),
            None => fields.push(field),
        }
    }
    (fields, left_out)
}

/// Keys that no field has for its name which is left out: it would be taken for the field of that
/// key.
fn free_keys(form_fields: &[FormField]) -> Keys {
    let left_out = form_fields.iter();
    let left_out = left_out.filter(|field| reason_to_leave_out(field).is_some());
    Keys::apart_from(left_out.map(|field| &field.name))
}

/// For a file that is filled in: what becomes of that, and the line that accepts it, which somebody
/// has to make one that counts.
fn presets_to_accept(form_fields: &[FormField]) -> Vec<String> {
    let filled = form_fields.iter().filter(|field| holds_typed_text(field));
    let filled: BTreeSet<&String> = filled.map(|field| &field.name).collect();
    if filled.is_empty() {
        return Vec::new();
    }
    let question = "? presets: these fields are filled in, and everybody is given template.pdf as \
         the blank form: empty them, or take away the \"# \" before the next line";
    let accepted = format!("presets = {}", list(filled));
    vec![question.to_owned(), accepted]
}

/// Why a field of the PDF cannot be a field of a form type, if it cannot. A field without a name
/// cannot be told from others that have none either.
fn reason_to_leave_out(form_field: &FormField) -> Option<String> {
    let page = form_field.place.map_or(0, |place| place.page) + 1;
    match form_field.kind {
        FormFieldKind::Signature | FormFieldKind::PushButton => {
            Some(format!("it holds no text: {}", form_field.name))
        }
        FormFieldKind::Note | FormFieldKind::Comment => None,
        _ if form_field.name.is_empty() => Some(format!("it has no name: a field on page {page}")),
        _ if form_field.stands_on_no_page() => {
            Some(format!("it stands on no page: {}", form_field.name))
        }
        _ => None,
    }
}

/// As a person meets them: page by page, from top to bottom, fields of one line from left to right.
/// Fields without a place come last.
fn in_reading_order(form_fields: &[FormField]) -> Vec<&FormField> {
    const LINE_HEIGHT: f32 = 8.0;
    let mut ordered: Vec<&FormField> = form_fields.iter().collect();
    let position = |field: &FormField| {
        field.place.map_or((usize::MAX, 0, 0), |place| {
            (
                place.page,
                (place.top / LINE_HEIGHT) as i64,
                place.left as i64,
            )
        })
    };
    ordered.sort_by_key(|field| position(field));
    ordered
}

fn proposals<'pdf>(
    fields: &[&'pdf FormField],
    texts: &[PlacedText],
    is_german: bool,
) -> Vec<Proposal<'pdf>> {
    let printed = label::printed(fields, texts);
    let foreign_currency = unit::foreign_currency(texts.iter().map(|text| &*text.text));
    let around = printed.labels.into_iter().zip(printed.behind);
    let around = around.zip(printed.button_texts);
    let proposal = |(field, ((printed, behind), button_texts)): (&&'pdf FormField, _)| {
        let wording = Wording::of(field, Option::as_ref(&printed));
        let around = Surroundings {
            label: &wording.label,
            is_printed: wording.is_printed,
            button_texts: Option::as_ref(&button_texts),
            behind: Option::as_deref(&behind),
            foreign_currency,
            is_german,
        };
        let proposed = kind::proposed(field, &around);
        Proposal {
            field,
            printed: printed.filter(|_| wording.is_printed),
            wording,
            kind: proposed.kind,
            kind_doubt: proposed.doubt,
        }
    };
    fields.iter().zip(around).map(proposal).collect()
}

/// The definition while it is being made.
#[derive(Default)]
struct Outline {
    keys: Keys,
    names: BTreeMap<String, String>,
    pages: BTreeMap<usize, Vec<Entry>>,
    /// What is uncertain, by the path of the entry.
    doubts: HashMap<String, Vec<String>>,
}

impl Outline {
    /// A table stands where its first field does.
    fn add(&mut self, proposals: &[Proposal<'_>], tables: &[FoundTable]) {
        let mut in_tables: HashMap<usize, &FoundTable> = HashMap::new();
        for table in tables {
            in_tables.extend(table.cells().map(|cell| (cell, table)));
        }
        let mut added: HashSet<usize> = HashSet::new();
        for (index, proposal) in proposals.iter().enumerate() {
            if added.contains(&index) {
                continue;
            }
            let page = proposal.field.place.map_or(0, |place| place.page);
            let entry = match in_tables.get(&index) {
                Some(table) => {
                    added.extend(table.cells());
                    self.table(proposals, table)
                }
                None => self.field(proposal),
            };
            self.pages.entry(page).or_default().push(entry);
        }
    }

    fn table(&mut self, proposals: &[Proposal<'_>], table: &FoundTable) -> Entry {
        let proposed = table.proposed(proposals, &mut self.keys);
        let names = proposed
            .names
            .into_iter()
            .filter(|(name, path)| name != path);
        self.names.extend(names);
        self.doubts
            .insert(proposed.table.path.clone(), proposed.doubts);
        Entry::Table(proposed.table)
    }

    fn field(&mut self, proposal: &Proposal<'_>) -> Entry {
        let path = self.keys.unique(&proposal.wording.name);
        if path != proposal.field.name {
            self.names.insert(proposal.field.name.clone(), path.clone());
        }
        self.doubts.insert(path.clone(), proposal.doubts());
        Entry::Field(Field {
            path,
            label: proposal.wording.label.clone(),
            required: proposal.is_required(),
            kind: proposal.kind.clone(),
            not_before: None,
            hint: proposal.wording.hint.clone(),
            width: Width::Full,
        })
    }

    fn sections(&mut self) -> Vec<Section> {
        let section = |(page, entries): (usize, Vec<Entry>)| Section {
            title: words::page(page + 1),
            entries,
        };
        std::mem::take(&mut self.pages)
            .into_iter()
            .map(section)
            .collect()
    }
}

fn form_type_key(name: &str) -> String {
    let mut snake = String::new();
    let mut is_inside = false;
    for character in camel_case(name).chars() {
        if character.is_ascii_uppercase() && is_inside {
            snake.push('_');
        }
        is_inside = !character.is_ascii_uppercase();
        snake.push(character.to_ascii_lowercase());
    }
    let short: String = snake.chars().take(40).collect();
    if short.is_empty() {
        "form".to_owned()
    } else {
        short
    }
}

#[cfg(test)]
mod tests;
