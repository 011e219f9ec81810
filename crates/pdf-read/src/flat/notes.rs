//! Free text annotations (PDF 32000-1, 12.5.6.6): what viewers without a form to fill let people type onto a page.

use domain::form_content::{Place, PlacedText};
use ports::ReadRefused;

use crate::document::{Dictionary, Document, Object};
use crate::pages::Pages;
use crate::text_string;

/// Font size where the annotation names none, in points.
const SIZE_DEFAULT: f32 = 12.0;

/// Lines are this far apart, in font sizes.
const LEADING: f32 = 1.2;

/// The middle of a line lies this far below its top, in font sizes.
const MIDDLE: f32 = 0.65;

/// Annotations that are not shown (12.5.3).
const HIDDEN: i64 = 1 << 1;

/// The lines of all such annotations.
pub(super) fn read(document: &dyn Document, pages: &Pages) -> Result<Vec<PlacedText>, ReadRefused> {
    let mut runs = Vec::new();
    let mut undecodable = Vec::new();
    for (index, page) in pages.iter().enumerate() {
        for annotation in page.annotations() {
            let Object::Dictionary(dictionary) = document.resolve(annotation)? else {
                continue;
            };
            if !is_note(document, &dictionary)? {
                continue;
            }
            let place = pages.place_on(document, index, &dictionary)?;
            match (document.get(&dictionary, b"Contents")?, place) {
                (Object::String(bytes), Some(place)) => match text_string::decode(&bytes) {
                    Ok(text) => runs.extend(lines(&text, place, size(document, &dictionary)?)),
                    Err(_) => undecodable.push(format!("page {}", index + 1)),
                },
                _ => continue,
            }
        }
    }
    if undecodable.is_empty() {
        Ok(runs)
    } else {
        Err(ReadRefused::Undecodable(undecodable))
    }
}

fn is_note(document: &dyn Document, dictionary: &Dictionary) -> Result<bool, ReadRefused> {
    let is_hidden = document.integer(dictionary, b"F")?.unwrap_or(0) & HIDDEN != 0;
    Ok(!is_hidden && document.name(dictionary, b"Subtype")?.as_deref() == Some(b"FreeText"))
}

/// The font size in the default appearance: the number before `Tf`.
fn size(document: &dyn Document, dictionary: &Dictionary) -> Result<f32, ReadRefused> {
    let Object::String(bytes) = document.get(dictionary, b"DA")? else {
        return Ok(SIZE_DEFAULT);
    };
    let appearance = String::from_utf8_lossy(&bytes);
    let words: Vec<&str> = appearance.split_whitespace().collect();
    let size = words
        .windows(2)
        .find(|pair| pair[1] == "Tf")
        .and_then(|pair| pair[0].parse().ok());
    Ok(size
        .filter(|size| (1.0..=200.0).contains(size))
        .unwrap_or(SIZE_DEFAULT))
}

/// The lines: from the top down, or in the middle where there is only one, which is how viewers draw them.
fn lines(text: &str, place: Place, size: f32) -> Vec<PlacedText> {
    let text = text.trim_end().replace("\r\n", "\n");
    let is_single = !text.contains(['\r', '\n']);
    let mut top = if is_single {
        place.top + place.height / 2.0 - MIDDLE * size
    } else {
        place.top
    };
    let mut lines = Vec::new();
    for line in text.split(['\r', '\n']) {
        if !line.trim().is_empty() {
            let place = Place {
                top,
                height: size,
                ..place
            };
            lines.push(PlacedText {
                text: line.trim().to_owned(),
                place,
            });
        }
        top += LEADING * size;
    }
    lines
}
