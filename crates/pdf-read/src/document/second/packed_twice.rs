//! Objects that stand twice in one object stream (PDF 32000-1, 7.5.7): some viewers take the one at
//! the place that the table names, others the first or last of that number.

use std::collections::HashSet;

use ports::PdfError;

use crate::document::is_blank;
use crate::steps::step;

/// The numbers of such objects, each behind that of its stream, and all of them.
#[derive(Default)]
pub(super) struct PackedTwice {
    of_streams: HashSet<(u32, u32)>,
    of_all: HashSet<u32>,
}

pub(super) fn refusal() -> PdfError {
    PdfError::Ambiguous("an object stands in it twice under one number".to_owned())
}

impl PackedTwice {
    /// Adds those of a stream, as far as its first numbers can be read.
    pub(super) fn add(&mut self, stream: u32, entries: &lopdf::Dictionary, bytes: &[u8]) {
        let number = |key| entries.get(key).and_then(lopdf::Object::as_i64);
        let number = |key| {
            number(key)
                .ok()
                .and_then(|number| usize::try_from(number).ok())
        };
        let (count, first) = (number(b"N"), number(b"First").unwrap_or(bytes.len()));
        let head = bytes.get(..first).unwrap_or(bytes);
        let mut numbers = HashSet::new();
        for packed in numbers_of_pairs(head).take(count.unwrap_or(usize::MAX)) {
            step();
            if !numbers.insert(packed) {
                self.of_streams.insert((stream, packed));
                self.of_all.insert(packed);
            }
        }
    }

    /// Whether an object stands twice in a stream, or where that is not known in any.
    pub(super) fn has(&self, number: u32, stream: Option<u32>) -> bool {
        match stream {
            Some(stream) => self.of_streams.contains(&(stream, number)),
            None => self.of_all.contains(&number),
        }
    }
}

/// The first one of each two numbers, up to what is none.
fn numbers_of_pairs(head: &[u8]) -> impl Iterator<Item = u32> {
    let words = head
        .split(|byte| is_blank(*byte))
        .filter(|word| !word.is_empty());
    let numbers = words.map_while(|word| std::str::from_utf8(word).ok()?.parse().ok());
    numbers.step_by(2)
}
