//! The text that stands in the place of a field, put together from its pieces.
//!
//! Lines become lines of a field that has several. A line that ends where the next word had no room
//! was broken by the program that drew it: there a space stands. Where that program says with what
//! a line ends, and it may have done so, that stands there. Characters in the cells of a comb
//! are joined.

use forms::form_content::{FormField, FormFieldKind, FormFieldOption, PagePlace, PlacedText};

use super::pieces_by_line::by_line;
use super::placed_words::Words;
use super::{cells, drawn_order, hyphens, line_breaks};

/// The width of a space, in font sizes: that of Helvetica, as wide as there is in such forms.
const SPACE: f32 = 0.28;

/// What is wrong with a text that [`is_of_several`] options.
pub(crate) const OF_SEVERAL: &str = "shows a text that several of its options have";

/// What is wrong with texts of which one [`lies_over_another`].
pub(crate) const OVER_ANOTHER: &str = "shows two texts, one printed over the other";

/// What is wrong with texts that [`are_of_several_fields`].
pub(crate) const OF_SEVERAL_FIELDS: &str =
    "shows texts that were filled into several fields, as another version of the form has them";

/// Text behind which another begins may be moved back by so much for its looks, in font sizes.
const KERNING: f32 = 0.3;

/// The text of these pieces, which stand in this place of a field, in any order.
pub(crate) fn joined(pieces: &[PlacedText], field: &FormField, place: PagePlace) -> String {
    if let Some(text) = cells::text(pieces, field, place) {
        return text;
    }
    let lines = lines(pieces);
    let bottoms: Vec<f32> = lines.iter().map(|line| line.bottom).collect();
    let size = lines.iter().map(|line| line.size).fold(0.0, f32::max);
    let pitch = line_breaks::pitch(&bottoms, size);
    let left = lines
        .iter()
        .map(|line| line.left)
        .fold(f32::INFINITY, f32::min);
    // As much room is left free on both sides.
    let right = place.right() - (left - place.left).max(0.0);
    let mut text = String::new();
    let mut above: Option<&JoinedLine<'_>> = None;
    for line in &lines {
        if let Some(above) = above {
            let breaks = line_breaks::count(line.bottom - above.bottom, pitch, above.end);
            let spaces = above.end.map_or(1, |end| end.chars().count().max(1));
            let gap = spaces as f32 * SPACE * line.size;
            let had_room = above.right + gap + line.first_word <= right;
            let said = line_breaks::said(
                above.end,
                &above.text,
                &line.text,
                field.multiple,
                Some(breaks),
            );
            match (said, field.multiple, breaks) {
                (Some(said), ..) if said.contains('\n') || !had_room || line.is_told => {
                    text.push_str(&said);
                }
                (_, true, 2..) => text.push_str(&"\n".repeat(breaks)),
                (_, true, _) if had_room => text.push('\n'),
                _ => text.push(' '),
            }
        }
        text.push_str(&line.text);
        above = Some(line);
    }
    text
}

/// Whether a text is printed over a different one, so that nobody knows which of them counts.
/// Lines and dots to write on are no texts.
pub(crate) fn lies_over_another(pieces: &[PlacedText]) -> bool {
    let pieces = pieces.iter();
    let pieces = pieces.filter(|piece| piece.text.contains(char::is_alphanumeric));
    by_line(pieces.collect()).iter().any(|line| {
        let mut last: Option<&PlacedText> = None;
        line.iter().any(|piece| {
            let is_over = last.is_some_and(|last| is_over_other(piece, last));
            // The one that reaches furthest.
            last = last
                .filter(|last| last.place.right() >= piece.place.right())
                .or(Some(piece));
            is_over
        })
    })
}

/// Whether the file says of these texts, which stand in the place of one field, that they are of
/// different ones. One name that is not the field's may be the one that it had before.
pub(crate) fn are_of_several_fields(pieces: &[PlacedText]) -> bool {
    let mut names = pieces.iter().filter_map(|piece| piece.field.as_deref());
    let first = names.next();
    names.any(|name| Some(name) != first)
}

/// Whether it cannot be told in which order one of these lines is read.
pub(crate) fn are_lost(pieces: &[PlacedText]) -> bool {
    // Most texts are told by this alone.
    let runs_left = |piece: &PlacedText| drawn_order::runs_left(&piece.text);
    pieces.iter().any(runs_left) && lines(pieces).iter().any(|line| line.is_lost)
}

/// The field as if the text were filled in.
pub(crate) fn with_text(field: &FormField, text: &str) -> FormField {
    let stored = match field.kind {
        FormFieldKind::CheckBox => field.options.first().map(|option| option.export.as_str()),
        FormFieldKind::Choice => options_showing(field, text)
            .next()
            .map(|option| option.export.as_str()),
        _ => None,
    };
    let stored = stored.unwrap_or(text).to_owned();
    FormField {
        values: vec![stored],
        ..field.clone()
    }
}

