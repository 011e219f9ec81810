//! Finds the title that a form prints.

use forms::form_content::PlacedText;

/// The fewest letters of a title, and its longest text.
const LETTERS_MIN: usize = 8;
const LENGTH_MAX: usize = 120;

/// Private-use code points (U+E000 to U+F8FF), with which some fonts draw boxes and bullets.
const PRIVATE_USE: std::ops::RangeInclusive<char> = '\u{e000}'..='\u{f8ff}';

/// The title: the longest of the largest texts on the first page, if some are larger than most.
/// Sentences and texts beside a box are left out.
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
            && !text.text.contains(is_unreadable)
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

/// Whether it stands for a sign whose font does not say which it is.
fn is_unreadable(letter: char) -> bool {
    letter.is_control() || letter == char::REPLACEMENT_CHARACTER || PRIVATE_USE.contains(&letter)
}
