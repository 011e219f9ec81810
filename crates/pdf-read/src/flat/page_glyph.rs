//! A character where it stands on a page.

use std::rc::Rc;

use forms::form_content::{PagePlace, PlacedText};

/// How far within the clipping edge a character that it hides is placed, in points.
const WITHIN: f32 = 3.0;

/// The areas of fields side by side may lie over each other by so much, in points.
const OVERLAP_MAX: f32 = 1.0;

/// A character, or the few that a ligature stands for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PageGlyph {
    /// Page number, from 0.
    pub(super) page: usize,
    pub(super) text: String,
    pub(super) left: f32,
    /// Where the next character stands if nothing moves it.
    pub(super) right: f32,
    /// The area in which it can be seen, as far as that is known.
    pub(super) clip: Option<Rc<PagePlace>>,
    pub(super) baseline: f32,
    pub(super) size: f32,
    /// The white space to the next line that the last character of its line is marked with.
    pub(super) line_end: Option<Rc<str>>,
    /// Whether it is a whole line, in the order in which it is marked to be read.
    pub(super) is_whole_line: bool,
    /// The name of the field that it is marked as a part of the value of.
    pub(super) field: Option<Rc<str>>,
    /// The number of the string that it was drawn with.
    pub(super) string: usize,
    /// For text that does not run from left to right, the number of its string, which stays one
    /// run.
    pub(super) turned: Option<usize>,
    /// The quarter turns counterclockwise after which it stands upright; `None` for slanted text.
    pub(super) turns: Option<u8>,
    /// Where it stands then.
    pub(super) upright: UprightPlace,
}

/// Where a character stands on a page that is turned until its text is upright.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct UprightPlace {
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) baseline: f32,
}

impl UprightPlace {
    /// The place of a character that runs from `start` to `end`, after `turns` quarter turns
    /// counterclockwise.
    pub(super) fn of(start: (f32, f32), end: (f32, f32), turns: Option<u8>) -> Self {
        let ((left, baseline), (right, _)) = match turns {
            Some(1) => ((start.1, -start.0), (end.1, -end.0)),
            Some(2) => ((-start.0, -start.1), (-end.0, -end.1)),
            Some(3) => ((-start.1, start.0), (-end.1, end.0)),
            _ => (start, end),
        };
        Self {
            left: left.min(right),
            right: left.max(right),
            baseline,
        }
    }
}

impl PageGlyph {
    /// The same, turned until it is upright.
    pub(super) fn turned_upright(&self) -> Self {
        let UprightPlace {
            left,
            right,
            baseline,
        } = self.upright;
        Self {
            left,
            right,
            baseline,
            turned: None,
            ..self.clone()
        }
    }

    /// Whether it is seen in another area than a character, one beside the other as fields are.
    pub(super) fn is_clipped_beside(&self, other: &Self) -> bool {
        let areas = self.clip.as_deref().zip(other.clip.as_deref());
        areas.is_some_and(|(one, other)| {
            let ends = |area: &PagePlace| area.left + area.width;
            ends(one).min(ends(other)) - one.left.max(other.left) <= OVERLAP_MAX
        })
    }

    /// Its left and right edge, as far as they can be seen. A character that is clipped away is put
    /// a little inside the edge that hides it, so that it does not count for the next field.
    pub(super) fn seen(&self) -> (f32, f32) {
        let Some(clip) = self.clip.as_deref() else {
            return (self.left, self.right);
        };
        let (first, last) = (clip.left, clip.left + clip.width);
        if self.left < last && self.right > first {
            return (self.left.max(first), self.right.min(last));
        }
        let inset = WITHIN.min(clip.width / 4.0);
        let edge = match self.left >= last {
            true => last - inset,
            false => first + inset,
        };
        (edge, edge)
    }

    /// The clipping area, if the whole character lies outside of it.
    pub(super) fn hidden_by(&self) -> Option<&Rc<PagePlace>> {
        let middle = self.baseline - PlacedText::LETTER_MIDDLE * self.size;
        self.clip.as_ref().filter(|clip| {
            let is_within = (clip.top..=clip.top + clip.height).contains(&middle);
            let is_beside = self.left >= clip.left + clip.width || self.right <= clip.left;
            !is_within || (is_beside && self.left < self.right)
        })
    }
}

#[cfg(test)]
impl PageGlyph {
    /// Characters of 10 points that are 5 wide, on the first page from a place on.
    pub(super) fn line(text: &str, left: f32, baseline: f32, string: usize) -> Vec<Self> {
        let mut left = left;
        let glyph = |character: char| {
            left += 5.0;
            Self {
                page: 0,
                text: character.to_string(),
                left: left - 5.0,
                right: left,
                clip: None,
                baseline,
                size: 10.0,
                line_end: None,
                is_whole_line: false,
                field: None,
                string,
                turned: None,
                turns: Some(0),
                upright: UprightPlace::of((left - 5.0, baseline), (left, baseline), Some(0)),
            }
        };
        text.chars().map(glyph).collect()
    }
}
