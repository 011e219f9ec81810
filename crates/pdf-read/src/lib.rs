//! Reads an uploaded PDF: its form fields, or its text where it is printed flat.
//!
//! Promises: nothing that is filled in is dropped or guessed. The file is read by two independent
//! parsers and refused where they differ; where a viewer could show another value than would be
//! stored; and where a value cannot be decoded. What is refused says why.
//!
//! Left out on purpose: bounds on total memory and time. The crate runs in a child process that has
//! them; here only counts, depth and sizes are bounded (`limits.rs`). The flat reader rests on a
//! library that panics on odd files; the panic is caught and its message goes to the panic hook, so
//! the process that calls this should have no standard error to show.

#![forbid(unsafe_code)]

mod annotations;
mod attached_file;
mod compare;
mod document;
mod fields;
mod file;
mod flat;
#[cfg(test)]
mod growth;
mod known_beginning;
mod limits;
mod markup;
mod notes;
mod page_digest;
mod pages;
mod parsed_file;
mod steps;
mod turned_pages;
pub mod wire;
mod xfa;

use form_reading::expected_form::{BlankFile, BlankTexts, KnownBeginning};
use form_reading::lost_fields;
use forms::FormContent;
use forms::form_content::{FormField, FormFieldKind, PrintedPages};
use ports::PdfError;

use self::document::Document;
use self::flat::Shapes;
use self::notes::Notes;
use self::pages::Pages;
use self::parsed_file::{ParsedFile, parse_and};
use self::turned_pages::{TurnedPages, turn_fields};
use self::wire::Job;
use self::xfa::Xfa;

/// The content of a PDF, or why it cannot be taken.
///
/// A PDF with a field that a person can fill in gives its fields, and what was typed or printed
/// beside them; one without, or with nothing but push buttons and signatures, its text. A PDF that
/// only holds pictures, as from a scanner, has neither and gives an empty list of texts.
pub fn read(pdf: &[u8]) -> Result<FormContent, PdfError> {
    read_as(pdf, FileRole::FilledForm, None)
}

/// What a PDF is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileRole {
    /// Somebody may have filled it in.
    FilledForm,
    /// What its XFA data holds is its own. The text of one without fields is not read, since it may
    /// be a book: the content is an empty list of texts.
    Template,
}

/// Like [`read`], of a file in this role. With `blank`, the text beside the fields is taken from
/// there for each page that is still the blank form's.
pub fn read_as(
    pdf: &[u8],
    role: FileRole,
    blank: Option<&BlankTexts>,
) -> Result<FormContent, PdfError> {
    read_and(pdf, role, blank, |parsed| drop(parsed))
}

/// The same for a job.
pub fn read_for(pdf: &[u8], job: &Job<'_>) -> Result<FormContent, PdfError> {
    read_as(pdf, job.role(), job.blank())
}

/// The same, as the last that a process does: what the parsers have made of the file is left to its
/// end, as taking apart thousands of objects would only keep the answer waiting.
pub fn read_at_last(pdf: &[u8], job: &Job<'_>) -> Result<FormContent, PdfError> {
    read_and(pdf, job.role(), job.blank(), |parsed| {
        std::mem::forget(parsed)
    })
}

