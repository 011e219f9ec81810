//! What a form calls itself.

use forms::form_content::PlacedText;

/// A title has so many letters.
const LETTERS_MIN: usize = 8;
const LENGTH_MAX: usize = 120;

/// The first code points that mean something in one font only: there, boxes and bullets.
const PRIVATE_USE: std::ops::RangeInclusive<char> = '\u{e000}'..='\u{f8ff}';

/// The longest of the largest texts on the first page, where some are larger than most. Neither a
/// sentence nor what stands beside a box is one.
pub(super) fn printed(texts: &[PlacedText]) -> Option<String> {
    let first_page = texts.iter().filter(|text| text.place.page == 0);
    let mut sizes: Vec<f32> = first_page.clone().map(|text| text.place.height).collect();
    sizes.sort_by(f32::total_cmp);
    let usual = *sizes.get(sizes.len() / 2)?;
    let is_title = |text: &&PlacedText| {
        let letters = text
            .text
            .chars()
            .filter(|letter| letter.is_alphabetic())
            .count();
        letters >= LETTERS_MIN
            && text.text.chars().count() <= LENGTH_MAX
            && !text.text.trim_end().ends_with('.')
            && !text.text.contains(|letter| PRIVATE_USE.contains(&letter))
    };
    let titles: Vec<&PlacedText> = first_page.filter(is_title).collect();
    let largest = titles
        .iter()
        .map(|text| text.place.height)
        .fold(0.0, f32::max);
    let title = titles
        .into_iter()
        .filter(|text| text.place.height >= largest - 0.5 && largest > usual * 1.2)
        .max_by_key(|text| text.text.chars().count())?;
    let words: Vec<&str> = title.text.split_whitespace().collect();
    Some(words.join(" "))
}
