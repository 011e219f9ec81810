//! The text beside the fields of a form, on pages that lie as the blank form has them.

use forms::form_content::{PagePlace, PlacedText, PrintedPages, UNDECODABLE};
use ports::PdfError;

use super::{Drawn, KnownPages, Purpose, ReadPages, drawn, ordered, runs};
use crate::ParsedFile;
use crate::turned_pages::TurnedPages;

/// Which small shapes are read beside fields: they may be marks in boxes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shapes {
    None,
    /// Those that are drawn by hand.
    Drawings,
    /// Also those that the pages paint: the file lacks fields.
    All,
}

/// The text that the pages print beside the fields of a form, the shapes, and how far pages that
/// nothing else settles had to be turned until their text was upright. Where text cannot be
/// decoded, [`UNDECODABLE`] stands on its page: whether the blank form prints the same is not known
/// here. Pages that are known are not read.
pub(crate) fn read_beside_fields(
    parsed: &ParsedFile<'_>,
    turned: &TurnedPages,
    known: &KnownPages<'_>,
    shapes: Shapes,
) -> Result<(PrintedPages, Option<Vec<u8>>), PdfError> {
    let TurnedPages { pages, unsettled } = turned;
    let read = ReadPages {
        is_wanted: &|page| !known.has(page),
        is_turned: &|page| unsettled.contains(&page),
    };
    let purpose = match shapes {
        Shapes::None => Purpose::BesideFields,
        Shapes::Drawings => Purpose::WithDrawings,
        Shapes::All => Purpose::PartlyFlat,
    };
    let mut drawn = drawn(parsed, pages, read, (purpose, known.blank()))?;
    let turns = drawn.turns.take();
    let printed = PrintedPages {
        shapes: std::mem::take(&mut drawn.shapes),
        texts: texts_beside_fields(drawn, known)?,
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
