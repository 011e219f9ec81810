//! The look of a text: in the colour of the field, in lines or cells, or a sign that it stands
//! elsewhere.

use forms::words;
use lopdf::{Document, ObjectId};
use pdf_syntax::Rectangle;

use super::add;
use crate::blank::{TemplateField, Widget};
use crate::content::Content;
use crate::fit::{Division, Piece, TextBox, TextLayout, fit};
use crate::font::{FontSet, Weight, white_space_behind};

/// What a widget shows of a text.
pub(crate) enum TextAppearance<'look> {
    Whole(&'look TextLayout),
    /// Only a reference to the page, counted from 1, on which the whole text stands.
    OnPage(usize),
}

/// The box for text in a widget, with the margins that its border asks for.
pub(crate) fn text_box(widget: &Widget) -> TextBox {
    let width = widget.frame.width;
    TextBox {
        width: widget.width,
        height: widget.height,
        padding: (2.0 * width).max(2.0),
        edge: width.max(0.5),
        size: widget.default_appearance.size,
        quadding: widget.quadding,
    }
}

/// The look of an empty widget.
pub(crate) fn blank(
    document: &mut Document,
    fonts: &FontSet,
    field: &TemplateField,
    widget: &Widget,
) -> ObjectId {
    let mut content = widget.framed();
    if let Some(cells) = field.cells() {
        divide(&mut content, widget, cells);
    }
    content.line("/Tx BMC\nEMC");
    add(document, fonts, widget, content)
}

/// The look of a widget with a text; `cells` where it has one for each character.
pub(crate) fn text(
    document: &mut Document,
    fonts: &mut FontSet,
    widget: &Widget,
    cells: Option<usize>,
    look: &TextAppearance<'_>,
) -> ObjectId {
    let mut content = widget.framed();
    if let Some(cells) = cells {
        divide(&mut content, widget, cells);
    }
    let reference;
    let fitted = match look {
        TextAppearance::Whole(fitted) => *fitted,
        TextAppearance::OnPage(page) => {
            reference = page_reference(fonts, widget, *page);
            &reference
        }
    };
    draw(&mut content, fonts, widget, fitted);
    add(document, fonts, widget, content)
}

fn draw(content: &mut Content, fonts: &mut FontSet, widget: &Widget, fitted: &TextLayout) {
    content.line("/Tx BMC\nq");
    content.rectangle(Rectangle {
        right: widget.width,
        top: widget.height,
        ..Rectangle::default()
    });
    content.line("W n");
    content.line(&widget.default_appearance.colour);
    for (number, piece) in fitted.pieces.iter().enumerate() {
        let line = piece.line().trim_end();
        if !line.text.is_empty() {
            // The cells of a comb are no lines.
            let next = fitted.pieces[number + 1..].iter();
            let next = next.filter(|next| next.y < piece.y);
            let behind = white_space_behind(&piece.text, next.map(|piece| piece.text.as_str()));
            let font = (Weight::Regular, fitted.size);
            content.text_before(fonts, (piece.x, piece.y), font, (line, behind.as_deref()));
        }
    }
    content.line("Q\nEMC");
}

/// `→ Seite 3`, as large as the widget allows.
fn page_reference(fonts: &FontSet, widget: &Widget, page: usize) -> TextLayout {
    let family = fonts.family();
    let area = text_box(widget);
    let size = if area.size == 0.0 { 9.0 } else { area.size };
    let area = TextBox { size, ..area };
    let [long, short] = [
        words::page_reference(page),
        words::short_page_reference(page),
    ];
    let division = if area.height < 3.0 * size {
        Division::OneLine
    } else {
        Division::Lines
    };
    fit(family, area, division, &long)
        .filter(|fitted| fitted.pieces.len() == 1)
        .or_else(|| fit(family, area, Division::OneLine, &long))
        .or_else(|| fit(family, area, Division::OneLine, &short))
        .unwrap_or_else(|| smallest(fonts, area, &short))
}

/// For a widget that is too small for readable type: the sign still shows that there is more.
fn smallest(fonts: &FontSet, area: TextBox, text: &str) -> TextLayout {
    let family = fonts.family();
    let ink = family.extents(Weight::Regular, text, 1.0);
    let size = (area.width / family.width(Weight::Regular, text, 1.0))
        .min(area.height / (ink.above + ink.below));
    TextLayout {
        size,
        pieces: vec![Piece::new(0.0, ink.below * size, text)],
    }
}

/// The lines between the cells of a comb, in the colour of the border.
fn divide(content: &mut Content, widget: &Widget, cells: usize) {
    let Some(colour) = &widget.frame.border else {
        return;
    };
    for cell in 1..cells {
        let x = widget.width * cell as f32 / cells as f32;
        content.stroke((x, 0.0), (x, widget.height), colour, widget.frame.width);
    }
}
