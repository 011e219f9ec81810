//! What viewers let people draw onto a page by hand, as it lies over a form: ink and the like (PDF
//! 32000-1, 12.5.6.13). Some of it may be marks in boxes.

use forms::form_content::Outline;
use ports::PdfError;

use super::drawing::{ClipArea, PaintedArea};
use crate::annotations::{INK, drawing};
use crate::document::{Dictionary, Document, Object};
use crate::limits::SHAPES_MAX;
use crate::pages::Pages;

/// Coordinates of all strokes together, two for each point: a long signature has some thousand.
const POINTS_MAX: usize = 2_000_000;

/// All strokes, page by page. All parsers must find as many on each page; where exactly they run
/// is rounded differently.
pub(super) fn strokes(
    documents: &[&dyn Document],
    pages: &Pages,
) -> Result<Vec<PaintedArea>, PdfError> {
    let of_document = |document: &&dyn Document| of_document(*document, pages);
    let all: Vec<_> = documents
        .iter()
        .map(of_document)
        .collect::<Result<_, _>>()?;
    let pages =
        |strokes: &[PaintedArea]| strokes.iter().map(|stroke| stroke.page).collect::<Vec<_>>();
    let mut all = all.into_iter();
    let first = all.next().unwrap_or_default();
    match all.all(|other| pages(&other) == pages(&first)) {
        true => Ok(first),
        false => Err(PdfError::Ambiguous(
            "its pages hold two different drawings".to_owned(),
        )),
    }
}

fn of_document(document: &dyn Document, pages: &Pages) -> Result<Vec<PaintedArea>, PdfError> {
    let mut strokes = Vec::new();
    let mut points_left = POINTS_MAX;
    for (number, page) in pages.iter().enumerate() {
        for annotation in page.annotations() {
            let Object::Dictionary(annotation) = document.resolve(annotation)? else {
                continue;
            };
            for area in areas(document, &annotation, &mut points_left)? {
                strokes.push(PaintedArea {
                    page: number,
                    area,
                    outline: Outline::Free,
                    is_filled: false,
                    hides: false,
                });
            }
            if strokes.len() > SHAPES_MAX || points_left == 0 {
                return Err(PdfError::TooComplex(format!(
                    "more than {SHAPES_MAX} strokes or {POINTS_MAX} points drawn on its pages"
                )));
            }
        }
    }
    Ok(strokes)
}

/// The rectangles around what an annotation draws, in the page's own coordinates.
fn areas(
    document: &dyn Document,
    annotation: &Dictionary,
    points_left: &mut usize,
) -> Result<Vec<ClipArea>, PdfError> {
    let Some(subtype) = drawing(document, annotation)? else {
        return Ok(Vec::new());
    };
    if *subtype != *INK {
        let corners = document.members(annotation, b"Rect")?;
        *points_left = points_left.saturating_sub(corners.len() + 1);
        return Ok(around(&corners).into_iter().collect());
    }
    let mut areas = Vec::new();
    for stroke in document
        .array(annotation, b"InkList")?
        .iter()
        .take(SHAPES_MAX + 1)
    {
        if let Object::Array(points) = document.resolve(stroke)? {
            *points_left = points_left.saturating_sub(points.len() + 1);
            if *points_left == 0 {
                break;
            }
            areas.extend(around(&document.resolve_members(points)?));
        }
    }
    Ok(areas)
}

/// The rectangle around points: numbers, two for each.
fn around(points: &[Object]) -> Option<ClipArea> {
    let numbers: Option<Vec<f32>> = points.iter().map(Object::number).collect();
    let numbers = numbers?;
    let points = numbers.as_chunks::<2>().0.iter();
    ClipArea::around(points.map(|[right, up]| (f64::from(*right), f64::from(*up))))
}
