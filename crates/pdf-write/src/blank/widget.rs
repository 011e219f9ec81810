//! A widget: where and how a field is shown (PDF 32000-1, 12.5.6.19).

use forms::form_content::PagePlace;
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use pdf_syntax::Rectangle;
use pdf_syntax::annotation_flags::is_off_screen;
use pdf_syntax::button_state::{OFF, paints_nothing, seen_states};

use super::page_view::NumberedView;
use super::{DefaultAppearance, Frame};
use crate::content::Content;
use crate::objects;

/// The matrix of an appearance that is not turned.
const UPRIGHT: [f32; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// A widget of a field: one place at which it is shown.
#[derive(Debug, Clone)]
pub(crate) struct Widget {
    pub(crate) id: ObjectId,
    /// Its size in points as a person reads it, the widget's own rotation undone.
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// The matrix of an appearance that stands upright when the widget is rotated (`MK`, `R`).
    pub(crate) matrix: [f32; 6],
    /// Where it is shown; `None` of one that is on no page.
    pub(crate) place: Option<PagePlace>,
    /// Whether it can be seen on its page.
    pub(crate) is_visible: bool,
    pub(crate) default_appearance: DefaultAppearance,
    /// The field's `Q`: 0 left, 1 centred, 2 right.
    pub(crate) quadding: i64,
    pub(crate) frame: Frame,
    /// The appearance states that are on, of a button; without those that look like off.
    pub(crate) states: Vec<Vec<u8>>,
    /// Those that look like off.
    pub(crate) unseen_states: Vec<Vec<u8>>,
    /// Whether each of them is drawn, and off as far as it is there.
    pub(crate) are_states_drawn: bool,
    /// The character that ZapfDingbats has for the sign of a button that is on (`MK`, `CA`).
    pub(crate) sign: Option<u8>,
}

impl Widget {
    /// Reads a widget. `page` is the view of the page that it stands on; default appearance and
    /// quadding are those of its field, for what it does not say itself. A widget without a usable
    /// rectangle has no size, but counts among the widgets of a button.
    pub(super) fn read(
        document: &Document,
        id: ObjectId,
        page: Option<NumberedView>,
        (default_appearance, quadding): (&DefaultAppearance, i64),
    ) -> Self {
        let none = Dictionary::new();
        let dictionary = document.get_dictionary(id).unwrap_or(&none);
        let corners = objects::numbers(document, dictionary, b"Rect");
        let area = Rectangle::from_corners(&corners).unwrap_or_default();
        let (width, height) = (area.width(), area.height());
        let marks = objects::dictionary(document, dictionary, b"MK");
        let rotation = marks.and_then(|marks| objects::integer(document, marks, b"R"));
        let flags = objects::integer(document, dictionary, b"F").unwrap_or(0);
        let turned = match rotation.unwrap_or(0).rem_euclid(360) {
            90 => (height, width, [0.0, 1.0, -1.0, 0.0, width, 0.0]),
            180 => (width, height, [-1.0, 0.0, 0.0, -1.0, width, height]),
            270 => (height, width, [0.0, -1.0, 1.0, 0.0, 0.0, height]),
            _ => (width, height, [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
        };
        let states = states(document, dictionary);
        let is_alone = states.len() == 1;
        let marked = states.iter().map(|(name, look)| {
            let is_blank = !is_alone && is_blank(document, look);
            ((*name).clone(), is_blank)
        });
        let (seen, unseen) = seen_states(marked.collect());
        let own = objects::entry(document, dictionary, b"DA").map(Object::as_str);
        Self {
            id,
            width: turned.0,
            height: turned.1,
            matrix: turned.2,
            place: page.map(|page| page.place(area)),
            is_visible: !is_off_screen(flags)
                && page.is_some_and(|page| is_within(area, page.visible())),
            default_appearance: match own {
                Some(Ok(operators)) => DefaultAppearance::parse(operators),
                _ => default_appearance.clone(),
            },
            quadding: objects::integer(document, dictionary, b"Q").unwrap_or(quadding),
            frame: Frame::read(document, dictionary, marks),
            states: seen,
            unseen_states: unseen,
            are_states_drawn: states.iter().all(|(_, look)| is_look(document, look)),
            sign: marks.and_then(|marks| sign(document, marks)),
        }
    }

    /// Whether this widget of a button shows the state. A widget without appearances gets one for
    /// any state but `Off`.
    pub(crate) fn is_on(&self, state: &[u8]) -> bool {
        let mut own = self.states.iter().chain(&self.unseen_states);
        state != OFF.as_bytes() && (self.states.is_empty() || own.any(|own| own == state))
    }

    /// The beginning of an appearance's content: background and border.
    pub(crate) fn framed(&self) -> Content {
        let mut content = Content::default();
        self.frame.draw(&mut content, self.width, self.height);
        content
    }

    /// The dictionary of an appearance as large as it.
    pub(crate) fn form(&self, resources: impl Into<Object>) -> Dictionary {
        let number = |number: f32| Object::Real((number * 1000.0).round() / 1000.0);
        let area = Rectangle {
            right: self.width,
            top: self.height,
            ..Rectangle::default()
        };
        let mut form = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => objects::rectangle(area),
            "Resources" => resources.into(),
        };
        // Most stand upright, as they do where nothing is said.
        if self.matrix != UPRIGHT {
            form.set("Matrix", self.matrix.map(number).to_vec());
        }
        form
    }
}

/// Whether a place can be seen on a page; a few points beyond the edge take nothing away from a
/// text.
fn is_within(area: Rectangle, page: Rectangle) -> bool {
    let seen = area.overlap(page);
    let most = |seen: f32, whole: f32| seen > 0.0 && seen >= 0.9 * whole;
    most(seen.width(), area.width()) && most(seen.height(), area.height())
}

/// The on-states for which the widget has an appearance, in the order of the file.
fn states<'document>(
    document: &'document Document,
    widget: &'document Dictionary,
) -> Vec<(&'document Vec<u8>, &'document Object)> {
    let looks =
        objects::dictionary(document, widget, b"AP").and_then(|looks| {
            match objects::entry(document, looks, b"N") {
                Some(Object::Dictionary(states)) => Some(states),
                _ => None,
            }
        });
    let states = looks.into_iter().flat_map(Dictionary::iter);
    states.filter(|(name, _)| *name != OFF.as_bytes()).collect()
}

/// Whether an appearance shows nothing.
fn is_blank(document: &Document, look: &Object) -> bool {
    let look = objects::resolved(document, look).and_then(|look| look.as_stream().ok());
    let content = look.and_then(objects::drawing);
    content.is_some_and(|content| paints_nothing(&content))
}

/// Whether an appearance is one that viewers can show. hyperref writes an empty dictionary in its
/// place, others a stream that does not say how large it is; they leave it to viewers to draw the
/// box.
fn is_look(document: &Document, look: &Object) -> bool {
    let look = objects::resolved(document, look).and_then(|look| look.as_stream().ok());
    look.is_some_and(|look| {
        let bounds = objects::numbers(document, &look.dict, b"BBox");
        Rectangle::from_corners(&bounds).is_some()
    })
}

fn sign(document: &Document, marks: &Dictionary) -> Option<u8> {
    match objects::entry(document, marks, b"CA")? {
        Object::String(caption, _) => caption.first().copied(),
        _ => None,
    }
}
