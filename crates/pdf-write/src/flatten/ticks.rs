//! The invisible ticks of boxes that show by lines alone that they are on.

use lopdf::{Dictionary, Document, dictionary};
use pdf_syntax::Rectangle;

use super::{PlacedLook, marked};
use crate::content::Points;
use crate::objects;

/// The tick of ZapfDingbats, and half of its width and height in font sizes.
const TICK: (char, f32, f32) = ('4', 0.42, 0.35);

/// The size of an invisible tick, as a part of its box.
const TICK_SIZE: f32 = 0.6;

/// Draws the invisible ticks (text rendering mode 3, 9.3.6), with their font among the resources.
pub(super) fn ticks(
    document: &Document,
    resources: &mut Dictionary,
    looks: &[PlacedLook<'_>],
) -> String {
    let boxes = looks.iter().filter_map(|look| Some((look, look.ticked?)));
    let boxes: Vec<(&PlacedLook<'_>, Rectangle)> = boxes.collect();
    if boxes.is_empty() {
        return String::new();
    }
    let fonts = objects::dictionary(document, resources, b"Font").cloned();
    let mut fonts = fonts.unwrap_or_default();
    let mut names = (1..).map(|number| format!("FieldTick{number}"));
    let name = names.find(|name| !fonts.has(name.as_bytes()));
    let name = name.unwrap_or_default();
    fonts.set(
        name.as_bytes(),
        dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "ZapfDingbats" },
    );
    resources.set("Font", fonts);
    let (tick, half_width, half_height) = TICK;
    let drawn = boxes.into_iter().map(|(look, area)| {
        let size = TICK_SIZE * area.width().min(area.height());
        let left = Points((area.left + area.right) / 2.0 - half_width * size);
        let base = Points((area.bottom + area.top) / 2.0 - half_height * size);
        let size = Points(size);
        let drawn = format!("q BT /{name} {size} Tf 3 Tr {left} {base} Td ({tick}) Tj ET Q\n");
        marked(look, &drawn)
    });
    drawn.collect()
}
