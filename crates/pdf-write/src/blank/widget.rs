//! A widget: where and how a field is shown (PDF 32000-1, 12.5.6.19).

use forms::form_content::PagePlace;
use lopdf::{Dictionary, Document, Object, ObjectId};

use super::DefaultAppearance;
use super::page_view::PageView;
use crate::content::Colour;
use crate::objects::{self, Rectangle};

/// Annotation flags Hidden and NoView (12.5.3).
const UNSEEN: i64 = 1 << 1 | 1 << 5;

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
    /// The appearance states that are on, of a button.
    pub(crate) states: Vec<Vec<u8>>,
}

/// What is drawn behind and around the value (`MK`, `BS`).
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Frame {
    pub(crate) background: Option<Colour>,
    pub(crate) border: Option<Colour>,
    /// The width of the border; keeps its distance from the value also where there is no colour.
    pub(crate) width: f32,
    pub(crate) style: BorderStyle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum BorderStyle {
    /// A line all round. Bevelled and inset borders are drawn so too.
    #[default]
    Solid,
    Dashed,
    Underline,
}

impl Widget {
    /// Reads a widget. `page` is the view of the page that it stands on; default appearance and
    /// quadding are those of its field, for what it does not say itself. A widget without a usable
    /// rectangle has no size, but counts among the widgets of a button.
    pub(super) fn read(
        document: &Document,
        id: ObjectId,
        page: Option<PageView>,
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
        let own = objects::entry(document, dictionary, b"DA").map(Object::as_str);
        Self {
            id,
            width: turned.0,
            height: turned.1,
            matrix: turned.2,
            place: page.map(|page| page.place(area)),
            is_visible: flags & UNSEEN == 0
                && page.is_some_and(|page| is_within(area, page.visible)),
            default_appearance: match own {
                Some(Ok(operators)) => DefaultAppearance::parse(operators),
                _ => default_appearance.clone(),
            },
            quadding: objects::integer(document, dictionary, b"Q").unwrap_or(quadding),
            frame: Frame::read(document, dictionary, marks),
            states: states(document, dictionary),
        }
    }

    /// Whether this widget of a button shows the state. A widget without appearances gets one for
    /// any state but `Off`.
    pub(crate) fn is_on(&self, state: &[u8]) -> bool {
        state != b"Off" && (self.states.is_empty() || self.states.iter().any(|own| own == state))
    }
}

/// Whether a place can be seen on a page; a few points beyond the edge take nothing away from a
/// text.
fn is_within(area: Rectangle, page: Rectangle) -> bool {
    let seen = area.overlap(page);
    let most = |seen: f32, whole: f32| seen > 0.0 && seen >= 0.9 * whole;
    most(seen.width(), area.width()) && most(seen.height(), area.height())
}

impl Frame {
    fn read(document: &Document, widget: &Dictionary, marks: Option<&Dictionary>) -> Self {
        let colour = |key| {
            let components = objects::numbers(document, marks?, key);
            Colour::from_components(components)
        };
        let style = objects::dictionary(document, widget, b"BS");
        let width = match style {
            Some(style) => {
                objects::entry(document, style, b"W").and_then(|width| width.as_float().ok())
            }
            None => objects::numbers(document, widget, b"Border")
                .get(2)
                .copied(),
        };
        let name = style.and_then(|style| objects::name(document, style, b"S"));
        Self {
            background: colour(b"BG"),
            border: colour(b"BC"),
            width: width
                .filter(|width| (0.0..=20.0).contains(width))
                .unwrap_or(1.0),
            style: match name {
                Some(b"D") => BorderStyle::Dashed,
                Some(b"U") => BorderStyle::Underline,
                _ => BorderStyle::Solid,
            },
        }
    }
}

/// The on-states for which the widget has an appearance, in the order of the file.
fn states(document: &Document, widget: &Dictionary) -> Vec<Vec<u8>> {
    let looks =
        objects::dictionary(document, widget, b"AP").and_then(|looks| {
            match objects::entry(document, looks, b"N") {
                Some(Object::Dictionary(states)) => Some(states),
                _ => None,
            }
        });
    let states = looks
        .into_iter()
        .flat_map(|states| states.iter().map(|(name, _)| name));
    states.filter(|name| *name != b"Off").cloned().collect()
}
