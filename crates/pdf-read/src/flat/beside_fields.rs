//! The text beside the fields of a form, on pages that lie as the blank form has them.

use forms::form_content::{PagePlace, PlacedText, PrintedPages, UNDECODABLE};
use ports::PdfError;

use super::{Drawn, KnownPages, Purpose, ReadPages, drawn, ordered, runs};
use crate::ParsedFile;
use crate::turned_pages::TurnedPages;

/// The text that the pages print beside the fields of a form, and how far pages that nothing else
/// settles had to be turned until it was upright. Where it cannot be decoded, [`UNDECODABLE`]
/// stands on its page: whether the blank form prints the same is not known here. Pages that are
/// known are not read.
pub(crate) fn read_beside_fields(
    parsed: &ParsedFile<'_>,
    turned: &TurnedPages,
    known: &KnownPages<'_>,
) -> Result<(PrintedPages, Option<Vec<u8>>), PdfError> {
    beside_fields(parsed, turned, known, Purpose::BesideFields)
}

/// The same, with the small shapes that those pages paint: they may be marks in the boxes of fields
/// that the file lacks.
pub(crate) fn read_partly_flat(
    parsed: &ParsedFile<'_>,
    turned: &TurnedPages,
    known: &KnownPages<'_>,
) -> Result<(PrintedPages, Option<Vec<u8>>), PdfError> {
    beside_fields(parsed, turned, known, Purpose::PartlyFlat)
}

fn beside_fields(
    parsed: &ParsedFile<'_>,
    turned: &TurnedPages,
    known: &KnownPages<'_>,
    purpose: Purpose,
) -> Result<(PrintedPages, Option<Vec<u8>>), PdfError> {
    let TurnedPages { pages, unsettled } = turned;
    let read = ReadPages {
        is_wanted: &|page| !known.has(page),
        is_turned: &|page| unsettled.contains(&page),
    };
    let mut drawn = drawn(parsed, pages, read, (purpose, known.blank()))?;
    let shapes = match purpose {
        Purpose::PartlyFlat => std::mem::take(&mut drawn.shapes),
        Purpose::BesideFields | Purpose::Flat { .. } => Vec::new(),
    };
    let turns = drawn.turns.take();
    let printed = PrintedPages {
        texts: texts_beside_fields(drawn, known)?,
        shapes,
        ..PrintedPages::default()
    };
    Ok((printed, turns))
}

fn texts_beside_fields(
    mut drawn: Drawn,
    known: &KnownPages<'_>,
) -> Result<Vec<PlacedText>, PdfError> {
    let mut runs = runs::runs(std::mem::take(&mut drawn.glyphs));
    runs.retain(|run| !drawn.scanned.contains(&run.place.page));
    runs.extend(known.texts());
    let undecodable = [&drawn.undecodable.without_text, &drawn.undecodable.guessed];
    let pages = undecodable.into_iter().flatten().map(|text| text.page);
    runs.extend(pages.chain(drawn.scanned.iter().copied()).map(|page| {
        let place = PagePlace {
            page,
            left: 0.0,
            top: 0.0,
            width: 0.0,
            height: 0.0,
        };
        PlacedText::new(UNDECODABLE, place)
    }));
    ordered(runs)
}
