//! The pages as each parser draws them, which must be alike.

use ports::PdfError;

use super::drawing::{self, Script};
use crate::document::Document;
use crate::document::content::{KnownOperations, OperatorSet};
use crate::pages::Pages;

/// The first of the scripts, which all others must be like.
pub(super) fn alike(scripts: &[Script]) -> Result<&Script, PdfError> {
    let differ = || PdfError::Ambiguous("its pages hold two different texts".to_owned());
    let (first, others) = scripts.split_first().ok_or_else(differ)?;
    match others.iter().all(|other| first.is_like(other)) {
        true => Ok(first),
        false => Err(differ()),
    }
}

/// What each parser has drawn on the wanted pages. The numbers of pages count on where one is left
/// blank. A refusal of the first parser counts before any of the others.
pub(super) fn scripts(
    documents: &[&dyn Document],
    pages: &Pages,
    wanted: OperatorSet,
    is_wanted: impl Fn(usize) -> bool,
) -> Result<Vec<Script>, PdfError> {
    let new = |_: &&dyn Document| Ok(Script::new(wanted));
    let mut scripts: Vec<_> = documents.iter().map(new).collect();
    for (number, page) in pages.iter().enumerate() {
        let is_wanted = is_wanted(number);
        let mut known = KnownOperations::new(wanted);
        for (document, outcome) in documents.iter().zip(&mut scripts) {
            if let Ok(script) = outcome {
                script.begin_page();
                if is_wanted && let Err(error) = drawing::draw(*document, page, script, &mut known)
                {
                    *outcome = Err(error);
                }
            }
        }
    }
    scripts.into_iter().collect()
}
