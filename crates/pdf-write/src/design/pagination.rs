//! Which block stands on which page.

use super::item::Block;

/// Blocks page by page. A block that keeps the next one moves with it, unless no page has room for
/// both; one taller than a page has a page of its own.
pub(super) fn paginate(blocks: Vec<Block>, height: f32) -> Vec<Vec<Block>> {
    let mut pages: Vec<Vec<Block>> = vec![Vec::new()];
    let mut filled = 0.0;
    for group in groups(blocks, height) {
        let group_height = height_of(&group);
        if filled > 0.0 && filled + group_height > height {
            pages.push(Vec::new());
            filled = 0.0;
        }
        filled += group_height;
        if let Some(page) = pages.last_mut() {
            page.extend(group);
        }
    }
    pages
}

/// The blocks that stand on one page together.
fn groups(blocks: Vec<Block>, height: f32) -> Vec<Vec<Block>> {
    let mut groups: Vec<Vec<Block>> = Vec::new();
    for block in blocks {
        match groups.last_mut() {
            Some(group)
                if group.last().is_some_and(|last| last.keeps_next)
                    && height_of(group) + block.height <= height =>
            {
                group.push(block);
            }
            _ => groups.push(vec![block]),
        }
    }
    groups
}

fn height_of(blocks: &[Block]) -> f32 {
    blocks.iter().map(|block| block.height).sum()
}

#[cfg(test)]
mod tests {
    use super::{Block, paginate};

    fn block(height: f32, keeps_next: bool) -> Block {
        Block {
            height,
            keeps_next,
            items: Vec::new(),
        }
    }

    #[test]
    fn a_heading_moves_with_what_follows_it() {
        let pages = paginate(
            vec![
                block(60.0, false),
                block(20.0, true),
                block(30.0, false),
                block(10.0, false),
            ],
            100.0,
        );
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn a_block_taller_than_a_page_stands_alone() {
        let pages = paginate(
            vec![block(10.0, false), block(300.0, false), block(10.0, false)],
            100.0,
        );
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 1]);
    }

    #[test]
    fn what_no_page_has_room_for_is_parted() {
        let pages = paginate(
            vec![block(60.0, true), block(20.0, true), block(70.0, false)],
            100.0,
        );
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    }
}
