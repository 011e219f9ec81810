//! Numbers before the rows of printed tables.

use forms::form_content::{PagePlace, PlacedText};
use forms::form_type::sample::sample;

use super::printed_rows;
use crate::flat::OwnPlaces;
use crate::flat::labels::Labels;
use crate::flat::page::lines;

/// The numbers of the rows under two headings, and the first cell of each.
fn rows(texts: &[(&str, f32, f32)]) -> Vec<(Option<usize>, String)> {
    let run = |(text, left, top): &(&str, f32, f32)| {
        let place = PagePlace {
            page: 0,
            left: *left,
            top: *top,
            width: 10.0,
            height: 10.0,
        };
        PlacedText::new(*text, place)
    };
    let runs: Vec<PlacedText> = texts.iter().map(run).collect();
    let lines = lines(runs.iter(), &Labels::default(), &OwnPlaces::default());
    let form_type = sample();
    let table = form_type.tables().next().unwrap();
    let rows = printed_rows(table, &[60.0, 300.0], lines.iter());
    let rows = rows.into_iter();
    rows.map(|row| (row.number, row.cells[0].text.clone()))
        .collect()
}

#[test]
fn a_number_alone_is_that_of_the_next_row_or_of_the_cells_below_it() {
    let row = |number, text: &str| (Some(number), text.to_owned());
    for (texts, expected) in [
        (&[("1", 40.0, 10.0)][..], vec![row(1, "")]),
        (&[("450", 40.0, 10.0)], vec![]),
        (
            &[("1", 40.0, 10.0), ("Saal", 62.0, 10.0), ("450", 40.0, 30.0)],
            vec![row(1, "Saal")],
        ),
        (
            &[("13", 40.0, 10.0), ("Saal", 62.0, 30.0)],
            vec![row(13, "Saal")],
        ),
        (
            &[("450", 40.0, 10.0), ("2", 40.0, 30.0), ("Saal", 62.0, 30.0)],
            vec![row(2, "Saal")],
        ),
    ] {
        assert_eq!(rows(texts), expected, "{texts:?}");
    }
}

#[test]
fn a_number_may_be_of_any_length() {
    let long = "9".repeat(30);
    let texts = [
        (long.as_str(), 40.0, 10.0),
        ("Saal", 62.0, 10.0),
        ("5", 40.0, 30.0),
    ];
    assert_eq!(rows(&texts), [(Some(usize::MAX), "Saal".to_owned())]);
}
