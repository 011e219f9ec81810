//! What fits, and that it is whole.

use proptest::prelude::*;

use super::*;

const LINE: TextBox = TextBox {
    width: 200.0,
    height: 18.0,
    padding: 2.0,
    edge: 1.0,
    size: 0.0,
    quadding: 0,
};
const AREA: TextBox = TextBox {
    height: 120.0,
    ..LINE
};

fn family() -> FontFamily {
    FontFamily::embedded().unwrap()
}

#[test]
fn a_short_text_keeps_its_size_and_a_long_one_shrinks_to_the_floor() {
    let short = fit(&family(), LINE, Division::OneLine, "Antrag").unwrap();
    assert_eq!(short.size, 12.0);
    let longer = fit(&family(), LINE, Division::OneLine, &"Antrag ".repeat(7)).unwrap();
    assert!(longer.size < 12.0 && longer.size >= 6.0);
    assert_eq!(
        fit(&family(), LINE, Division::OneLine, &"Antrag ".repeat(20)),
        None
    );
}

/// The steps of a size end nowhere where it is so large that half a point changes nothing.
#[test]
fn a_size_beyond_the_box_is_tried_no_longer_than_one_of_its_height() {
    for size in [200.0, 1e6, 2e7, f32::MAX] {
        for height in [AREA.height, 1e9] {
            let area = TextBox {
                size,
                height,
                ..AREA
            };
            let fitted = fit(&family(), area, Division::Lines, "Antrag").unwrap();
            assert!(
                fitted.size <= height.min(1_000.0),
                "{size}: {}",
                fitted.size
            );
        }
    }
}

#[test]
fn a_line_end_does_not_fit_into_one_line() {
    assert_eq!(fit(&family(), LINE, Division::OneLine, "a\nb"), None);
    assert_eq!(
        fit(&family(), AREA, Division::Lines, "a\nb")
            .unwrap()
            .pieces
            .len(),
        2
    );
}

#[test]
fn a_number_is_kept_whole_by_a_smaller_size_as_long_as_it_can_be_read() {
    let narrow = TextBox {
        width: 36.0,
        ..AREA
    };
    let words = |text| {
        let fitted = fit(&family(), narrow, Division::Lines, text).unwrap();
        let pieces: Vec<_> = fitted.pieces.into_iter().map(|piece| piece.text).collect();
        (fitted.size, pieces)
    };
    let (size, pieces) = words("am 1.234,56");
    assert!((6.0..10.0).contains(&size), "{size}");
    assert_eq!(pieces, ["am ", "1.234,56"]);
    let (size, pieces) = words("1.234.567.890,12");
    assert_eq!(size, 10.0);
    assert!(pieces.len() > 1, "{pieces:?}");
}

#[test]
fn quadding_moves_the_text() {
    let x = |quadding| {
        let area = TextBox { quadding, ..LINE };
        fit(&family(), area, Division::OneLine, "12,00 €")
            .unwrap()
            .pieces[0]
            .x
    };
    assert!(x(0) < x(1) && x(1) < x(2));
    assert_eq!(x(0), 2.0);
}

#[test]
fn each_cell_takes_one_character() {
    let fitted = fit(&family(), LINE, Division::Cells(4), "DE8").unwrap();
    let texts: Vec<&str> = fitted.pieces.iter().map(|piece| &*piece.text).collect();
    assert_eq!(texts, ["D", "E", "8"]);
    assert!(fitted.pieces[1].x > 50.0 && fitted.pieces[1].x < 100.0);
    assert_eq!(fit(&family(), LINE, Division::Cells(4), "DE891"), None);
}

proptest! {
    #[test]
    fn what_fits_is_whole_and_its_ink_is_inside(
        text in "(\\PC|[a-zäÖǺg ]|\n){0,200}",
        height in 8.0_f32..90.0,
        quadding in 0_i64..3,
    ) {
        let area = TextBox { height, quadding, ..LINE };
        for division in [Division::OneLine, Division::Lines, Division::Cells(60)] {
            let Some(fitted) = fit(&family(), area, division, &text) else { continue };
            let joined: String = fitted.pieces.iter().map(|piece| &*piece.text).collect();
            prop_assert_eq!(&joined, &text);
            for piece in &fitted.pieces {
                let ink = family().extents(Weight::Regular, piece.line(), fitted.size);
                let width = family().width(Weight::Regular, piece.text.trim_end(), fitted.size);
                prop_assert!(piece.x > -0.1 && piece.x + width < area.width + 0.1);
                prop_assert!(piece.y - ink.below > -0.1 && piece.y + ink.above < area.height + 0.1);
            }
        }
    }
}
