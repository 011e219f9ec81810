//! Pages of a form that stand elsewhere in a file than in the blank form, since somebody has taken
//! some out or put them in another order. The fields on them say so.
//!
//! What the pages print beside their fields is compared with the blank form by its place, so the
//! blank form is looked at with its pages in the order of the file.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use forms::form_content::{FormField, PaintedShape, PlacedText};

use crate::blank_form::BlankForm;

/// The blank form with its pages where the file has them, without those that it lacks.
pub(crate) struct MovedPages {
    texts: Vec<PlacedText>,
    flat: Vec<PlacedText>,
    fields: Vec<FormField>,
    shapes: Vec<PaintedShape>,
    shapes_on: Vec<PaintedShape>,
}

impl MovedPages {
    /// `None` where each page stands under its own number.
    pub(crate) fn of(fields: &[FormField], blank: BlankForm<'_>) -> Option<Self> {
        let numbers = Numbers::of(fields, blank.fields)?;
        let moved_texts = |texts: &[PlacedText]| -> Vec<PlacedText> {
            let texts = texts.iter().cloned();
            texts
                .filter_map(|mut text| {
                    text.place.page = numbers.in_file(text.place.page)?;
                    Some(text)
                })
                .collect()
        };
        let mut own_fields = blank.fields.to_vec();
        for field in &mut own_fields {
            field.widgets.retain_mut(|widget| {
                let page = numbers.in_file(widget.place.page);
                widget.place.page = page.unwrap_or_default();
                page.is_some()
            });
            field.place = field.widgets.first().map(|widget| widget.place);
        }
        let moved_shapes = |shapes: &[PaintedShape]| -> Vec<PaintedShape> {
            let shapes = shapes.iter().copied();
            shapes
                .filter_map(|mut shape| {
                    shape.place.page = numbers.in_file(shape.place.page)?;
                    Some(shape)
                })
                .collect()
        };
        Some(Self {
            texts: moved_texts(blank.texts),
            flat: moved_texts(blank.flat),
            shapes: moved_shapes(blank.shapes),
            shapes_on: moved_shapes(blank.shapes_on),
            fields: own_fields,
        })
    }

    pub(crate) fn blank(&self) -> BlankForm<'_> {
        BlankForm {
            texts: &self.texts,
            flat: &self.flat,
            fields: &self.fields,
            shapes: &self.shapes,
            shapes_on: &self.shapes_on,
            ..BlankForm::default()
        }
    }
}

/// Whether fields of a file stand on other pages than those of the blank form.
pub fn are_moved(fields: &[FormField], blank: &[FormField]) -> bool {
    Numbers::of(fields, blank).is_some()
}

/// The numbers in the file of the pages of the blank form on which fields stand.
struct Numbers {
    in_file: BTreeMap<usize, usize>,
    taken: BTreeSet<usize>,
}

impl Numbers {
    /// `None` where each page stands under its own number, or two would have the same one.
    fn of(fields: &[FormField], blank: &[FormField]) -> Option<Self> {
        let own = blank.iter();
        let own: HashMap<&str, usize> = own
            .filter_map(|field| Some((field.name.as_str(), only_page(field)?)))
            .collect();
        let mut counts: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
        for field in fields {
            if let Some((own, found)) = own.get(field.name.as_str()).zip(only_page(field)) {
                *counts.entry(*own).or_default().entry(found).or_default() += 1;
            }
        }
        let most = |counts: &BTreeMap<usize, usize>| {
            let all: usize = counts.values().sum();
            let found = counts.iter().find(|(_, count)| 2 * **count > all);
            found.map(|(page, _)| *page)
        };
        let in_file = counts.iter();
        let in_file: BTreeMap<usize, usize> = in_file
            .filter_map(|(own, counts)| Some((*own, most(counts)?)))
            .collect();
        let taken: BTreeSet<usize> = in_file.values().copied().collect();
        let is_moved = in_file.iter().any(|(own, found)| own != found);
        (is_moved && taken.len() == in_file.len()).then_some(Self { in_file, taken })
    }

    /// A page without fields goes with the nearest one before it, or else behind it; `None` where
    /// the file has another page there.
    fn in_file(&self, own: usize) -> Option<usize> {
        if let Some(found) = self.in_file.get(&own) {
            return Some(*found);
        }
        let before = self.in_file.range(..own).next_back();
        let (near, found) = before.or_else(|| self.in_file.range(own..).next())?;
        let number = (found + own).checked_sub(*near)?;
        (!self.taken.contains(&number)).then_some(number)
    }
}

/// The page on which all widgets of a field stand.
fn only_page(field: &FormField) -> Option<usize> {
    let mut pages = field.widgets.iter().map(|widget| widget.place.page);
    let first = pages.next()?;
    pages.all(|page| page == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use forms::form_content::{FieldWidget, FormField, PagePlace};

    use super::Numbers;

    fn field(name: &str, page: usize) -> FormField {
        let place = PagePlace {
            page,
            left: 0.0,
            top: 0.0,
            width: 100.0,
            height: 20.0,
        };
        FormField {
            name: name.to_owned(),
            widgets: vec![FieldWidget { place, state: None }],
            ..FormField::default()
        }
    }

    /// Fields `a`, `b` and so on, each on its page.
    fn fields(pages: &[usize]) -> Vec<FormField> {
        let names = ('a'..).map(String::from);
        let fields = names.zip(pages).map(|(name, page)| field(&name, *page));
        fields.collect()
    }

    #[test]
    fn pages_without_fields_go_with_those_before_them() {
        // The third page has none.
        let numbers = Numbers::of(&fields(&[2, 3, 0]), &fields(&[0, 1, 3])).unwrap();
        let found: Vec<_> = (0..5).map(|page| numbers.in_file(page)).collect();
        assert_eq!(found, [Some(2), Some(3), Some(4), Some(0), Some(1)]);
    }

    #[test]
    fn a_page_that_was_taken_out_is_nowhere() {
        let numbers = Numbers::of(&fields(&[1, 0])[1..], &fields(&[0, 1])).unwrap();
        assert_eq!((numbers.in_file(0), numbers.in_file(1)), (None, Some(0)));
    }

    #[test]
    fn pages_in_their_places_and_those_that_became_one_are_not_moved() {
        assert!(Numbers::of(&fields(&[0, 1]), &fields(&[0, 1])).is_none());
        assert!(Numbers::of(&fields(&[0, 0]), &fields(&[0, 1])).is_none());
        let mut on_both = fields(&[1]);
        on_both[0].widgets.extend(fields(&[0])[0].widgets.clone());
        assert!(Numbers::of(&on_both, &fields(&[0])).is_none());
    }
}