/// Whether several options of a list show the text, and stand for different values.
pub(crate) fn is_of_several(field: &FormField, text: &str) -> bool {
    let mut shown = options_showing(field, text);
    let first = shown.next();
    shown.any(|other| first.is_some_and(|first| first.export != other.export))
}

/// Whether a list has an option that shows the text.
pub(crate) fn is_of_option(field: &FormField, text: &str) -> bool {
    field.kind == FormFieldKind::Choice && options_showing(field, text).next().is_some()
}

/// The options that show just this text; where there are none, those that it is in other lines and
/// with other spaces: an option that is wider than its list is broken.
fn options_showing<'field>(
    field: &'field FormField,
    text: &str,
) -> impl Iterator<Item = &'field FormFieldOption> {
    let is_exact = field.options.iter().any(|option| option.display == text);
    let wanted = if is_exact {
        text.to_owned()
    } else {
        bare(text)
    };
    field.options.iter().filter(move |option| match is_exact {
        true => option.display == wanted,
        false => !wanted.is_empty() && bare(&option.display) == wanted,
    })
}

fn bare(text: &str) -> String {
    hyphens::as_seen(text).split_whitespace().collect()
}

/// The texts of a list in these pieces, of which each goes on where its line is said to go on.
pub(crate) fn listed(pieces: &[PlacedText]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut goes_on = None;
    for line in lines(pieces) {
        match (goes_on, texts.last_mut()) {
            (Some(between), Some(text)) => {
                text.push_str(between);
                text.push_str(&line.text);
            }
            _ => texts.push(line.text),
        }
        goes_on = line.end.filter(|end| !end.contains('\n'));
    }
    texts
}

/// A line of a text.
struct JoinedLine<'text> {
    text: String,
    /// The white space behind it, where that is said.
    end: Option<&'text str>,
    /// Whether it is said to be of this field: then what it ends with is believed as well.
    is_told: bool,
    /// Whether it cannot be told in which order it is read.
    is_lost: bool,
    left: f32,
    right: f32,
    bottom: f32,
    size: f32,
    /// The width of its first word.
    first_word: f32,
}

fn lines(pieces: &[PlacedText]) -> Vec<JoinedLine<'_>> {
    let lines = by_line(pieces.iter().collect());
    lines.iter().map(|line| JoinedLine::of(line)).collect()
}

impl<'text> JoinedLine<'text> {
    fn of(pieces: &[&'text PlacedText]) -> Self {
        let mut line = Self {
            text: String::new(),
            end: pieces.last().and_then(|piece| piece.line_end.as_deref()),
            is_told: pieces.iter().all(|piece| piece.field.is_some()),
            is_lost: false,
            left: f32::INFINITY,
            right: f32::NEG_INFINITY,
            bottom: f32::NEG_INFINITY,
            size: 0.0,
            first_word: 0.0,
        };
        let mut before: Option<&PlacedText> = None;
        for piece in pieces {
            // Where two widgets of a field stand in one place a person sees their text once.
            let is_seen_already = before.is_some_and(|before| lies_over(piece, before));
            before = Some(piece);
            if is_seen_already {
                continue;
            }
            let place = piece.place;
            let (words, end) = (Words::of(piece), place.right());
            if line.text.is_empty() {
                line.first_word = words.first_end().unwrap_or(end) - place.left;
            } else if place.left - line.right > PlacedText::SPACE_GAP * place.height {
                line.text.push(' ');
            }
            line.text.push_str(piece.text.trim());
            line.left = line.left.min(place.left);
            line.right = line.right.max(words.last().map_or(end, |word| word.right));
            line.bottom = line.bottom.max(piece.baseline());
            line.size = line.size.max(place.height);
        }
        let drawn = || pieces.iter().filter(|piece| !piece.is_ordered);
        if drawn().count() < pieces.len() {
            line.is_lost = drawn().any(|piece| drawn_order::runs_left(&piece.text));
        } else if let Some(read) = drawn_order::as_read(&line.text) {
            line.text = read;
        } else {
            line.is_lost = drawn_order::is_lost(&line.text);
        }
        line
    }
}

/// Whether the same text is drawn once more where it stands.
fn lies_over(one: &PlacedText, other: &PlacedText) -> bool {
    let holds_middle = |outer: PagePlace, inner: PagePlace| {
        let (middle, _) = inner.middle();
        (outer.left..outer.right()).contains(&middle)
    };
    one.text.trim() == other.text.trim()
        && holds_middle(one.place, other.place)
        && holds_middle(other.place, one.place)
}

/// Whether a different text covers half of another, which begins before it, or stands between the
/// letters of that.
fn is_over_other(one: &PlacedText, other: &PlacedText) -> bool {
    let (end, end_of_other) = (one.place.right(), other.place.right());
    let overlap = end.min(end_of_other) - one.place.left;
    let height = one.place.height.min(other.place.height);
    let narrower = one.place.width.min(other.place.width);
    let covers_half = overlap > KERNING * height && overlap >= narrower / 2.0;
    !lies_over(one, other) && (covers_half || (overlap > 0.0 && end < end_of_other))
}
