//! What viewers let people type onto a page, also onto one with the fields of a form: free text
//! annotations (PDF 32000-1, 12.5.6.6), here notes, and comments, which pop up.
//!
//! What the looks of other annotations show, as of stamps, is read with the page they lie on. Left
//! out on purpose: the pictures of stamps and drawings, of which marks in boxes alone are read, and
//! marks of a review, which programs write (12.5.6.3).

use std::collections::BTreeSet;

use forms::form_content::{FormField, FormFieldKind, PagePlace, PlacedText};
use forms::words;
use ports::PdfError;

use crate::annotations::{drawing, is_drawn, is_unseen, told};
use crate::attached_file::with_attached_file;
use crate::document::{Dictionary, Document, Object};
use crate::limits::NOTES_MAX;
use crate::markup;
use crate::pages::Pages;

/// Font size where the annotation names none, in points.
const SIZE_DEFAULT: f32 = 12.0;

/// Lines are this far apart, in font sizes.
const LEADING: f32 = 1.2;

/// The middle of a line lies this far below its top, in font sizes.
const MIDDLE: f32 = 0.65;

/// Annotations in whose `Contents` people write what they have to say of a place (12.5.6.2).
const COMMENTS: [&str; 16] = [
    "Text",
    "Line",
    "Square",
    "Circle",
    "Polygon",
    "PolyLine",
    "Highlight",
    "Underline",
    "Squiggly",
    "StrikeOut",
    "Stamp",
    "Caret",
    "Ink",
    "FileAttachment",
    "Sound",
    "Redact",
];

/// A text that stands on a page, or pops up there.
#[derive(Debug)]
pub(crate) struct Note {
    kind: FormFieldKind,
    text: String,
    place: PagePlace,
    /// Font size in points.
    size: f32,
}

/// Where exactly it stands is rounded differently by parsers.
impl PartialEq for Note {
    fn eq(&self, other: &Self) -> bool {
        (self.kind, &self.text, self.place.page) == (other.kind, &other.text, other.place.page)
    }
}

/// What annotations tell beside the fields of a form.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Notes {
    /// All that hold a text, page by page.
    pub(crate) texts: Vec<Note>,
    /// Pages, counted from 0, with annotations whose look may show what nothing else of them tells.
    pub(crate) drawn_on: BTreeSet<usize>,
    /// Whether something is drawn by hand, as with a pen.
    pub(crate) has_drawings: bool,
}

/// All annotations of all pages but fields.
pub(crate) fn read(document: &dyn Document, pages: &Pages) -> Result<Notes, PdfError> {
    let mut notes = Vec::new();
    let mut drawn_on = BTreeSet::new();
    let mut has_drawings = false;
    let mut undecodable = Vec::new();
    for (index, page) in pages.iter().enumerate() {
        for annotation in page.annotations() {
            let Object::Dictionary(dictionary) = document.resolve(annotation)? else {
                continue;
            };
            if tells_by_look(document, &dictionary)? {
                drawn_on.insert(index);
            }
            has_drawings = has_drawings || drawing(document, &dictionary)?.is_some();
            let Some(kind) = kind(document, &dictionary)? else {
                continue;
            };
            let place = place(document, pages, index, (kind, &dictionary))?;
            let told = match text(document, &dictionary)? {
                Some(text) => Some(with_attached_file(document, &dictionary, text)?),
                None => None,
            };
            match (told, place) {
                (Some(text), _) if text.trim().is_empty() => {}
                (Some(text), Some(place)) => notes.push(Note {
                    kind,
                    text,
                    place,
                    size: size(document, &dictionary)?,
                }),
                _ => undecodable.push(format!("page {}", index + 1)),
            }
            if notes.len() > NOTES_MAX {
                let problem = format!("more than {NOTES_MAX} notes and comments");
                return Err(PdfError::TooComplex(problem));
            }
        }
    }
    match undecodable.is_empty() {
        true => Ok(Notes {
            texts: notes,
            drawn_on,
            has_drawings,
        }),
        false => Err(PdfError::Undecodable(undecodable)),
    }
}

