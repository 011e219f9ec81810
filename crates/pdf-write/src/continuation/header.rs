//! What stands at the top of each continuation page.

use forms::words::{self, PAGE_NUMBER_SIZE};

use super::flow::COLUMN_WIDTH;
use crate::content::{Colour, Content};
use crate::font::{FontSet, Weight};
use crate::style::{self, MARGIN_SIDE, PAGE_HEIGHT, PAGE_WIDTH};

/// The title of the form, and the number of the page with how many there are, with a line below.
pub(super) fn header(
    content: &mut Content,
    fonts: &mut FontSet,
    title: &str,
    (number, count): (usize, usize),
) {
    let base = PAGE_HEIGHT - 48.0;
    content.fill_colour(&style::quiet());
    let page = words::page_of(number, count);
    let width = fonts
        .family()
        .width(Weight::Regular, &page, PAGE_NUMBER_SIZE);
    let heading = words::continuation_title(title);
    // Readers know the page by its heading, so a long one is smaller and never cut.
    let room = COLUMN_WIDTH - width - 20.0;
    let full = fonts
        .family()
        .width(Weight::Bold, &heading, PAGE_NUMBER_SIZE);
    let size = PAGE_NUMBER_SIZE * (room / full).min(1.0);
    content.text(
        fonts,
        (MARGIN_SIDE, base),
        (Weight::Bold, size),
        heading.as_str(),
    );
    let right = PAGE_WIDTH - MARGIN_SIDE - width;
    let style = (Weight::Regular, PAGE_NUMBER_SIZE);
    content.text(fonts, (right, base), style, &page);
    rule(content, base - 6.0, &style::line());
}

/// A line across the column.
pub(super) fn rule(content: &mut Content, y: f32, colour: &Colour) {
    content.stroke(
        (MARGIN_SIDE, y),
        (PAGE_WIDTH - MARGIN_SIDE, y),
        colour,
        0.75,
    );
}
