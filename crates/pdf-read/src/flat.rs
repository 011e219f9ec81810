//! What the pages print: the text of a PDF without fields, and that beside fields, with positions.
//!
//! A page on which most of the text runs down, up or upside down is turned until it can be read.
//! Also the notes that people type onto a flat form with a viewer, since those are how it was
//! filled in. Text drawn by a font that does not say which characters its glyphs are is told by how
//! it looks, so that whoever knows the blank form can refuse what that does not print. Left out on
//! purpose: recognising letters in pictures, and what other programs have recognised there.

mod beside_fields;
mod collect;
mod drawing;
mod known_pages;
mod ligatures;
mod miswritten;
mod one_line;
mod order;
mod page_glyph;
mod pen;
mod runs;
mod scanned;
mod scripts;
mod turns;
mod undecodable;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use form_reading::expected_form::BlankTexts;
use form_reading::rightly_guessed_pages;
use forms::form_content::{PaintedShape, PlacedText, PrintedPages, UndecodableText};
use pdf_extract::output_doc;
use ports::PdfError;

pub(crate) use self::beside_fields::{Shapes, read_beside_fields};
use self::collect::{Collector, DrawnText};
use self::drawing::{PaintedArea, Script};
pub(crate) use self::known_pages::{KnownPages, known_pages};
use self::page_glyph::PageGlyph;
use self::scanned::scanned_pages;
use self::scripts::{alike, scripts};
use self::undecodable::UndecodableTexts;
use crate::ParsedFile;
use crate::document::content::OperatorSet;
use crate::document::{Object, damaged, plain};
use crate::limits::{RUNS_MAX, TOTAL_TEXT_BYTES_MAX};
use crate::notes::{self, Note};
use crate::page_digest;
use crate::pages::Pages;

/// All text in reading order, the small shapes that are painted, and what cannot be decoded; that
/// is told by the looks of its fonts where the blank form has such text too, or is not known. All
/// parsers must find the same drawn on the pages.
pub(crate) fn read(
    parsed: &ParsedFile<'_>,
    pages: &Pages,
    notes: &[Note],
    blank: Option<&BlankTexts>,
) -> Result<PrintedPages, PdfError> {
    let is_compared = blank.is_none_or(|blank| !blank.undecodable.is_empty());
    let read = ReadPages {
        is_wanted: &|_| true,
        is_turned: &|_| true,
    };
    let drawn = drawn(parsed, pages, read, (Purpose::Flat { is_compared }, blank))?;
    let mut undecodable = drawn.undecodable.without_text;
    let mut runs = runs::runs(drawn.glyphs);
    let mut guessed = runs::runs(drawn.guessed);
    let blank_texts = blank.map_or(&[][..], |blank| &blank.flat);
    let right = rightly_guessed_pages(&runs, &guessed, blank_texts);
    guessed.retain(|run| right.contains(&run.place.page));
    runs.extend(guessed);
    let wrong = drawn.undecodable.guessed.into_iter();
    undecodable.extend(wrong.filter(|text| !right.contains(&text.page)));
    runs.extend(notes::runs(notes));
    runs.retain(|run| !drawn.scanned.contains(&run.place.page));
    if !runs.is_empty() {
        let scanned = drawn.scanned.into_iter();
        undecodable.extend(scanned.map(|page| UndecodableText { page, glyphs: None }));
    }
    Ok(PrintedPages {
        texts: ordered(runs)?,
        comments: notes::comments(notes),
        shapes: drawn.shapes,
        undecodable,
    })
}

/// What the pages are read for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Text beside fields: the pages lie like the fields, as viewers show those of the blank form,
    /// but for those that are turned.
    BesideFields,
    /// The same, and what is drawn by hand, which may be marks.
    WithDrawings,
    /// The same, and other shapes that may be marks.
    PartlyFlat,
    /// All that is filled in: the pages are turned until their text is upright, and shapes may be
    /// marks.
    Flat {
        /// Whether text that cannot be decoded is compared by the looks of its fonts.
        is_compared: bool,
    },
}

/// What pages draw.
struct Drawn {
    glyphs: Vec<PageGlyph>,
    /// Of flat pages, characters as they would be if their fonts had the usual encoding.
    guessed: Vec<PageGlyph>,
    shapes: Vec<PaintedShape>,
    undecodable: UndecodableTexts,
    /// Numbers, from 0, of the pages that are pictures over text which a program has recognised in
    /// them, and may have got wrong.
    scanned: BTreeSet<usize>,
    /// For each page the quarter turns clockwise that made its text upright, where there were any.
    turns: Option<Vec<u8>>,
}

/// Which pages are read and how, by their numbers from 0.
struct ReadPages<'call> {
    is_wanted: &'call dyn Fn(usize) -> bool,
    /// Which of them are turned until their text is upright.
    is_turned: &'call dyn Fn(usize) -> bool,
}

