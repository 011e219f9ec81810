//! The words of a run of text, each with its place.

use forms::form_content::{PagePlace, PlacedText, PlacedWord};

use crate::steps::step;

/// The words of a run, and where they begin and end. Where the file only says where the whole run
/// stands, all characters are taken to be as wide.
pub(crate) struct Words<'text> {
    run: &'text PlacedText,
    words: Vec<PlacedWord>,
}

impl<'text> Words<'text> {
    pub(crate) fn of(run: &'text PlacedText) -> Self {
        step();
        let words = match run.words.is_empty() {
            true => as_wide(run),
            false => run.words.clone(),
        };
        Self { run, words }
    }

    pub(crate) fn count(&self) -> usize {
        self.words.len()
    }

    /// Where the first word ends, with those behind it from which no line may part it.
    pub(crate) fn first_end(&self) -> Option<f32> {
        let text = |index: usize| {
            let end = self.words.get(index + 1)?.start;
            self.run.text.get(self.words[index].start..end)
        };
        let is_kept = |index: &usize| text(*index).is_some_and(|text| text.ends_with('\u{A0}'));
        let last = (0..self.words.len()).find(|index| !is_kept(index))?;
        Some(self.words[last].right)
    }

    pub(crate) fn last(&self) -> Option<&PlacedWord> {
        self.words.last()
    }

    /// A word with its place.
    pub(crate) fn get(&self, index: usize) -> (&'text str, PlacedWord) {
        let word = self.words[index];
        (self.text(index, index + 1), word)
    }

    /// The words from one on up to another as a run of their own.
    pub(crate) fn part(&self, first: usize, end: usize) -> PlacedText {
        let words = &self.words[first..end];
        let start = words.first().map_or(0, |word| word.start);
        let right = words
            .iter()
            .map(|word| word.right)
            .fold(f32::NEG_INFINITY, f32::max);
        let left = words
            .iter()
            .map(|word| word.left)
            .fold(f32::INFINITY, f32::min);
        PlacedText {
            text: self.text(first, end).to_owned(),
            place: PagePlace {
                left,
                width: right - left,
                ..self.run.place
            },
            words: words
                .iter()
                .map(|word| PlacedWord {
                    start: word.start - start,
                    ..*word
                })
                .collect(),
            clipped_by: self.run.clipped_by,
            line_end: self
                .run
                .line_end
                .clone()
                .filter(|_| end == self.words.len()),
            field: self.run.field.clone(),
            is_ordered: self.run.is_ordered,
        }
    }

    fn text(&self, first: usize, end: usize) -> &'text str {
        let text = self.run.text.as_str();
        let start = self.words.get(first).map_or(text.len(), |word| word.start);
        let end = self.words.get(end).map_or(text.len(), |word| word.start);
        text.get(start..end).unwrap_or_default().trim_end()
    }
}

fn as_wide(run: &PlacedText) -> Vec<PlacedWord> {
    let place = run.place;
    let count = run.text.chars().count().max(1);
    let width = place.width / count as f32;
    let mut words: Vec<PlacedWord> = Vec::new();
    let mut is_blank = true;
    for (index, (start, character)) in run.text.char_indices().enumerate() {
        let left = place.left + width * index as f32;
        if !character.is_whitespace() {
            match words.last_mut() {
                Some(word) if !is_blank => word.right = left + width,
                _ => words.push(PlacedWord {
                    start,
                    left,
                    right: left + width,
                    is_apart: false,
                }),
            }
        }
        is_blank = character.is_whitespace();
    }
    words
}

#[cfg(test)]
mod tests {
    use forms::form_content::{PagePlace, PlacedText};

    use super::Words;

    #[test]
    fn words_without_places_are_as_wide_as_they_are_long() {
        let place = PagePlace {
            page: 0,
            left: 10.0,
            top: 0.0,
            width: 50.0,
            height: 9.0,
        };
        let run = PlacedText::new("Ort: Köln ", place);
        let words = Words::of(&run);
        let (text, word) = words.get(1);
        assert_eq!((words.count(), text), (2, "Köln"));
        assert_eq!((word.left, word.right), (35.0, 55.0));
        let part = words.part(1, 2);
        assert_eq!((part.text.as_str(), part.words[0].start), ("Köln", 0));
        assert_eq!((part.place.left, part.place.width), (35.0, 20.0));
        assert_eq!(words.first_end(), Some(30.0));
        let kept = PlacedText::new("10\u{A0}€ da".to_owned(), place);
        assert_eq!(Words::of(&kept).first_end().map(f32::round), Some(39.0));
    }
}
