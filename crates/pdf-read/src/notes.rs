//! Free text annotations (PDF 32000-1, 12.5.6.6): what viewers let people type onto a page, also
//! beside the fields of a form.
//!
//! Left out on purpose: comments that pop up, stamps and drawings, which are about a form and not
//! in it.

use forms::form_content::{FormField, FormFieldKind, PagePlace, PlacedText};
use forms::words;
use ports::PdfError;

use crate::document::{Dictionary, Document, Object};
use crate::markup;
use crate::pages::Pages;
use crate::text_string;

/// Font size where the annotation names none, in points.
const SIZE_DEFAULT: f32 = 12.0;

/// Lines are this far apart, in font sizes.
const LEADING: f32 = 1.2;

/// The middle of a line lies this far below its top, in font sizes.
const MIDDLE: f32 = 0.65;

/// Annotations that are not shown (12.5.3).
const HIDDEN: i64 = 1 << 1;

/// A text that stands on a page.
#[derive(Debug)]
pub(crate) struct Note {
    text: String,
    place: PagePlace,
    /// Font size in points.
    size: f32,
}

/// Where exactly it stands is rounded differently by parsers.
impl PartialEq for Note {
    fn eq(&self, other: &Self) -> bool {
        (&self.text, self.place.page) == (&other.text, other.place.page)
    }
}

/// All such annotations that hold a text, page by page.
pub(crate) fn read(document: &dyn Document, pages: &Pages) -> Result<Vec<Note>, PdfError> {
    let mut notes = Vec::new();
    let mut undecodable = Vec::new();
    for (index, page) in pages.iter().enumerate() {
        for annotation in page.annotations() {
            let Object::Dictionary(dictionary) = document.resolve(annotation)? else {
                continue;
            };
            if !is_note(document, &dictionary)? {
                continue;
            }
            let place = pages.place_on(document, index, &dictionary)?;
            match (text(document, &dictionary)?, place) {
                (Some(text), _) if text.trim().is_empty() => {}
                (Some(text), Some(place)) => notes.push(Note {
                    text,
                    place,
                    size: size(document, &dictionary)?,
                }),
                _ => undecodable.push(format!("page {}", index + 1)),
            }
        }
    }
    if undecodable.is_empty() {
        Ok(notes)
    } else {
        Err(PdfError::Undecodable(undecodable))
    }
}

/// The lines of the notes, as text among the other text of a page.
pub(crate) fn runs(notes: &[Note]) -> Vec<PlacedText> {
    notes
        .iter()
        .flat_map(|note| lines(&note.text, note.place, note.size))
        .collect()
}

/// The notes as fields that the form itself does not have, one for each page.
pub(crate) fn fields(notes: &[Note]) -> Vec<FormField> {
    let pages = notes.chunk_by(|one, other| one.place.page == other.place.page);
    pages
        .map(|notes| FormField {
            name: words::notes_on_page(notes[0].place.page + 1),
            kind: FormFieldKind::Note,
            values: vec![
                notes
                    .iter()
                    .map(|note| note.text.trim_end())
                    .collect::<Vec<_>>()
                    .join("\n"),
            ],
            multiple: true,
            place: Some(notes[0].place),
            ..FormField::default()
        })
        .collect()
}

/// The text, from the formatted one only where there is no plain one. `None` if it cannot be
/// decoded.
fn text(document: &dyn Document, note: &Dictionary) -> Result<Option<String>, PdfError> {
    let decoded = |object| match object {
        Object::String(bytes) => text_string::decode(&bytes).ok(),
        Object::Null => Some(String::new()),
        _ => None,
    };
    Ok(match document.get(note, b"Contents")? {
        Object::Null => {
            decoded(document.get(note, b"RC")?).and_then(|rich| markup::plain_text(&rich))
        }
        plain => decoded(plain),
    })
}

fn is_note(document: &dyn Document, dictionary: &Dictionary) -> Result<bool, PdfError> {
    let is_hidden = document.integer(dictionary, b"F")?.unwrap_or(0) & HIDDEN != 0;
    Ok(!is_hidden && document.name(dictionary, b"Subtype")?.as_deref() == Some(b"FreeText"))
}

/// The font size in the default appearance: the number before `Tf`.
fn size(document: &dyn Document, dictionary: &Dictionary) -> Result<f32, PdfError> {
    let Object::String(bytes) = document.get(dictionary, b"DA")? else {
        return Ok(SIZE_DEFAULT);
    };
    let appearance = String::from_utf8_lossy(&bytes);
    let words: Vec<&str> = appearance.split_whitespace().collect();
    let size = words
        .windows(2)
        .find(|pair| pair[1] == "Tf")
        .and_then(|pair| pair[0].parse().ok());
    Ok(size
        .filter(|size| (1.0..=200.0).contains(size))
        .unwrap_or(SIZE_DEFAULT))
}

/// The lines: from the top down, or in the middle where there is only one, which is how viewers
/// draw them.
fn lines(text: &str, place: PagePlace, size: f32) -> Vec<PlacedText> {
    let text = text.trim_end().replace("\r\n", "\n");
    let is_single = !text.contains(['\r', '\n']);
    let mut top = if is_single {
        place.top + place.height / 2.0 - MIDDLE * size
    } else {
        place.top
    };
    let mut lines = Vec::new();
    for line in text.split(['\r', '\n']) {
        if !line.trim().is_empty() {
            let place = PagePlace {
                top,
                height: size,
                ..place
            };
            lines.push(PlacedText {
                text: line.trim().to_owned(),
                place,
            });
        }
        top += LEADING * size;
    }
    lines
}
