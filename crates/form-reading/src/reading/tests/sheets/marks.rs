//! What is painted on shared sheets.

use forms::form_content::{FormContent, Outline, PagePlace, PaintedShape, PrintedPages};
use forms::form_type::sample::sample;

use super::form::{IN_ORDER, PAPER, arranged, blank, cells, fields, filled, read};
use crate::reading::tests::shown;
use crate::{BlankForm, read_with_sources};

#[test]
fn a_tick_on_the_edge_of_a_page_stays_with_it_and_white_hides_it_on_all_pages_that_it_covers() {
    let cells = cells(&IN_ORDER, (2, 2), 0.48);
    let mut pages = arranged(&filled(), &cells);
    pages.shapes.push(PaintedShape {
        place: PagePlace {
            page: 0,
            left: 0.0,
            top: 0.0,
            width: PAPER.0,
            height: PAPER.1,
        },
        outline: Outline::Straight,
        is_filled: true,
        hides: true,
    });
    let (data, _) = read(pages).unwrap();
    assert_eq!(shown(&data, "privacyConsent"), "Some(Boolean(false))");
    assert_eq!(shown(&data, "otherFields.Haken 4"), "None");
}

#[test]
fn a_mark_and_its_frame_are_told_apart_however_small_they_are() {
    let shape = |inset: f32| PaintedShape {
        place: PagePlace {
            page: 1,
            left: 40.0 + inset,
            top: 390.0 + inset,
            width: 12.0 - 2.0 * inset,
            height: 12.0 - 2.0 * inset,
        },
        outline: Outline::Straight,
        is_filled: true,
        hides: false,
    };
    let (texts, fields, frame) = (blank(), fields(), [shape(0.0)]);
    let blank = BlankForm {
        texts: &texts,
        fields: &fields,
        shapes: &frame,
        ..BlankForm::default()
    };
    for scale in [1.0, 0.5, 0.3] {
        for (marks, is_on) in [
            (vec![shape(0.0)], false),
            (vec![shape(0.0), shape(2.0)], true),
        ] {
            let pages = PrintedPages {
                shapes: marks,
                ..filled()
            };
            let pages = arranged(&pages, &cells(&IN_ORDER, (1, 1), scale));
            let read = read_with_sources(&sample(), &FormContent::Text(pages), blank);
            let shown = shown(&read.unwrap().0, "privacyConsent");
            assert_eq!(shown, format!("Some(Boolean({is_on}))"), "{scale}");
        }
    }
}
