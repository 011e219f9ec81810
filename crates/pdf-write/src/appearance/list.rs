//! The look of a list box: all options with the chosen ones marked, or only the chosen ones where
//! not all have room.

use forms::line_ends::LINE_PITCH;
use lopdf::{Document, ObjectId};
use pdf_syntax::Rectangle;

use super::{add, text_box};
use crate::blank::{TemplateField, Widget};
use crate::content::{Colour, Points};
use crate::font::{FontSet, Weight};

/// The size at which all options of a list fit into its widget.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Options {
    pub(crate) size: f32,
}

/// Whether all options of a list stand in a widget at the size that the field asks for.
pub(crate) fn fit_options(
    fonts: &FontSet,
    field: &TemplateField,
    widget: &Widget,
) -> Option<Options> {
    let area = text_box(widget);
    let size = if area.size == 0.0 { 10.0 } else { area.size };
    let is_wide = |text: &str| {
        fonts.family().width(Weight::Regular, text, size) > area.width - 2.0 * area.padding
    };
    let height = field.options.len() as f32 * size * LINE_PITCH;
    let fits = height <= area.height - 2.0 * area.edge
        && !field.options.iter().any(|option| is_wide(&option.display));
    fits.then_some(Options { size })
}

/// The look of a list with all options; `chosen` are their places in the list.
pub(crate) fn options(
    document: &mut Document,
    fonts: &mut FontSet,
    field: &TemplateField,
    widget: &Widget,
    Options { size }: Options,
    chosen: &[usize],
) -> ObjectId {
    let mut content = widget.framed();
    let area = text_box(widget);
    let step = size * LINE_PITCH;
    content.line("/Tx BMC\nq");
    for (index, option) in field.options.iter().enumerate() {
        let top = area.height - area.edge - index as f32 * step;
        if chosen.contains(&index) {
            let mark = Rectangle {
                left: area.edge,
                bottom: top - step,
                right: area.width - area.edge,
                top,
            };
            content.fill(mark, &Colour::grey(0.82));
            content.outline(mark, &Colour::grey(0.3), 0.5);
        }
        content.line(&widget.default_appearance.colour);
        let base = (
            area.padding,
            top - step + (step - fonts.family().cap_height(Weight::Regular, size)) / 2.0,
        );
        // Nothing else tells what is chosen to those who read the text alone.
        let name = chosen.contains(&index).then_some(field.name.as_str());
        content.within_field(name, |content| {
            content.text(fonts, base, (Weight::Regular, size), &option.display);
        });
    }
    content.line(format_args!("{} w\nQ\nEMC", Points(1.0)));
    add(document, fonts, widget, content)
}
