//! What continuation pages print of fields that have no room for their values: a label in small
//! letters, and under it the lines of the value in larger ones.

mod by_label;

use forms::form_content::{PagePlace, PlacedText};
use forms::form_type::FormType;
use forms::line_ends::LINE_PITCH;
use forms::words;

pub(super) use self::by_label::EntriesByLabel;
use crate::steps::step;

/// A label is printed on so many lines at most.
pub(super) const LABEL_LINES_MAX: usize = 4;

/// Sizes nearer than this are one, as a share of the size in which pages are printed.
const SAME_SIZE: f32 = 0.4;

/// Labels begin where the title of the page does, give or take so many points.
const NEAR: f32 = 3.0;

/// Runs whose bottoms differ by less than this share of their height stand on one line.
const SAME_LINE: f32 = 0.6;

/// What follows on a value begins farther below its last line than this, in font sizes of values;
/// what is nearer is a line of it.
const APART: f32 = 1.2 * LINE_PITCH;

/// A label with the value under it, as numbers of texts.
pub(super) struct ContinuationEntry {
    /// With a space where a line ends, which may be within a word.
    label: String,
    label_lines: usize,
    /// Between its edges lines are broken.
    pub(super) column: PagePlace,
    /// Counted from 1, as references do.
    pub(super) page: usize,
    pub(super) label_texts: Vec<usize>,
    pub(super) value_texts: Vec<usize>,
}

/// The entries on this page and behind it, in their order.
pub(super) fn entries(
    form_type: &FormType,
    texts: &[PlacedText],
    first_page: usize,
) -> EntriesByLabel {
    let behind = texts.iter().enumerate();
    let mut behind: Vec<(usize, &PlacedText)> = behind
        .filter(|(_, text)| text.place.page >= first_page)
        .collect();
    let order = |text: &PlacedText| (text.place.page, text.baseline(), text.place.left);
    behind.sort_by(|(_, one), (_, other)| {
        let (one, other) = (order(one), order(other));
        let height = one.1.total_cmp(&other.1);
        one.0
            .cmp(&other.0)
            .then(height)
            .then(one.2.total_cmp(&other.2))
    });
    let title = words::continuation_title(&form_type.title);
    let mut reader = EntryReader::default();
    for page in behind.chunk_by(|(_, one), (_, other)| one.place.page == other.place.page) {
        reader.read_page(page, title.trim());
    }
    EntriesByLabel::of(reader.entries)
}

/// What the first line of a page tells.
struct PageHeader {
    /// From the left edge of the title to the right one of the number of the page.
    column: PagePlace,
    /// Where it ends, from the top of the page.
    end: f32,
    /// How large the page is printed.
    scale: f32,
}

impl PageHeader {
    /// That of the page on which these texts stand, if it is a continuation page.
    fn of(texts: &[(usize, &PlacedText)], title: &str) -> Option<Self> {
        let mut all = texts.iter().inspect(|_| step());
        let (_, heading) = all.find(|(_, text)| text.text.trim() == title)?;
        let mut all = texts.iter().inspect(|_| step());
        let (_, number) = all.find(|(_, text)| words::numbered_page(&text.text).is_some())?;
        let right = number.place.right();
        Some(Self {
            column: PagePlace {
                width: right - heading.place.left,
                ..heading.place
            },
            end: heading.baseline() + SAME_LINE * heading.place.height,
            scale: number.place.height / words::PAGE_NUMBER_SIZE,
        })
    }
}

/// What a line is, by the size of its letters.
#[derive(PartialEq, Eq)]
enum LineKind {
    Label,
    Value,
    Other,
}

/// Reads line by line.
#[derive(Default)]
struct EntryReader {
    entries: Vec<ContinuationEntry>,
    /// The page of the last line, if that belongs to the last entry.
    goes_on: Option<usize>,
    /// What stands on this page down to here belongs to the value of the last entry.
    value_end: f32,
}

impl EntryReader {
    fn read_page(&mut self, texts: &[(usize, &PlacedText)], title: &str) {
        let Some(header) = PageHeader::of(texts, title) else {
            self.goes_on = None;
            return;
        };
        let (column, scale) = (header.column, header.scale);
        self.goes_on = self.goes_on.filter(|last| last + 1 == column.page);
        self.value_end = 0.0;
        let begin = texts.partition_point(|(_, text)| text.baseline() < header.end);
        let is_same_line = |(_, one): &(usize, &PlacedText), (_, other): &(usize, &PlacedText)| {
            other.baseline() - one.baseline() < SAME_LINE * one.place.height
        };
        for line in texts[begin..].chunk_by(is_same_line) {
            let left = line.iter().map(|(_, text)| text.place.left);
            let left = left.fold(f32::INFINITY, f32::min);
            let is_at_edge = (left - column.left).abs() <= NEAR;
            let kind = kind(line, scale);
            if kind != LineKind::Value && line[0].1.baseline() < self.value_end {
                self.give_up_value();
            }
            match kind {
                LineKind::Label if is_at_edge => self.add_label(line, column),
                LineKind::Value if self.goes_on.is_some() => {
                    self.add_value(line, column.page, scale);
                }
                _ => self.goes_on = None,
            }
        }
    }

    fn add_label(&mut self, line: &[(usize, &PlacedText)], column: PagePlace) {
        let page = column.page;
        let numbers = line.iter().map(|(number, _)| *number);
        let texts: Vec<&str> = line.iter().map(|(_, text)| text.text.as_str()).collect();
        let text = texts.join(" ");
        match self.entries.last_mut() {
            Some(last) if self.goes_on == Some(page) && last.value_texts.is_empty() => {
                last.label.push(' ');
                last.label.push_str(&text);
                last.label_lines += 1;
                last.label_texts.extend(numbers);
            }
            _ => self.entries.push(ContinuationEntry {
                label: text,
                label_lines: 1,
                column,
                page: page + 1,
                label_texts: numbers.collect(),
                value_texts: Vec::new(),
            }),
        }
        self.goes_on = Some(page);
    }

    fn add_value(&mut self, line: &[(usize, &PlacedText)], page: usize, scale: f32) {
        let size = words::CONTINUED_VALUE_SIZE * scale;
        self.value_end = line[0].1.baseline() + APART * size;
        if let Some(last) = self.entries.last_mut() {
            last.value_texts
                .extend(line.iter().map(|(number, _)| *number));
        }
        self.goes_on = Some(page);
    }

    /// The last value has a line of another size, and nobody knows where it ends.
    fn give_up_value(&mut self) {
        if let Some(last) = self.entries.last_mut() {
            last.value_texts.clear();
        }
        self.goes_on = None;
    }
}

fn kind(line: &[(usize, &PlacedText)], scale: f32) -> LineKind {
    let all = |size: f32| {
        let mut texts = line.iter().inspect(|_| step());
        texts.all(|(_, text)| (text.place.height - size * scale).abs() <= SAME_SIZE * scale)
    };
    if all(words::CONTINUED_LABEL_SIZE) {
        LineKind::Label
    } else if all(words::CONTINUED_VALUE_SIZE) {
        LineKind::Value
    } else {
        LineKind::Other
    }
}