/// What the wanted ones of the pages draw.
fn drawn(
    parsed: &ParsedFile<'_>,
    pages: &Pages,
    read: ReadPages<'_>,
    (purpose, blank): (Purpose, Option<&BlankTexts>),
) -> Result<Drawn, PdfError> {
    let wanted = match purpose {
        Purpose::Flat { .. } | Purpose::PartlyFlat => OperatorSet::TextAndShapes,
        Purpose::BesideFields | Purpose::WithDrawings => OperatorSet::Text,
    };
    let documents = parsed.documents();
    let scripts = scripts(&documents, pages, wanted, read.is_wanted)?;
    let script = alike(&scripts)?;
    let strokes = match purpose {
        Purpose::BesideFields => Vec::new(),
        _ => pen::strokes(&documents, pages)?,
    };
    let looks = match purpose {
        Purpose::Flat { is_compared: true } => {
            let looks = scripts.iter().map(looks);
            page_digest::object_digests(documents.into_iter().zip(looks))
        }
        _ => Vec::new(),
    };
    let plain = plain::document(parsed.whole(), script.contents(), script.fonts())?;
    let turned;
    let mut pages = pages;
    let mut drawn = collected(&plain, pages, script)?;
    let turns = turns_of_own_text(pages, &drawn, script, read.is_turned);
    if let Some(turns) = &turns {
        turned = pages.turned(turns);
        pages = &turned;
        drawn = collected(&plain, pages, script)?;
    }
    let shapes = script.shapes.areas.iter().chain(&strokes);
    let shapes = shapes.filter_map(|shape| painted(pages, shape)).collect();
    let found = (drawn.undecodable.as_slice(), drawn.glyphs.as_slice());
    let undecodable = UndecodableTexts::of(script, found, &looks);
    let glyphs = marked(drawn.glyphs, script);
    let (glyphs, guessed) = match purpose {
        Purpose::Flat { .. } => undecodable.apart(glyphs, script),
        _ => (glyphs, Vec::new()),
    };
    Ok(Drawn {
        glyphs,
        guessed,
        shapes,
        undecodable,
        scanned: scanned_pages(script.shown(), blank),
        turns,
    })
}

/// What decides how text looks that cannot be decoded: the fonts, then the patterns and masks.
fn looks(script: &Script) -> Vec<&Object> {
    let inner = script.inner_texts.found().iter().map(|inner| &inner.object);
    script.file_fonts().chain(inner).collect()
}

/// How far each of these pages is to be turned until what the form itself prints on it can be read.
fn turns_of_own_text(
    pages: &Pages,
    drawn: &DrawnText,
    script: &Script,
    is_turned: impl Fn(usize) -> bool,
) -> Option<Vec<u8>> {
    let own = drawn.glyphs.iter();
    let own = own.filter(|glyph| is_turned(glyph.page) && !is_value(glyph, script));
    let characters = own.map(|glyph| (glyph.page, glyph.turns));
    turns::until_readable(pages.count(), characters)
}

/// The characters with what marks say of them.
fn marked(glyphs: Vec<PageGlyph>, script: &Script) -> Vec<PageGlyph> {
    let glyphs = order::ordered(glyphs, script.lines());
    let glyphs = order::with_line_ends(glyphs, script.line_ends());
    order::with_fields(glyphs, script.fields())
}

/// Whether a character is marked as a part of a field's value: how it runs says nothing of how the
/// page lies, whose fields may be turned otherwise than its text.
fn is_value(glyph: &PageGlyph, script: &Script) -> bool {
    let fields = script.fields();
    let next = fields.partition_point(|field| field.strings.end <= glyph.string);
    let field = fields.get(next);
    field.is_some_and(|field| field.strings.contains(&glyph.string))
}

fn painted(pages: &Pages, shape: &PaintedArea) -> Option<PaintedShape> {
    Some(PaintedShape {
        place: collect::place(pages, shape.page, shape.area)?,
        outline: shape.outline,
        is_filled: shape.is_filled,
        hides: shape.hides,
    })
}

fn collected(
    plain: &pdf_extract::Document,
    pages: &Pages,
    script: &Script,
) -> Result<DrawnText, PdfError> {
    let mut collector = Collector::new(pages, script);
    let extracted = catch_unwind(AssertUnwindSafe(|| output_doc(plain, &mut collector)));
    let is_complete = matches!(extracted, Ok(Ok(()))) && collector.is_complete();
    let drawn = collector.finish()?;
    if !is_complete {
        return Err(damaged("the text of its pages cannot be read"));
    }
    Ok(ligatures::spelled_out(drawn, script.letters()))
}

fn ordered(mut runs: Vec<PlacedText>) -> Result<Vec<PlacedText>, PdfError> {
    runs::sort(&mut runs);
    let bytes = runs.iter().map(|run| run.text.len()).sum::<usize>();
    if runs.len() > RUNS_MAX || bytes > TOTAL_TEXT_BYTES_MAX {
        return Err(PdfError::TooComplex(format!(
            "more than {RUNS_MAX} runs or {TOTAL_TEXT_BYTES_MAX} bytes of text"
        )));
    }
    Ok(runs)
}
