//! Setting blocks onto pages. A heading never ends a page; only a table runs over, with its headings repeated.

use domain::FormType;

use super::block::{AtEnd, Block};
use super::item::{Item, Role, Shape, Text};
use super::style::{
    COLUMN_BOTTOM, COLUMN_HEIGHT, COLUMN_TOP, COLUMN_WIDTH, HINT_SIZE, MARGIN, PAGE_HEIGHT,
    PAGE_WIDTH, box_edge, pale_ink,
};
use crate::font::{FontFamily, Weight};

/// The base line of the footer.
const FOOTER_BASE: f32 = PAGE_HEIGHT - 32.0;

/// The pages of a form, each with its footer, as the items that stand on them.
pub(super) fn pages(
    family: &FontFamily,
    form_type: &FormType,
    blocks: Vec<Block>,
) -> Vec<Vec<Item>> {
    let needed: Vec<f32> = (0..blocks.len())
        .map(|index| needed(&blocks[index..]))
        .collect();
    let mut flow = Flow {
        pages: vec![Vec::new()],
        y: COLUMN_TOP,
        gap: 0.0,
    };
    for (block, needed) in blocks.into_iter().zip(needed) {
        flow.place(block, needed);
    }
    let count = flow.pages.len();
    for (index, page) in flow.pages.iter_mut().enumerate() {
        page.extend(footer(family, &form_type.title, index + 1, count));
    }
    flow.pages
}

/// The room that the first block needs, with all that has to stay with it.
fn needed(blocks: &[Block]) -> f32 {
    let mut height = 0.0;
    for block in blocks {
        if !block.is_heading {
            return height + block.height_min();
        }
        height += block.height + block.gap;
    }
    height
}

struct Flow {
    pages: Vec<Vec<Item>>,
    /// Where the last block ends.
    y: f32,
    /// The room below it.
    gap: f32,
}

impl Flow {
    fn place(&mut self, mut block: Block, needed: f32) {
        let is_new = self.y <= COLUMN_TOP;
        if self.y + self.gap + needed.min(COLUMN_HEIGHT) > COLUMN_BOTTOM && !is_new {
            self.turn();
            if let AtEnd::Repeats(again) = &block.at_end {
                self.set(again());
            }
        }
        let room = COLUMN_BOTTOM - self.y - self.gap;
        if let AtEnd::Shrinks { with_height, .. } = &block.at_end
            && block.height > room
        {
            block.items = with_height(room);
            block.height = room;
        }
        self.set(block);
    }

    fn set(&mut self, block: Block) {
        let top = self.y + self.gap;
        if let Some(page) = self.pages.last_mut() {
            page.extend(block.items.into_iter().map(|item| item.moved(MARGIN, top)));
        }
        self.y = top + block.height;
        self.gap = block.gap;
    }

    fn turn(&mut self) {
        self.pages.push(Vec::new());
        self.y = COLUMN_TOP;
        self.gap = 0.0;
    }
}

fn footer(family: &FontFamily, title: &str, page: usize, count: usize) -> Vec<Item> {
    let hand = (Weight::Regular, HINT_SIZE);
    let number = format!("Seite {page} von {count}");
    let width = family.width(hand.0, &number, hand.1);
    let room = COLUMN_WIDTH - width - 20.0;
    let title = family
        .lines(hand.0, title, hand.1, room)
        .next()
        .unwrap_or_default();
    let text = |left, text: &str| {
        let at = (left, FOOTER_BASE);
        Item::Text(Text::plain(at, hand, pale_ink(), text, Role::Artifact))
    };
    let rule = FOOTER_BASE - 12.0;
    let right = PAGE_WIDTH - MARGIN;
    vec![
        Item::Shape(Shape::Line((MARGIN, rule), (right, rule), box_edge())),
        text(MARGIN, title),
        text(right - width, &number),
    ]
}
