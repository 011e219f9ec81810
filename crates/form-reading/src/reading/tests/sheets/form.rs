//! A form of four pages, filled in, and how its pages may come to lie in a file.

use forms::Data;
use forms::form_content::{
    FieldWidget, FormContent, FormField, FormFieldKind, Outline, PagePlace, PaintedShape,
    PlacedText, PrintedPages,
};
use forms::form_type::sample::sample;

use crate::reading::tests::by_place::run;
use crate::reading::tests::{field, shown};
use crate::{BlankForm, ContentError, read_with_sources};

pub(super) const PAGES: usize = 4;
pub(super) const PAPER: (f32, f32) = (595.0, 842.0);

/// The words that each page prints alone.
const OWN: [[&str; 6]; PAGES] = [
    [
        "Vorhaben",
        "Laufzeit",
        "Gruppe",
        "Anlass",
        "Fassung",
        "Deckblatt",
    ],
    ["Ausgaben", "Posten", "Belege", "Summe", "Rabatt", "Steuern"],
    [
        "Einnahmen",
        "Eintritt",
        "Spenden",
        "Zuschuss",
        "Rest",
        "Konto",
    ],
    [
        "Unterschrift",
        "Hinweise",
        "Datenschutz",
        "Widerruf",
        "Frist",
        "Stempel",
    ],
];

fn on_page(page: usize, place: PagePlace) -> PagePlace {
    PagePlace { page, ..place }
}

pub(super) fn at(page: usize, text: &str, left: f32, baseline: f32) -> PlacedText {
    let run = run(text, left, baseline);
    PlacedText {
        place: on_page(page, run.place),
        ..run
    }
}

/// All pages print the same heading and the same labels, and six words of their own.
pub(super) fn blank() -> Vec<PlacedText> {
    let page = |page: usize| {
        let own = OWN[page].iter().enumerate();
        let own = own.map(move |(line, text)| at(page, text, 300.0, 100.0 + 90.0 * line as f32));
        let shared = [
            at(page, "Formular B der Stadt", 40.0, 30.0),
            at(page, "Antwort hier eintragen", 40.0, 100.0),
            at(page, "Trifft zu", 70.0, 400.0),
            at(
                page,
                &format!("Blatt {} von {PAGES}", page + 1),
                480.0,
                800.0,
            ),
        ];
        own.chain(shared).collect::<Vec<_>>()
    };
    (0..PAGES).flat_map(page).collect()
}

/// A text and a box on each page.
pub(super) fn fields() -> Vec<FormField> {
    let placed = |name: &str, kind, page, (left, top, width, height), state: Option<&str>| {
        let place = PagePlace {
            page,
            left,
            top,
            width,
            height,
        };
        FormField {
            place: Some(place),
            widgets: vec![FieldWidget {
                place,
                state: state.map(str::to_owned),
            }],
            ..field(name, kind, &[])
        }
    };
    let names = ["Feld 7", "description", "Bemerkung", "Ort"];
    let texts = names.iter().enumerate().map(|(page, name)| {
        placed(
            name,
            FormFieldKind::Text,
            page,
            (40.0, 104.0, 220.0, 16.0),
            None,
        )
    });
    let names = ["Haken 1", "privacyConsent", "Haken 3", "Haken 4"];
    let boxes = names.iter().enumerate().map(|(page, name)| {
        let area = (40.0, 390.0, 12.0, 12.0);
        placed(name, FormFieldKind::CheckBox, page, area, Some("Ja"))
    });
    texts.chain(boxes).collect()
}

/// The form as it is filled in: a text on each page, and ticks on the second and the fourth.
pub(super) fn filled() -> PrintedPages {
    let values = ["Sommerfest", "Es wird getanzt", "keine", "Heidelberg"];
    let values = values.iter().enumerate();
    let values = values.map(|(page, text)| at(page, text, 42.0, 116.0));
    let tick = |page: usize| PaintedShape {
        place: PagePlace {
            page,
            left: 42.0,
            top: 392.0,
            width: 8.0,
            height: 8.0,
        },
        outline: Outline::Free,
        is_filled: false,
        hides: false,
    };
    PrintedPages {
        texts: blank().into_iter().chain(values).collect(),
        shapes: vec![tick(1), tick(3)],
        ..PrintedPages::default()
    }
}

pub(super) fn read(pages: PrintedPages) -> Result<(Data, Vec<forms::ValueSource>), ContentError> {
    read_as((&blank(), &fields()), pages)
}

/// Reads a file as a form that prints these texts and has these fields.
pub(super) fn read_as(
    (texts, fields): (&[PlacedText], &[FormField]),
    pages: PrintedPages,
) -> Result<(Data, Vec<forms::ValueSource>), ContentError> {
    let blank = BlankForm {
        texts,
        fields,
        ..BlankForm::default()
    };
    read_with_sources(&sample(), &FormContent::Text(pages), blank)
}

/// Where a page comes to lie: on which page of the file, how large, and with which left upper
/// corner.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub(super) page: usize,
    pub(super) scale: (f32, f32),
    pub(super) corner: (f32, f32),
}

/// The pages, each in its cell; those without one are left out.
pub(super) fn arranged(pages: &PrintedPages, cells: &[(usize, Cell)]) -> PrintedPages {
    let mut printed = PrintedPages::default();
    for (page, cell) in cells {
        let moved = |place: PagePlace| PagePlace {
            page: cell.page,
            left: place.left * cell.scale.0 + cell.corner.0,
            top: place.top * cell.scale.1 + cell.corner.1,
            width: place.width * cell.scale.0,
            height: place.height * cell.scale.1,
        };
        let texts = pages.texts.iter().filter(|run| run.place.page == *page);
        printed.texts.extend(texts.map(|run| PlacedText {
            place: moved(run.place),
            ..run.clone()
        }));
        let shapes = pages
            .shapes
            .iter()
            .filter(|shape| shape.place.page == *page);
        printed.shapes.extend(shapes.map(|shape| PaintedShape {
            place: moved(shape.place),
            ..*shape
        }));
    }
    let key = |run: &PlacedText| (run.place.page, run.baseline(), run.place.left);
    printed
        .texts
        .sort_by(|one, other| key(one).partial_cmp(&key(other)).unwrap());
    printed
}

/// The cells of sheets with so many columns and rows, in this order.
pub(super) fn cells(
    order: &[usize],
    (columns, rows): (usize, usize),
    scale: f32,
) -> Vec<(usize, Cell)> {
    let cell = |(index, page): (usize, &usize)| {
        let (sheet, place) = (index / (columns * rows), index % (columns * rows));
        let (column, row) = ((place % columns) as f32, (place / columns) as f32);
        let corner = (
            18.0 + column * PAPER.0 * scale,
            18.0 + row * PAPER.1 * scale,
        );
        let cell = Cell {
            page: sheet,
            scale: (scale, scale),
            corner,
        };
        (*page, cell)
    };
    order.iter().enumerate().map(cell).collect()
}

pub(super) const IN_ORDER: [usize; PAGES] = [0, 1, 2, 3];

pub(super) fn expect_all(data: &Data) {
    for (path, value) in [
        ("name", "Sommerfest"),
        ("description", "Es wird getanzt"),
        ("otherFields.Bemerkung", "keine"),
        ("otherFields.Ort", "Heidelberg"),
        ("otherFields.Haken 4", "Ja"),
        ("privacyConsent", "Some(Boolean(true))"),
        ("otherFields.Haken 1", "None"),
        ("otherFields.Haken 3", "None"),
        ("otherFields.Seite 1", "None"),
    ] {
        assert_eq!(shown(data, path), value, "{path}");
    }
}
