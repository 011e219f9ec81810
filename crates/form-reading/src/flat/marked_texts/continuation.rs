//! What stands on the pages behind a form for one of its fields.

use forms::form_content::{FormField, PagePlace, PlacedText};
use forms::line_ends::LINE_PITCH;

use crate::text_layout::line_breaks;
use crate::text_layout::text_in_place::{are_lost, joined};

/// What stands on the pages behind the form for one field.
#[derive(Default)]
pub(super) struct Continuation {
    pub(super) lines: Vec<PlacedText>,
    /// Whether nothing of another field stands between two of them.
    pub(super) is_whole: bool,
    /// The numbers of the texts that are its label.
    pub(super) label: Vec<usize>,
    /// What tells its lines where these are not marked.
    pub(super) unmarked: Option<UnmarkedLines>,
}

/// The value of a field that stands behind the form.
pub(in crate::flat) struct ContinuedText {
    pub(in crate::flat) text: String,
    pub(in crate::flat) place: PagePlace,
    /// Whether it cannot be told in which order one of its lines is read.
    pub(in crate::flat) is_lost: bool,
}

/// Lines that no mark tells.
pub(super) struct UnmarkedLines {
    /// Their numbers among the texts.
    pub(super) numbers: Vec<usize>,
    /// The column in which they were broken.
    pub(super) column: PagePlace,
}

impl Continuation {
    /// Whether it stands under its label and goes on from there.
    pub(super) fn is_seen(&self) -> bool {
        let pages: Vec<usize> = self.lines.iter().map(|line| line.place.page).collect();
        let mut steps = pages.windows(2);
        let goes_on = steps.all(|pair| pair[1] == pair[0] || pair[1] == pair[0] + 1);
        self.is_whole && goes_on && !self.label.is_empty()
    }

    /// Whether it begins on this page, counted from 1.
    pub(super) fn begins_on(&self, page: usize) -> bool {
        let first = self.lines.first();
        first.is_some_and(|line| line.place.page + 1 == page)
    }

    /// What its lines say in a field like this one.
    pub(super) fn text(&self, room: &FormField) -> Option<ContinuedText> {
        let place = PagePlace::around(self.lines.iter().map(|line| line.place))?;
        let text = match &self.unmarked {
            Some(lines) => joined(&on_one_page(&self.lines), room, lines.column),
            None => self.marked_text(room, place),
        };
        Some(ContinuedText {
            text,
            place,
            is_lost: self.by_page().any(are_lost),
        })
    }

    fn by_page(&self) -> impl Iterator<Item = &[PlacedText]> {
        let lines = &self.lines;
        lines.chunk_by(|one, other| one.place.page == other.place.page)
    }

    fn marked_text(&self, room: &FormField, column: PagePlace) -> String {
        let mut text = String::new();
        let mut above: Option<&PlacedText> = None;
        for page in self.by_page() {
            if let (Some(above), Some(below)) = (above, page.first()) {
                let end = above.line_end.as_deref();
                let said = line_breaks::said(end, &above.text, &below.text, room.multiple, None);
                text.push_str(&said.unwrap_or(" ".into()));
            }
            text.push_str(&joined(page, room, column));
            above = page.last();
        }
        text
    }
}

/// Lines that go on from page to page as if they went on below: what stands between the last one
/// of a page and the next is then told as it is on one page.
fn on_one_page(lines: &[PlacedText]) -> Vec<PlacedText> {
    let mut moved: Vec<PlacedText> = Vec::with_capacity(lines.len());
    let mut down = 0.0;
    for (number, line) in lines.iter().enumerate() {
        let mut line = line.clone();
        let above = number
            .checked_sub(1)
            .map(|above| (&lines[above], &moved[above]));
        if let Some((above, moved)) = above
            && above.place.page != line.place.page
        {
            down = moved.baseline() + LINE_PITCH * line.place.height - line.baseline();
        }
        line.place.top += down;
        moved.push(line);
    }
    moved
}
