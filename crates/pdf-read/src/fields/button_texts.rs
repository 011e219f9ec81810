//! The texts that `Opt` gives for the widgets of buttons (PDF 32000-1, 12.7.4.2.3).

use std::rc::Rc;

use ports::PdfError;

use super::group::Group;
use super::tree::Terminal;
use crate::document::{Document, Object};

/// Those of a terminal, in the order of its widgets. Buttons of one name that are fields of their
/// own inherit the texts for all of them.
pub(super) fn button_texts(
    document: &dyn Document,
    group: &Group,
    terminal: &Terminal,
) -> Result<Rc<[Object]>, PdfError> {
    let Object::Array(texts) = terminal.attribute(document, b"Opt")? else {
        return Ok(Rc::default());
    };
    let count: usize = group.terminals().map(|one| one.widgets.len()).sum();
    if texts.len() != count || texts.len() == terminal.widgets.len() {
        return Ok(texts);
    }
    let before = group.widgets_before(terminal);
    Ok(texts[before..before + terminal.widgets.len()].into())
}
