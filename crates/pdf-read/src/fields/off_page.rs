//! Widgets on no page whose field has others on pages.
//!
//! Viewers show the field as those on pages do. The others are left of pages that were taken out,
//! or are made by programs that write a field anew and forget to list its widget.

use forms::form_content::FormFieldKind;
use ports::PdfError;

use super::copies::is_blank;
use super::kind;
use super::look::Looks;
use super::tree::Terminal;
use crate::document::{Document, Object};
use crate::pages::Pages;
use crate::steps::step;

/// Marks these widgets. An error names the fields whose value is stored in them alone, while the
/// field shows a text on a page.
pub(super) fn mark(
    document: &dyn Document,
    pages: &Pages,
    looks: &mut Looks,
    terminals: &mut [Terminal],
) -> Result<(), PdfError> {
    let mut differing = Vec::new();
    for terminal in terminals {
        if !mark_widgets(pages, terminal) {
            continue;
        }
        let is_text = matches!(
            kind(document, terminal)?,
            FormFieldKind::Text | FormFieldKind::Choice
        );
        if is_text
            && is_stored_off_page_alone(document, terminal)
            && shows_text(document, looks, terminal)
        {
            differing.push(terminal.name.clone());
        }
    }
    match differing.is_empty() {
        true => Ok(()),
        false => Err(PdfError::CopiesDiffer(differing)),
    }
}

/// Whether there are any.
fn mark_widgets(pages: &Pages, terminal: &mut Terminal) -> bool {
    let mut listed = 0;
    for widget in &mut terminal.widgets {
        step();
        // One that is no object of its own may stand in the list of a page itself.
        let is_listed = widget.id.is_none_or(|id| pages.lists(id));
        widget.is_off_page = !is_listed;
        listed += usize::from(is_listed);
    }
    if listed == 0 {
        let widgets = terminal.widgets.iter_mut();
        widgets.for_each(|widget| widget.is_off_page = false);
    }
    (1..terminal.widgets.len()).contains(&listed)
}

fn is_stored_off_page_alone(document: &dyn Document, terminal: &Terminal) -> bool {
    let is_stored = |dictionary, key: &[u8]| {
        let stored = document.get(dictionary, key).unwrap_or(Object::Null);
        !is_blank(document, &stored)
    };
    [&b"V"[..], b"RV"].into_iter().any(|key| {
        let off_page = terminal.widgets.iter().filter(|widget| widget.is_off_page);
        let mut off_page = off_page.map(|widget| &widget.dictionary);
        let on_pages = terminal.widgets.iter().filter(|widget| !widget.is_off_page);
        let mut others = on_pages
            .map(|widget| &widget.dictionary)
            .chain([&terminal.attributes]);
        off_page.any(|dictionary| is_stored(dictionary, key))
            && !others.any(|dictionary| is_stored(dictionary, key))
    })
}

fn shows_text(document: &dyn Document, looks: &mut Looks, terminal: &Terminal) -> bool {
    let mut on_pages = terminal.widgets.iter().filter(|widget| !widget.is_off_page);
    on_pages.any(|widget| looks.show_text(document, widget))
}
