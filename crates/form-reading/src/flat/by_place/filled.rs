//! What was sorted into the places of a field becomes its value.

use std::collections::HashSet;

use forms::form_content::{FormField, FormFieldKind, PagePlace, PlacedText};
use forms::form_type::{FieldType, FormType};
use forms::words;

use super::Sorter;
use super::chosen::chosen_in;
use super::marked_button::{marked, marked_in};
use super::named_together::named_together;
use super::pieces::{DIFFERENT, NumberedField, Pieces, is_marked, with_options};
use crate::flat::marked_texts::ContinuedText;
use crate::flat::spots::is_box;
use crate::outcome::data_reader::DataReader;
use crate::text_layout::drawn_order::LOST;
use crate::text_layout::pieces_by_line::lines_count;
use crate::text_layout::text_in_place::{
    OF_SEVERAL, OF_SEVERAL_FIELDS, OVER_ANOTHER, are_lost, are_of_several_fields, is_of_option,
    is_of_several, joined, lies_over_another, with_text,
};

impl Sorter<'_> {
    /// A field with what stands in it, if anything does.
    pub(super) fn filled(
        &mut self,
        form_type: &FormType,
        number: usize,
        reading: &mut DataReader,
    ) -> Option<FormField> {
        let field = &self.fields[number];
        let pieces = self.pieces_of(number);
        let path = form_type.path_of_template_name(&field.name);
        let numbered = NumberedField {
            number,
            field,
            path,
        };
        if let Some(chosen) = self.on_bars(number, &pieces) {
            return self.filled_on_bars(numbered, &pieces, chosen, reading);
        }
        let Some(first) = pieces.first() else {
            return self.behind(form_type, numbered, reading);
        };
        let are_clear = pieces.iter().all(|(_, pieces)| !lies_over_another(pieces));
        if !are_clear && !is_box(field) {
            reading.ambiguous(path, OVER_ANOTHER.to_owned());
        }
        let mut all = pieces.iter().flat_map(|(_, pieces)| pieces);
        let is_told = all.all(is_marked);
        let place = PagePlace::around(first.1.iter().map(|piece| piece.place));
        let kind = form_type.place(path).map(|place| place.kind());
        let is_list = matches!(kind, Some(FieldType::Choice { multiple: true, .. }));
        let (filled, place) = if is_box(field) {
            self.take_repeated(form_type, numbered, words::YES);
            (marked_in(numbered, &pieces, reading), place)
        } else if is_list && is_told && !refers(&first.1) {
            (chosen_in(numbered, &pieces, &first.1, reading), place)
        } else {
            self.of_texts(form_type, numbered, pieces, place, reading)?
        };
        if is_told {
            self.told.insert(path.to_owned());
        }
        reading.sources.add_text_in_place(field, place);
        Some(filled)
    }

    /// A field with the text in its places, or with the one to which that refers. What can only be
    /// read at the labels goes to the rest.
    fn of_texts(
        &mut self,
        form_type: &FormType,
        numbered: NumberedField<'_>,
        pieces: Pieces,
        place: Option<PagePlace>,
        reading: &mut DataReader,
    ) -> Option<(FormField, Option<PagePlace>)> {
        let NumberedField { field, path, .. } = numbered;
        let mut texts = self.texts(field, &pieces);
        if let Some(continued) = self.continued(form_type, numbered, &texts) {
            texts.retain(|text| !words::is_page_reference(text));
            texts.push(continued.text.clone());
            if continued.is_lost {
                reading.ambiguous(path, LOST.to_owned());
            }
            if are_different(&texts) {
                reading.ambiguous(path, DIFFERENT.to_owned());
            }
            let kind = form_type.place(path).map(|place| place.kind());
            let filled = with_words(field, kind, &continued.text);
            return Some((filled, Some(continued.place)));
        }
        let text = texts.first()?;
        if is_for_labels(form_type, path, text) {
            if words::is_page_reference(text) {
                self.referring.push((path.to_owned(), text.clone()));
            }
            self.rest
                .extend(pieces.into_iter().flat_map(|(_, pieces)| pieces));
            return None;
        }
        let problem = problem(field, &pieces, &texts).into_iter();
        problem.for_each(|problem| reading.ambiguous(path, problem.to_owned()));
        if is_of_several(field, text) {
            reading.ambiguous(path, OF_SEVERAL.to_owned());
        }
        self.take_repeated(form_type, numbered, text);
        Some((with_text(field, text), place))
    }

    /// The options on the bars of a list, or what is wrong with these; `None` where it has none, or
    /// our own writer says which are chosen.
    fn on_bars(&self, number: usize, pieces: &Pieces) -> Option<Result<Vec<String>, &'static str>> {
        let field = &self.fields[number];
        let of_widget = |widget| {
            let pieces = pieces.iter().find(|(other, _)| *other == widget);
            let pieces = pieces.map_or(&[][..], |(_, pieces)| pieces.as_slice());
            let is_told = pieces.iter().any(is_marked);
            (!is_told).then(|| self.bars.texts((number, widget), field, pieces.to_vec()))?
        };
        let mut widgets = (0..field.widgets.len()).filter_map(of_widget);
        let first = widgets.next()?;
        let mut others = widgets;
        match others.all(|other| other == first) {
            true => Some(first),
            false => Some(Err(DIFFERENT)),
        }
    }

    fn filled_on_bars(
        &self,
        numbered: NumberedField<'_>,
        pieces: &Pieces,
        chosen: Result<Vec<String>, &'static str>,
        reading: &mut DataReader,
    ) -> Option<FormField> {
        let NumberedField { field, path, .. } = numbered;
        let is_clear = |texts: &Vec<String>| !texts.iter().any(|text| is_of_several(field, text));
        let texts = chosen.and_then(|texts| is_clear(&texts).then_some(texts).ok_or(OF_SEVERAL));
        match texts {
            Ok(texts) => {
                let all = pieces.iter().flat_map(|(_, pieces)| pieces);
                let place = PagePlace::around(all.map(|piece| piece.place));
                reading.sources.add_text_in_place(field, place);
                let values = texts.iter().flat_map(|text| with_text(field, text).values);
                Some(with_options(field, values.collect()))
            }
            Err(problem) => {
                reading.ambiguous(path, problem.to_owned());
                None
            }
        }
    }

    /// Of a list in which some options are marked as chosen, these alone.
    fn pieces_of(&mut self, number: usize) -> Pieces {
        let field = &self.fields[number];
        let found = (0..field.widgets.len())
            .filter_map(|widget| Some((widget, self.found.remove(&(number, widget))?)));
        let mut found: Pieces = found.collect();
        for (_, pieces) in &mut found {
            if field.kind == FormFieldKind::Choice && pieces.iter().any(is_marked) {
                let others = pieces.extract_if(.., |piece| !is_marked(piece));
                self.rest.extend(others);
            }
        }
        found
    }

    /// The text of each widget.
    fn texts(&self, field: &FormField, pieces: &Pieces) -> Vec<String> {
        let texts = pieces.iter().map(|(widget, pieces)| {
            let place = field.widgets[*widget].place;
            let transform = self.own.transform(place.page);
            let place = transform.map_or(place, |transform| transform.in_file(place));
            joined(pieces, field, place)
        });
        texts.collect()
    }

    /// A field in whose place nothing stands, with what is marked as its value behind the form: it
    /// is hidden there, or beside the visible page.
    fn behind(
        &mut self,
        form_type: &FormType,
        numbered: NumberedField<'_>,
        reading: &mut DataReader,
    ) -> Option<FormField> {
        let NumberedField { field, path, .. } = numbered;
        let value = form_type.place(path)?;
        let kind = value.kind();
        let is_boolean = is_box(field) && matches!(kind, FieldType::Boolean);
        let is_value = |text: &str| !is_boolean || kind.read_text(text).is_ok();
        let found = self.marked.behind(numbered.number, &value, is_value)?;
        let text = &found.text;
        if found.is_lost {
            reading.ambiguous(path, LOST.to_owned());
        }
        self.told.insert(path.to_owned());
        let filled = match is_boolean {
            true if text.trim() == words::YES => marked(field, 0..1),
            true => return None,
            false => with_words(field, Some(kind), text),
        };
        reading.sources.add_text_in_place(field, Some(found.place));
        Some(filled)
    }

    /// Takes away what stands behind the form as well, of a field that is not seen in its place.
    fn take_repeated(&mut self, form_type: &FormType, numbered: NumberedField<'_>, text: &str) {
        let is_same = |other: &str| !are_different(&[text.to_owned(), other.to_owned()]);
        if let Some(value) = form_type.place(numbered.path) {
            self.marked.behind(numbered.number, &value, is_same);
        }
    }

    /// The text to which these refer, if they name one page and it is known which one that is.
    fn continued(
        &mut self,
        form_type: &FormType,
        numbered: NumberedField<'_>,
        texts: &[String],
    ) -> Option<ContinuedText> {
        let pages = texts.iter().filter_map(|text| words::referred_page(text));
        let mut pages: Vec<usize> = pages.collect();
        pages.dedup();
        let value = form_type.place(numbered.path)?;
        match pages.as_slice() {
            [page] => self.marked.continued(numbered.number, &value, *page),
            _ => None,
        }
    }
}

