//! Where objects begin in the bytes of a file, whatever its tables say (PDF 32000-1, 7.3.10): what
//! a viewer finds that searches a broken file for its objects.

use std::collections::{HashMap, HashSet};

use memchr::memmem::Finder;

use super::Id;
use super::filters::is_blank;
use crate::steps::search_steps;

/// The words that objects and streams begin with, and that streams end with.
const OBJECT: &[u8] = b"obj";
const STREAM: &[u8] = b"stream";
const END_OF_STREAM: &[u8] = b"endstream";

/// The last place at which each of the wanted objects begins, outside of the data of streams.
pub(super) fn last_places(pdf: &[u8], is_wanted: impl Fn(Id) -> bool) -> HashMap<Id, usize> {
    search_steps(pdf.len());
    let word = Finder::new(OBJECT);
    let mut places = HashMap::new();
    let mut streams = Streams::of(pdf);
    let mut position = 0;
    while let Some(found) = word.find(&pdf[position..]) {
        let at = position + found;
        position = match streams.end_of_first(position, at) {
            Some(behind) => behind,
            None => {
                if let Some((id, place)) = header(pdf, at)
                    && is_wanted(id)
                {
                    places.insert(id, place);
                }
                at + OBJECT.len()
            }
        };
    }
    places
}

/// Whether one of these objects begins somewhere.
pub(super) fn writes_one_of(pdf: &[u8], ids: &HashSet<Id>) -> bool {
    !ids.is_empty() && !last_places(pdf, |id| ids.contains(&id)).is_empty()
}

/// The streams of a file, which are asked for from the first on.
struct Streams<'pdf> {
    pdf: &'pdf [u8],
    /// What looks for the words. To prepare for a word takes longer than to find most of them.
    begin: Finder<'static>,
    end: Finder<'static>,
    /// The first word at or behind the last place that was asked for, or the end of the file.
    next: usize,
    /// Whether a stream may still end: where no end follows one, none follows those behind it.
    are_ended: bool,
}

impl<'pdf> Streams<'pdf> {
    fn of(pdf: &'pdf [u8]) -> Self {
        let begin = Finder::new(STREAM);
        Self {
            next: begin.find(pdf).unwrap_or(pdf.len()),
            pdf,
            begin,
            end: Finder::new(END_OF_STREAM),
            are_ended: true,
        }
    }

    /// Where the first stream that begins between two places has ended.
    fn end_of_first(&mut self, from: usize, to: usize) -> Option<usize> {
        self.go_to(from);
        while self.are_ended && self.next < to {
            let data = self.next + STREAM.len();
            if self.begins() {
                let end = self.end.find(&self.pdf[data..]);
                self.are_ended = end.is_some();
                return Some(data + end? + END_OF_STREAM.len());
            }
            self.go_to(data);
        }
        None
    }

    fn go_to(&mut self, place: usize) {
        if self.next < place {
            let found = self.begin.find(&self.pdf[place..]);
            self.next = found.map_or(self.pdf.len(), |found| place + found);
        }
    }

    /// Whether the next word begins a stream.
    fn begins(&self) -> bool {
        let behind = self.pdf.get(self.next + STREAM.len());
        matches!(behind, Some(b'\r' | b'\n')) && ends_dictionary(&self.pdf[..self.next])
    }
}

/// Whether nothing but white space is behind the end of a dictionary, outside of comments
/// (7.3.8.1): in a comment the word `stream` begins none, and viewers go on behind it.
fn ends_dictionary(bytes: &[u8]) -> bool {
    let before = bytes.trim_ascii_end();
    let line = memchr::memrchr2(b'\r', b'\n', before).map_or(0, |end| end + 1);
    before.ends_with(b">>") && memchr::memchr(b'%', &before[line..]).is_none()
}

/// The object whose first line has the word `obj` here, and where that line begins.
fn header(pdf: &[u8], word: usize) -> Option<(Id, usize)> {
    let behind = pdf.get(word + OBJECT.len());
    if behind.is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let (before, generation) = number_before(pdf.get(..word)?)?;
    let (start, number) =
        number_before(before).filter(|_| before.last().copied().is_some_and(is_blank))?;
    let id = (u32::try_from(number).ok()?, u16::try_from(generation).ok()?);
    Some((id, start.len()))
}

/// The number at the end of these bytes, white space behind it aside, and what is before it. It has
/// at most ten digits.
fn number_before(bytes: &[u8]) -> Option<(&[u8], u64)> {
    let blanks = bytes.iter().rev().take_while(|byte| is_blank(**byte));
    let bytes = &bytes[..bytes.len() - blanks.count()];
    let digits = bytes.iter().rev().take_while(|byte| byte.is_ascii_digit());
    let (before, digits) = bytes.split_at(bytes.len() - digits.count());
    let number = std::str::from_utf8(digits)
        .ok()
        .filter(|digits| digits.len() <= 10)?;
    Some((before, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::last_places;

    fn places(pdf: &str) -> Vec<(u32, u16, usize)> {
        let places = last_places(pdf.as_bytes(), |id| id.0 != 9).into_iter();
        let mut places: Vec<_> = places
            .map(|((number, generation), at)| (number, generation, at))
            .collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn objects_are_found_at_their_last_place_outside_of_streams() {
        assert_eq!(
            places("1 0 obj<<>>endobj\n12\t3\nobj 1 0 obj"),
            [(1, 0, 27), (12, 3, 18)]
        );
        let stream = "1 0 obj<<>>stream\n2 0 obj endstream endobj 3 0 obj";
        assert_eq!(places(stream), [(1, 0, 0), (3, 0, 43)]);
        let endless = "1 0 obj<<>>stream\n2 0 obj 3 0 obj";
        assert_eq!(places(endless), [(1, 0, 0), (2, 0, 18), (3, 0, 26)]);
    }

    #[test]
    fn the_word_stream_hides_nothing_but_behind_a_dictionary() {
        for comment in [
            "%stream\n",
            "%>>stream\n",
            "% <<>> \tstream\r",
            "%>>\nstream\n",
            "[stream\n",
            "endstream\n",
        ] {
            let pdf = format!("{comment}1 0 obj endstream");
            assert_eq!(places(&pdf), [(1, 0, comment.len())], "{comment}");
        }
        for stream in [">>stream\n", ">> \r\n\tstream\r\n", "% a\n>>stream\n"] {
            let pdf = format!("{stream}1 0 obj endstream");
            assert_eq!(places(&pdf), [], "{stream}");
        }
    }

    #[test]
    fn words_like_the_first_of_an_object_are_none() {
        for other in [
            "1 0 objj",
            "10 obj",
            "1 x obj",
            "endobj",
            "9 0 obj",
            "1 70000 obj",
            "obj",
        ] {
            assert_eq!(places(other), [], "{other}");
        }
    }
}