/// Whether the look of an annotation may show what nothing else of it tells: not that of a field or
/// of a note with a text, which count as they are stored.
pub(crate) fn tells_by_look(
    document: &dyn Document,
    annotation: &Dictionary,
) -> Result<bool, PdfError> {
    if !is_drawn(document, annotation)? {
        return Ok(false);
    }
    let is_note = kind(document, annotation)? == Some(FormFieldKind::Note);
    let has_text = |text: Option<String>| text.is_none_or(|text| !text.trim().is_empty());
    Ok(!is_note || !has_text(text(document, annotation)?))
}

/// The lines of the notes as placed text, to stand among the text of the pages; comments are left
/// out.
pub(crate) fn runs(notes: &[Note]) -> Vec<PlacedText> {
    let notes = notes.iter().filter(|note| !note.is_comment());
    notes
        .flat_map(|note| lines(&note.text, note.place, note.size))
        .collect()
}

/// The notes and comments as form fields. All of one page have the same name.
pub(crate) fn fields(notes: &[Note]) -> Vec<FormField> {
    notes.iter().map(Note::to_field).collect()
}

/// The comments as form fields, for a flat form, where the notes are part of the text.
pub(crate) fn comments(notes: &[Note]) -> Vec<FormField> {
    let comments = notes.iter().filter(|note| note.is_comment());
    comments.map(Note::to_field).collect()
}

impl Note {
    fn is_comment(&self) -> bool {
        self.kind == FormFieldKind::Comment
    }

    fn to_field(&self) -> FormField {
        FormField {
            name: words::notes_on_page(self.place.page + 1),
            kind: self.kind,
            values: vec![self.text.trim_end().to_owned()],
            multiple: true,
            place: Some(self.place),
            ..FormField::default()
        }
    }
}

/// The text, from the formatted one only where the plain one is blank. `None` if it cannot be
/// decoded.
fn text(document: &dyn Document, note: &Dictionary) -> Result<Option<String>, PdfError> {
    let decoded = |object| match object {
        Object::String(bytes) => told(&bytes),
        Object::Null => Some(String::new()),
        _ => None,
    };
    let plain = decoded(document.get(note, b"Contents")?);
    if !plain
        .as_deref()
        .is_some_and(|plain| plain.trim().is_empty())
    {
        return Ok(plain);
    }
    let rich = match document.get(note, b"RC")? {
        Object::Stream(dictionary, id) => told(&document.stream_bytes(&dictionary, id)?),
        rich => decoded(rich),
    };
    let rich = rich.and_then(|rich| markup::plain_text(&rich));
    // What cannot be read there is read as it is drawn.
    let is_read_as_drawn = rich.is_none()
        && kind(document, note)? == Some(FormFieldKind::Note)
        && is_drawn(document, note)?;
    Ok(if is_read_as_drawn { plain } else { rich })
}

/// Whether an annotation is a note or a comment that somebody wrote and a viewer shows.
fn kind(
    document: &dyn Document,
    annotation: &Dictionary,
) -> Result<Option<FormFieldKind>, PdfError> {
    let Some(subtype) = document.name(annotation, b"Subtype")? else {
        return Ok(None);
    };
    let kind = match &*subtype {
        b"FreeText" => FormFieldKind::Note,
        other if COMMENTS.iter().any(|name| name.as_bytes() == other) => FormFieldKind::Comment,
        _ => return Ok(None),
    };
    let is_review = document.get(annotation, b"StateModel")? != Object::Null;
    let is_shown = !is_unseen(document, annotation)? && !is_review;
    Ok(Some(kind).filter(|_| is_shown))
}

/// Where it stands. A comment belongs to its page wherever that may be.
fn place(
    document: &dyn Document,
    pages: &Pages,
    page: usize,
    (kind, annotation): (FormFieldKind, &Dictionary),
) -> Result<Option<PagePlace>, PdfError> {
    let place = pages.place_on(document, page, annotation)?;
    let anywhere = PagePlace {
        page,
        left: 0.0,
        top: 0.0,
        width: 0.0,
        height: 0.0,
    };
    let is_comment = kind == FormFieldKind::Comment;
    Ok(place.or(is_comment.then_some(anywhere)))
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
                is_ordered: true,
                ..PlacedText::new(line.trim(), place)
            });
        }
        top += LEADING * size;
    }
    lines
}
