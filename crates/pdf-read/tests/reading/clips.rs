//! Text of which the page shows a part only, as in fields that other programs flattened.

use forms::form_content::PlacedText;

use crate::flat::{page, runs};

fn run<'run>(runs: &'run [PlacedText], text: &str) -> &'run PlacedText {
    let run = runs.iter().find(|run| run.text == text);
    run.unwrap_or_else(|| panic!("{text}: {runs:#?}"))
}

fn right(run: &PlacedText) -> f32 {
    run.place.left + run.place.width
}

#[test]
fn what_is_clipped_away_stands_at_the_edge_of_what_is_shown() {
    let behind = "q 160 700 90 20 re W n BT /F 12 Tf 162 705 Td (Nachbar) Tj ET Q";
    for clip in [
        "50 700 100 20 re W n",
        "50 700 100 20 re W* n",
        "q 1 0 0 1 40 690 cm 10 10 100 20 re W n 0 0 500 500 re W n 1 0 0 1 -40 -690 cm",
    ] {
        let long = "BT /F 12 Tf 52 705 Td (Ein Text ohne Platz in der Mitte) Tj ET";
        let found = runs(page(&format!("q {clip} {long} Q Q {behind}")));
        let long = run(&found, "Ein Text ohne Platz in der Mitte");
        assert_eq!((long.place.left, right(long)), (52.0, 150.0), "{clip}");
        let last = long.words.last().unwrap();
        assert_eq!((last.left, last.right), (147.0, 147.0), "{clip}");
        assert_eq!(run(&found, "Nachbar").place.left, 162.0, "{clip}");
        assert_eq!(found.len(), 2, "{clip}");
    }
}

#[test]
fn what_is_clipped_away_before_its_field_stands_where_that_begins() {
    let found = runs(page(
        "q 150 700 100 20 re W n BT /F 12 Tf 100 705 Td (Vorn und hinten mehr) Tj ET Q",
    ));
    assert_eq!(found[0].text, "Vorn und hinten mehr");
    assert!((150.0..=153.0).contains(&found[0].place.left));
}

#[test]
fn what_is_clipped_away_takes_no_place_of_what_is_shown() {
    let text = "BT /F 12 Tf 52 705 Td (1234,50) Tj ET";
    for clip in ["300 500 20 20 re W n", "300 705 20 20 re W n"] {
        let found = runs(page(&format!("q {clip} {text} Q {text}")));
        let shown = found.iter().filter(|run| run.clipped_by.is_none());
        assert_eq!(shown.count(), 1, "{clip}: {found:#?}");
    }
}

#[test]
fn a_line_above_or_below_what_is_shown_says_in_what_it_was_drawn() {
    let found = runs(page(
        "q 50 700 100 20 re W n BT /F 12 Tf 52 705 Td (eins) Tj 0 -14 Td (zwei) Tj ET Q \
         BT /F 12 Tf 76 691 Td (drei) Tj ET",
    ));
    assert_eq!(run(&found, "eins").clipped_by, None);
    let area = run(&found, "zwei").clipped_by.unwrap();
    let edges = (area.left, area.top, area.width, area.height);
    assert_eq!(edges, (50.0, 122.0, 100.0, 20.0));
    assert_eq!(run(&found, "zwei").place.left, 52.0);
    let beside = runs(page(
        "q 50 700 100 20 re W n BT /F 12 Tf 52 705 Td [(Zoe) -9000 (Karl)] TJ ET Q",
    ));
    assert!(run(&beside, "Karl").clipped_by.is_some());
    assert_eq!(run(&found, "drei").clipped_by, None);
}

#[test]
fn text_that_nothing_shows_is_read_where_it_was_drawn() {
    for clip in [
        "300 700 100 20 re W n",
        // What lies in both is nothing, and no path at all clips nothing.
        "50 700 10 10 re W n 300 300 10 10 re W n",
        "W n",
        "50 700 10 10 re n",
        "/X 700 10 10 re W n",
        // Another path than rectangles.
        "300 700 m 310 700 l 310 720 l h W n",
    ] {
        let found = runs(page(&format!(
            "q {clip} BT /F 12 Tf 52 705 Td (noch da) Tj ET Q"
        )));
        assert_eq!((found.len(), found[0].text.as_str()), (1, "noch da"));
        assert_eq!(found[0].place.left, 52.0, "{clip}");
        assert!(right(&found[0]) > 80.0, "{clip}");
    }
}

#[test]
fn a_form_object_shows_what_is_in_its_box() {
    let found = runs(page("q 1 0 0 1 370 0 cm /X Do Q"));
    assert_eq!(found[0].text, "im XObject");
    assert_eq!(found[0].place.left, 570.0);
    assert!(right(&found[0]) > 600.0, "the page is no clip");
}
