//! What the pages print: the text of a PDF without fields, and that beside fields, with positions.
//!
//! Also the notes that people type onto a flat form with a viewer, since those are how it was
//! filled in. Text drawn by a font that does not say which characters its glyphs are is a refusal.
//! Left out on purpose: recognising letters in pictures.

mod collect;
mod drawing;
mod runs;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use forms::form_content::{PagePlace, PlacedText, UNDECODABLE};
use ports::PdfError;

use self::collect::{Collector, DrawnText};
use self::drawing::Script;
use crate::document::primary::PrimaryDocument;
use crate::document::second::SecondDocument;
use crate::document::{Document, damaged};
use crate::limits::{RUNS_MAX, TOTAL_TEXT_BYTES_MAX};
use crate::notes::{self, Note};
use crate::pages::Pages;

/// All text in reading order. Both parsers must find the same drawn on the pages.
pub(crate) fn read(
    primary: &PrimaryDocument,
    second: SecondDocument,
    pages: &Pages,
    notes: &[Note],
) -> Result<Vec<PlacedText>, PdfError> {
    let drawn = drawn_text(primary, second, pages)?;
    if !drawn.unmapped.is_empty() {
        let pages: BTreeSet<usize> = drawn.unmapped.into_iter().collect();
        return Err(PdfError::UndecodablePages(pages.into_iter().collect()));
    }
    let mut runs = runs::runs(drawn.glyphs);
    runs.extend(notes::runs(notes));
    ordered(runs)
}

/// The text that the pages print beside the fields of a form. Where it cannot be decoded,
/// [`UNDECODABLE`] stands on its page: whether the blank form prints the same is not known here.
pub(crate) fn read_beside_fields(
    primary: &PrimaryDocument,
    second: SecondDocument,
    pages: &Pages,
) -> Result<Vec<PlacedText>, PdfError> {
    let drawn = drawn_text(primary, second, pages)?;
    let mut runs = runs::runs(drawn.glyphs);
    runs.extend(drawn.unmapped.into_iter().map(|page| PlacedText {
        text: UNDECODABLE.to_string(),
        place: PagePlace {
            page: page.saturating_sub(1),
            left: 0.0,
            top: 0.0,
            width: 0.0,
            height: 0.0,
        },
    }));
    ordered(runs)
}

fn drawn_text(
    primary: &PrimaryDocument,
    second: SecondDocument,
    pages: &Pages,
) -> Result<DrawnText, PdfError> {
    let script = script(primary, pages)?;
    if !script.is_like(&self::script(&second, pages)?) {
        return Err(PdfError::Ambiguous(
            "its pages hold two different texts".to_owned(),
        ));
    }
    let mut collector = Collector::new(pages, script.shown(), script.unreadable_pages());
    let plain = second.with_pages(script.contents(), script.fonts())?;
    let extracted = catch_unwind(AssertUnwindSafe(|| extract(&plain, &mut collector)));
    let is_complete = matches!(extracted, Ok(Ok(()))) && collector.is_complete();
    let drawn = collector.finish()?;
    if !is_complete {
        return Err(damaged("the text of its pages cannot be read"));
    }
    Ok(drawn)
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

fn script(document: &dyn Document, pages: &Pages) -> Result<Script, PdfError> {
    let mut script = Script::default();
    for page in pages.iter() {
        script.begin_page();
        drawing::draw(document, page, &mut script)?;
    }
    Ok(script)
}

fn extract(pdf: &[u8], collector: &mut Collector<'_>) -> Result<(), pdf_extract::OutputError> {
    let document = pdf_extract::Document::load_mem(pdf)?;
    pdf_extract::output_doc(&document, collector)
}
