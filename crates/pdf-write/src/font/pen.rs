//! Drawing shaped glyphs one behind the other, as operators that show text.

use super::face::choose;
use super::shaped_text::ShapedGlyph;
use crate::text_string::push_escaped;

/// Where the next glyph stands; lengths in thousandths of the font size.
#[derive(Default)]
pub(super) struct Pen {
    face: Option<usize>,
    /// Whether a string is being written.
    is_open: bool,
    /// Where the next glyph stands if nothing moves it, as viewers count.
    drawn: f32,
    /// Where the next glyph has to stand but for its own offset.
    wanted: f32,
    up: f32,
}

impl Pen {
    pub(super) fn draw(
        &mut self,
        content: &mut Vec<u8>,
        size: f32,
        shaped: &ShapedGlyph,
        code: u16,
    ) {
        if self.face != Some(shaped.face) {
            self.close(content);
            choose(content, shaped.face, size);
            self.face = Some(shaped.face);
        }
        if (shaped.up - self.up).abs() > 0.5 {
            self.close(content);
            self.raise(content, size, shaped.up);
        }
        if !self.is_open {
            content.extend_from_slice(b"[(");
            self.is_open = true;
        }
        let back = (self.drawn - self.wanted - shaped.right).round();
        if back != 0.0 {
            content.extend_from_slice(format!(") {back} (").as_bytes());
            self.drawn -= back;
        }
        for byte in code.to_be_bytes() {
            push_escaped(content, byte);
        }
        self.drawn += shaped.glyph.advance.round();
        self.wanted += shaped.advance;
    }

    /// Ends the string that is being written.
    pub(super) fn close(&mut self, content: &mut Vec<u8>) {
        if self.is_open {
            content.extend_from_slice(b")] TJ\n");
            self.is_open = false;
        }
    }

    pub(super) fn finish(mut self, content: &mut Vec<u8>) {
        self.close(content);
        if self.up != 0.0 {
            self.raise(content, 1.0, 0.0);
        }
    }

    fn raise(&mut self, content: &mut Vec<u8>, size: f32, up: f32) {
        // In points, with at most three decimal places; finer steps show on no device.
        let rise = (up * size).round() / 1000.0;
        content.extend_from_slice(format!("{rise} Ts\n").as_bytes());
        self.up = up;
    }
}