/// Whether these only say where the value stands.
fn refers(pieces: &[PlacedText]) -> bool {
    matches!(pieces, [piece] if words::is_page_reference(&piece.text))
}

/// Why the texts in the places of a field are not its value.
fn problem(field: &FormField, pieces: &Pieces, texts: &[String]) -> Option<&'static str> {
    let mut all = pieces.iter().zip(texts);
    // Our own writer shows a text in lines where a list has no option for it.
    let may_be_broken = |pieces: &[PlacedText], text| {
        let is_list = field.kind == FormFieldKind::Choice;
        is_of_option(field, text) || (is_list && pieces.iter().all(is_marked))
    };
    let is_broken = |(_, pieces): &(usize, Vec<PlacedText>), text| {
        lines_count(pieces) > 1 && !may_be_broken(pieces, text)
    };
    if pieces
        .iter()
        .any(|(_, pieces)| are_of_several_fields(pieces))
    {
        Some(OF_SEVERAL_FIELDS)
    } else if pieces.iter().any(|(_, pieces)| are_lost(pieces)) {
        Some(LOST)
    } else if are_different(texts) {
        Some(DIFFERENT)
    } else if !field.multiple && all.any(|(pieces, text)| is_broken(pieces, text)) {
        Some("several lines are printed in its place, which has room for one")
    } else {
        None
    }
}

/// Whether these texts are not one, whatever the white space in them is.
fn are_different(texts: &[String]) -> bool {
    let words = |text: &String| text.split_whitespace().collect::<String>();
    texts.iter().map(words).collect::<HashSet<String>>().len() > 1
}

/// A field with the text that stands on a page behind the form. Beside a box for one of several
/// options another one may be printed there.
fn with_words(field: &FormField, kind: Option<&FieldType>, text: &str) -> FormField {
    let is_choice = matches!(kind, Some(FieldType::Choice { .. }));
    match kind.and_then(|kind| named_together(kind, text)) {
        Some(chosen) => with_options(field, chosen),
        None if is_choice && is_box(field) => with_options(field, vec![text.to_owned()]),
        None => with_text(field, text),
    }
}

/// Whether a text only says where the value stands, or is the mark of a currency without an amount.
fn is_for_labels(form_type: &FormType, path: &str, text: &str) -> bool {
    let kind = form_type.place(path).map(|place| place.kind());
    let is_text = matches!(kind, Some(FieldType::Text { .. }));
    words::is_page_reference(text) || (text.trim() == words::CURRENCY && !is_text)
}
