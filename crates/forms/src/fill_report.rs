//! Where the values of a filled form stand, as told by the code that filled it in.

use std::collections::BTreeSet;

use crate::form_content::PagePlace;

/// Where each value of a filled form stands.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FillReport {
    /// The pages of the filled form.
    pub page_count: usize,
    /// Those of them that the template has; continuation pages follow.
    pub template_page_count: usize,
    /// The values that were written, in the order of the form.
    pub values: Vec<FilledValue>,
}

/// Where one value was written, and whether all of it can be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct FilledValue {
    /// Its path in `data`. For another field `otherFields.` and its name, unescaped.
    pub path: String,
    /// Everywhere it was written to.
    pub places: Vec<FilledPlace>,
    /// Characters that no font has; each is drawn as its code point (`[U+6AA4]`).
    pub missing_characters: BTreeSet<char>,
}

/// A place that a value was written to.
#[derive(Debug, Clone, PartialEq)]
pub struct FilledPlace {
    /// The fully qualified name of its field; `None` where the text is printed.
    pub field: Option<String>,
    /// Where the field or the printed text stands; `None` where it is on no page.
    pub place: Option<PagePlace>,
    /// What a person sees there.
    pub shows: ShownPart,
    /// The font size of the text, in points; `None` for a box and where there is no text.
    pub size: Option<f32>,
    /// The font size that the field asks for, in points; `None` where it leaves it to the writer.
    pub asked_size: Option<f32>,
}

/// How much of a value a person sees in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownPart {
    /// All of it.
    Whole,
    /// What fits on this page; the rest is on those that follow.
    Part,
    /// Only on which page the value stands: `→ Seite 3`.
    Reference,
    /// Nothing: the place is hidden, or has no room.
    Nothing,
}

impl FilledValue {
    /// Whether any place shows text of it. A part counts: what did not fit there follows on other
    /// pages.
    pub fn is_shown(&self) -> bool {
        let mut places = self.places.iter();
        places.any(|place| matches!(place.shows, ShownPart::Whole | ShownPart::Part))
    }

    /// Whether it is shown, each of its characters as it is.
    pub fn is_legible(&self) -> bool {
        self.is_shown() && self.missing_characters.is_empty()
    }
}

impl ShownPart {
    /// Every part, in the order in which the API document lists them.
    pub const ALL: [Self; 4] = [Self::Whole, Self::Part, Self::Reference, Self::Nothing];

    /// The word for it in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Part => "part",
            Self::Reference => "reference",
            Self::Nothing => "nothing",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FilledPlace, FilledValue, ShownPart};

    #[test]
    fn is_shown_asks_for_the_value_and_not_for_a_sign_of_it() {
        let value = |parts: &[ShownPart], missing: &[char]| FilledValue {
            path: "name".to_owned(),
            places: parts
                .iter()
                .map(|shows| FilledPlace {
                    field: None,
                    place: None,
                    shows: *shows,
                    size: None,
                    asked_size: None,
                })
                .collect(),
            missing_characters: missing.iter().copied().collect(),
        };
        for (parts, is_shown) in [
            (&[][..], false),
            (&[ShownPart::Nothing, ShownPart::Reference], false),
            (&[ShownPart::Reference, ShownPart::Part], true),
            (&[ShownPart::Nothing, ShownPart::Whole], true),
        ] {
            let value = value(parts, &[]);
            assert_eq!((value.is_shown(), value.is_legible()), (is_shown, is_shown));
        }
        let value = value(&[ShownPart::Whole], &['\u{1C50}']);
        assert_eq!((value.is_shown(), value.is_legible()), (true, false));
    }
}