/// Reads, and does this with the file once it is not needed any more.
fn read_and(
    pdf: &[u8],
    role: FileRole,
    blank: Option<&BlankTexts>,
    done: impl FnOnce(ParsedFile<'_>),
) -> Result<FormContent, PdfError> {
    let beginnings = blank.map_or(&[][..], |blank| &blank.beginnings);
    parse_and(pdf, beginnings, done, |parsed, reading| {
        content(parsed, reading, role, blank)
    })
}

/// The content of a file, of which fields, notes and pages are read.
fn content(
    parsed: &ParsedFile<'_>,
    reading: ParserOutput,
    role: FileRole,
    blank: Option<&BlankTexts>,
) -> Result<FormContent, PdfError> {
    let is_of_form = |field: &FormField| {
        field.kind.is_fillable() || blank.is_some_and(|blank| has_own(blank, field))
    };
    if role == FileRole::FilledForm {
        reading.xfa.check_typed(blank)?;
    }
    if reading.fields.iter().any(is_of_form) {
        let mut fields = reading.fields;
        reading.xfa.note(&mut fields);
        fields.extend(notes::fields(&reading.notes.texts));
        let mut known = flat::known_pages(parsed, (&reading.pages, &fields), blank);
        known.forget(&reading.notes.drawn_on);
        let has_drawings = reading.notes.has_drawings && blank.is_some();
        if known.are_all() && !has_drawings {
            return Ok(FormContent::Fields(fields, known.texts()));
        }
        let turned = match blank {
            Some(blank) => TurnedPages::back(&reading.pages, &mut fields, blank),
            None => TurnedPages::as_they_are(reading.pages),
        };
        let lacks_some = blank.is_some_and(|blank| {
            let mut lost = lost_fields(&fields, &blank.fields);
            lost.next().is_some()
        });
        let shapes = match lacks_some {
            true => Shapes::All,
            false if has_drawings => Shapes::Drawings,
            false => Shapes::None,
        };
        let (printed, turns) = flat::read_beside_fields(parsed, &turned, &known, shapes)?;
        if let Some(turns) = turns {
            turn_fields(&mut fields, &turned.pages, &turns);
        }
        return Ok(match shapes {
            Shapes::None => FormContent::Fields(fields, printed.texts),
            Shapes::Drawings | Shapes::All => FormContent::PartlyFlat(fields, printed),
        });
    }
    Ok(FormContent::Text(match role {
        FileRole::FilledForm => {
            let mut printed = flat::read(parsed, &reading.pages, &reading.notes.texts, blank)?;
            printed.comments.extend(signatures(reading.fields));
            printed
        }
        FileRole::Template => PrintedPages {
            comments: notes::comments(&reading.notes.texts),
            ..PrintedPages::default()
        },
    }))
}

/// What is kept of a blank form, by which [`read_as`] knows files again that were made from it. A
/// page that cannot be hashed is left out.
pub fn blank_file(pdf: &[u8]) -> Result<BlankFile, PdfError> {
    let mut beginning = KnownBeginning::default();
    let known = |parsed: ParsedFile<'_>| {
        if let Ok(pages) = Pages::read(parsed.whole()) {
            beginning = parsed.beginning(&pages);
        }
    };
    let (pages, xfa_texts) = parse_and(pdf, &[], known, |parsed, reading| {
        let digests = parsed.page_digests(&reading.pages, |_| true);
        Ok((digests.into_iter().flatten().collect(), reading.xfa.typed()))
    })?;
    Ok(BlankFile {
        pages,
        beginning,
        xfa_texts,
    })
}

/// What was read with one of the parsers.
struct ParserOutput {
    fields: Vec<FormField>,
    notes: Notes,
    pages: Pages,
    xfa: Xfa,
}

impl ParserOutput {
    fn of(document: &dyn Document) -> Result<Self, PdfError> {
        let pages = Pages::read(document)?;
        let fields = fields::read(document, &pages)?;
        if fields.is_empty() && pages.get(0).is_none() {
            return Err(document::damaged("it has no pages"));
        }
        Ok(Self {
            notes: notes::read(document, &pages)?,
            xfa: Xfa::read(document, &pages, &fields)?,
            fields,
            pages,
        })
    }
}

/// What is signed on a flat form: of its fields nothing else is filled in.
fn signatures(fields: Vec<FormField>) -> impl Iterator<Item = FormField> {
    let signatures = fields.into_iter().filter(|field| !field.is_blank());
    signatures.filter(|field| field.kind == FormFieldKind::Signature)
}

/// Whether a field in which nothing stands is one to fill in on the blank form, whatever kind the
/// file calls it: what it shows is not printed on its page.
fn has_own(blank: &BlankTexts, field: &FormField) -> bool {
    let mut own = blank.fields.iter();
    field.is_blank() && !field.name.is_empty() && own.any(|own| own.name == field.name)
}
