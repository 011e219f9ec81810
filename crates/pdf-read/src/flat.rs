//! A PDF without fields: its text with positions.
//!
//! Also the notes that people type onto a flat form with a viewer (free text annotations), since those are how it was filled in. Text drawn
//! by a font that does not say which characters its glyphs are is a refusal. Left out on purpose: recognising letters in pictures.

mod collect;
mod notes;
mod runs;

use std::panic::{AssertUnwindSafe, catch_unwind};

use domain::form_content::PlacedText;
use ports::ReadRefused;

use self::collect::Collector;
use crate::document::damaged;
use crate::document::second::Second;
use crate::limits::{RUNS_MAX, TOTAL_TEXT_BYTES_MAX};
use crate::pages::Pages;

/// All text in reading order.
pub(crate) fn read(document: Second, pages: &Pages) -> Result<Vec<PlacedText>, ReadRefused> {
    let notes = notes::read(&document, pages)?;
    // The library that knows fonts has an older parser of its own; it is given the file as the newer one has understood it.
    let rewritten = document.rewritten()?;
    let mut collector = Collector::new(pages);
    let extracted = catch_unwind(AssertUnwindSafe(|| extract(&rewritten, &mut collector)));
    let glyphs = collector.finish()?;
    if !matches!(extracted, Ok(Ok(()))) {
        return Err(damaged("the text of its pages cannot be read"));
    }
    let mut runs = runs::runs(glyphs);
    runs.extend(notes);
    runs::sort(&mut runs);
    let bytes = runs.iter().map(|run| run.text.len()).sum::<usize>();
    if runs.len() > RUNS_MAX || bytes > TOTAL_TEXT_BYTES_MAX {
        return Err(ReadRefused::TooComplex(format!(
            "more than {RUNS_MAX} runs or {TOTAL_TEXT_BYTES_MAX} bytes of text"
        )));
    }
    Ok(runs)
}

fn extract(pdf: &[u8], collector: &mut Collector<'_>) -> Result<(), pdf_extract::OutputError> {
    let document = pdf_extract::Document::load_mem(pdf)?;
    pdf_extract::output_doc(&document, collector)
}
