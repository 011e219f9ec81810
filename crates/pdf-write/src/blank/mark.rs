//! The signs of buttons that are on. Templates often set them in ZapfDingbats without embedding it,
//! and viewers that lack it show an empty box: such a sign is drawn instead. The frame around it
//! stays as the template has it. Buttons that leave it to viewers to draw them are drawn here.

use std::collections::HashSet;

use lopdf::content::{Content as Operations, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use pdf_syntax::Rectangle;
use pdf_syntax::button_state::OFF;

use super::{FieldKind, TemplateField, button};
use crate::content::Content;
use crate::objects;
use crate::packing::Packing;

/// Draws the buttons that are not drawn, and the signs of those whose appearance needs a font that
/// is not in the file.
pub(super) fn draw(document: &mut Document, fields: &[TemplateField]) {
    let is_button = |field: &&TemplateField| field.kind == FieldKind::Button;
    let mut looks = HashSet::new();
    for field in fields.iter().filter(is_button) {
        for widget in &field.widgets {
            if !widget.are_states_drawn {
                let (states, packing) = (&widget.states, Packing::Smallest);
                button::add_states(document, packing, widget, states, field.is_radio());
            }
            looks.extend(on_looks(document, widget.id));
        }
    }
    for look in looks {
        if let Some(drawn) = document
            .get_object(look)
            .ok()
            .and_then(|look| drawn(document, look.as_stream().ok()?))
        {
            document.set_object(look, drawn);
        }
    }
}

/// The appearance streams of the states that are on.
fn on_looks(document: &Document, widget: ObjectId) -> Vec<ObjectId> {
    let states = || {
        let widget = document.get_dictionary(widget).ok()?;
        let looks = objects::dictionary(document, widget, b"AP")?;
        objects::dictionary(document, looks, b"N")
    };
    let states = states().into_iter().flat_map(Dictionary::iter);
    states
        .filter(|(state, _)| *state != OFF.as_bytes())
        .filter_map(|(_, look)| look.as_reference().ok())
        .collect()
}

/// The appearance with its text replaced by a drawn sign; `None` where it needs no foreign font.
fn drawn(document: &Document, look: &Stream) -> Option<Stream> {
    let operations = Operations::decode(&objects::drawing(look)?)
        .ok()?
        .operations;
    if !needs_foreign_font(document, &look.dict, &operations) {
        return None;
    }
    let area = Rectangle::from_corners(&objects::numbers(document, &look.dict, b"BBox"))?;
    let sign = sign(&operations)?;
    let frame = without_text(operations);
    let mut content = Content::default();
    content.line("q");
    content.line(String::from_utf8_lossy(
        &Operations { operations: frame }.encode().ok()?,
    ));
    content.line("Q\nq");
    content.line(sign.colour);
    let middle = (
        (area.left + area.right) / 2.0,
        (area.bottom + area.top) / 2.0,
    );
    content.sign(sign.code, middle, area.width().min(area.height()));
    content.line("Q");
    let mut dictionary = look.dict.clone();
    for key in [&b"Filter"[..], b"DecodeParms", b"Length"] {
        dictionary.remove(key);
    }
    Some(objects::stream(
        Packing::Smallest,
        dictionary,
        content.into_bytes(),
    ))
}

/// Whether any font of an appearance is missing from the file; one that names no fonts, or writes
/// in another than it names, takes it from elsewhere.
fn needs_foreign_font(document: &Document, look: &Dictionary, operations: &[Operation]) -> bool {
    let fonts = objects::dictionary(document, look, b"Resources")
        .and_then(|resources| objects::dictionary(document, resources, b"Font"));
    let Some(fonts) = fonts.filter(|fonts| !fonts.is_empty()) else {
        return true;
    };
    let is_foreign = |font: &Object| {
        let font = objects::resolved(document, font).and_then(|font| font.as_dict().ok());
        font.is_none_or(|font| {
            let is_simple = objects::name(document, font, b"Subtype") != Some(b"Type0");
            is_simple && !font.has(b"FontDescriptor") && !font.has(b"CharProcs")
        })
    };
    let written_in = operations
        .iter()
        .filter(|operation| operation.operator == "Tf");
    let mut names = written_in.filter_map(|operation| operation.operands.first()?.as_name().ok());
    names.any(|name| !fonts.has(name)) || fonts.iter().any(|(_, font)| is_foreign(font))
}

struct Sign {
    code: u8,
    colour: String,
}

/// The character that is shown and the colour it is shown in; `None` where no text is shown.
fn sign(operations: &[Operation]) -> Option<Sign> {
    let mut colour = "0 g 0 G".to_owned();
    // Colours that `q` puts aside until its `Q`.
    let mut saved = Vec::new();
    for Operation { operator, operands } in operations {
        match operator.as_str() {
            "q" => saved.push(colour.clone()),
            "Q" => colour = saved.pop().unwrap_or(colour),
            "g" | "rg" | "k" => colour = both_colours(operator, operands),
            "Tj" | "'" => {
                let shown = operands.first().and_then(|text| text.as_str().ok());
                if let Some(code) = shown.and_then(|text| text.first().copied()) {
                    return Some(Sign { code, colour });
                }
            }
            _ => {}
        }
    }
    None
}

/// A fill colour for filling and for lines.
fn both_colours(operator: &str, operands: &[Object]) -> String {
    let numbers = operands
        .iter()
        .filter_map(|operand| operand.as_float().ok());
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    let numbers = numbers.join(" ");
    format!("{numbers} {operator} {numbers} {}", operator.to_uppercase())
}

/// The operations outside of text objects.
fn without_text(operations: Vec<Operation>) -> Vec<Operation> {
    let mut is_text = false;
    let mut kept = Vec::new();
    for operation in operations {
        match operation.operator.as_str() {
            "BT" => is_text = true,
            "ET" => is_text = false,
            _ if !is_text => kept.push(operation),
            _ => {}
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign_of(content: &str) -> Option<(u8, String)> {
        let operations = Operations::decode(content.as_bytes()).unwrap().operations;
        sign(&operations).map(|sign| (sign.code, sign.colour))
    }

    #[test]
    fn a_sign_has_the_colour_in_which_its_text_was_shown() {
        let background = "q 1 g 0 0 12 12 re f Q q BT /F0 9 Tf (4) Tj ET Q";
        assert_eq!(sign_of(background), Some((b'4', "0 g 0 G".to_owned())));
        let coloured = "1 g 0 0 9 9 re f q 0 0 1 rg BT /ZaDb 9 Tf (l) Tj ET Q";
        assert_eq!(
            sign_of(coloured),
            Some((b'l', "0 0 1 rg 0 0 1 RG".to_owned()))
        );
        assert_eq!(sign_of("q 0 0 9 9 re f Q"), None);
    }

    #[test]
    fn the_frame_stays_when_the_text_goes() {
        let operations = Operations::decode(b"0 0 9 9 re s BT /F0 9 Tf (4) Tj ET").unwrap();
        let kept = without_text(operations.operations);
        let operators: Vec<&str> = kept.iter().map(|operation| &*operation.operator).collect();
        assert_eq!(operators, ["re", "s"]);
    }
}
