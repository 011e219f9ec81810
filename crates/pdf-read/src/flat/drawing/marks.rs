//! Marked content (PDF 32000-1, 14.6), of which only lines that our own writer marks matter.

use crate::document::Object;
use crate::document::content::{ContentOperation, LINE};
use crate::text_string;

/// The marked content that is open in one content stream.
#[derive(Default)]
pub(super) struct Marks {
    depth: usize,
    line: Option<OpenLine>,
}

struct OpenLine {
    depth: usize,
    first_string: usize,
    text: String,
}

impl Marks {
    /// Begins marked content; `shown` strings stand before it.
    pub(super) fn begin(&mut self, operation: &ContentOperation, shown: usize) {
        self.depth += 1;
        if self.line.is_none() {
            self.line = text(&operation.operands).map(|text| OpenLine {
                depth: self.depth,
                first_string: shown,
                text,
            });
        }
    }

    /// Ends the innermost marked content; of a line answers its first string and its text.
    pub(super) fn end(&mut self) -> Option<(usize, String)> {
        let ended = self.line.take_if(|line| line.depth == self.depth);
        self.depth = self.depth.saturating_sub(1);
        ended.map(|line| (line.first_string, line.text))
    }
}

/// The text of a line, where the operands mark one.
fn text(operands: &[Object]) -> Option<String> {
    match operands {
        [Object::Name(tag), Object::Dictionary(properties)] if tag == LINE => {
            match properties.get(b"Text") {
                Object::String(bytes) => text_string::decode(bytes).ok(),
                _ => None,
            }
        }
        _ => None,
    }
}
