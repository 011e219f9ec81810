//! A section that is a stream (PDF 32000-1, 7.5.8).

use super::lexer::Lexer;
use super::lines::{Entry, Line, reserve};
use super::{Unusual, unfiltered};
use crate::document::{Dictionary, Object};
use crate::limits::TABLE_LINES_MAX;
use crate::steps::step;

/// Bytes of the widest line.
const LINE_BYTES_MAX: usize = 3 * 8;

/// A predictor of the PNG kind, whose rows each say how they are packed (7.4.4.4).
const PNG_PREDICTORS: std::ops::RangeInclusive<i64> = 10..=15;

/// Adds the lines of the section that begins where the lexer stands, and gives its dictionary.
pub(super) fn read(
    pdf: &[u8],
    mut lexer: Lexer<'_>,
    lines: &mut Vec<Line>,
) -> Result<Dictionary, Unusual> {
    let _: (u32, u16) = (lexer.next_unsigned()?, lexer.next_unsigned()?);
    lexer.skip_blanks();
    let is_object = lexer.skip_word(b"obj");
    let (true, Object::Dictionary(entries)) = (is_object, lexer.object(0)?) else {
        return Err(Unusual);
    };
    lexer.skip_comments();
    if *entries.get(b"Type") != Object::Name(b"XRef".into()) {
        return Err(Unusual);
    }
    let length = number(&entries, b"Length")?;
    let raw = Lexer::at(pdf, lexer.position())?.stream(length)?;
    let widths = widths(&entries)?;
    let rows = rows(&entries, raw, widths.iter().sum())?;
    let mut rows = rows.chunks_exact(widths.iter().sum());
    for (first, count) in subsections(&entries)? {
        reserve(lines, count)?;
        for index in 0..count {
            let index = u32::try_from(index).map_err(|_| Unusual)?;
            let number = first.checked_add(index).ok_or(Unusual)?;
            lines.push(line(number, rows.next().ok_or(Unusual)?, widths)?);
        }
    }
    Ok(entries)
}

fn number<N: TryFrom<i64>>(entries: &Dictionary, key: &[u8]) -> Result<N, Unusual> {
    match entries.get(key) {
        Object::Integer(number) => N::try_from(*number).map_err(|_| Unusual),
        _ => Err(Unusual),
    }
}

/// How many bytes each of the three columns has.
fn widths(entries: &Dictionary) -> Result<[usize; 3], Unusual> {
    let Object::Array(widths) = entries.get(b"W") else {
        return Err(Unusual);
    };
    let width = |width: &Object| match width {
        Object::Integer(width @ 0..=8) => usize::try_from(*width).ok(),
        _ => None,
    };
    let widths: Option<Vec<usize>> = widths.iter().map(width).collect();
    let widths: [usize; 3] = widths.and_then(|all| all.try_into().ok()).ok_or(Unusual)?;
    match widths[1] {
        0 => Err(Unusual),
        _ => Ok(widths),
    }
}

/// The first number and the count of each subsection.
fn subsections(entries: &Dictionary) -> Result<Vec<(u32, usize)>, Unusual> {
    let Object::Array(index) = entries.get(b"Index") else {
        return match entries.get(b"Index") {
            Object::Null => Ok(vec![(0, number(entries, b"Size")?)]),
            _ => Err(Unusual),
        };
    };
    let pairs = index.as_chunks::<2>();
    let pair = |pair: &[Object; 2]| match pair {
        [Object::Integer(first), Object::Integer(count)] => {
            Some((u32::try_from(*first).ok()?, usize::try_from(*count).ok()?))
        }
        _ => None,
    };
    let subsections: Option<Vec<_>> = pairs.0.iter().map(pair).collect();
    let subsections = subsections.filter(|_| pairs.1.is_empty());
    subsections.ok_or(Unusual)
}

/// The lines as bytes, filter and predictor undone.
fn rows(entries: &Dictionary, raw: &[u8], width: usize) -> Result<Vec<u8>, Unusual> {
    // One byte more in each row, which says how it is packed.
    let unpacked = unfiltered(entries, raw, TABLE_LINES_MAX * (LINE_BYTES_MAX + 1))?;
    match entries.get(b"DecodeParms") {
        Object::Null => Ok(unpacked),
        Object::Dictionary(parameters) => match parameters.get(b"Predictor") {
            Object::Null | Object::Integer(1) => Ok(unpacked),
            Object::Integer(predictor) if PNG_PREDICTORS.contains(predictor) => {
                let columns: usize = number(parameters, b"Columns")?;
                let others = [&b"Colors"[..], b"BitsPerComponent"];
                let is_plain = others.iter().all(|key| !parameters.has(key));
                match is_plain && columns == width {
                    true => unpredicted(&unpacked, width),
                    false => Err(Unusual),
                }
            }
            _ => Err(Unusual),
        },
        _ => Err(Unusual),
    }
}

/// The rows without the differences to the rows above and the bytes before them.
fn unpredicted(packed: &[u8], width: usize) -> Result<Vec<u8>, Unusual> {
    let packed = packed.chunks_exact(width + 1);
    if !packed.remainder().is_empty() {
        return Err(Unusual);
    }
    let mut rows: Vec<u8> = Vec::with_capacity(packed.len() * width);
    for row in packed {
        let (kind, bytes) = row.split_first().ok_or(Unusual)?;
        let start = rows.len();
        for (column, byte) in bytes.iter().enumerate() {
            let above = start.checked_sub(width).map_or(0, |row| rows[row + column]);
            let before = if column > 0 {
                rows[start + column - 1]
            } else {
                0
            };
            rows.push(match kind {
                0 => *byte,
                1 => byte.wrapping_add(before),
                2 => byte.wrapping_add(above),
                _ => return Err(Unusual),
            });
        }
    }
    Ok(rows)
}

fn line(number: u32, row: &[u8], widths: [usize; 3]) -> Result<Line, Unusual> {
    step();
    let (kind, row) = row.split_at_checked(widths[0]).ok_or(Unusual)?;
    let (second, third) = row.split_at_checked(widths[1]).ok_or(Unusual)?;
    let kind = if kind.is_empty() { 1 } else { whole(kind) };
    let (second, third) = (whole(second), whole(third));
    let narrow = |number: u64| u16::try_from(number).map_err(|_| Unusual);
    let wide = |number: u64| usize::try_from(number).map_err(|_| Unusual);
    Ok(match kind {
        0 => (number, 0, None),
        1 => (number, narrow(third)?, Some(Entry::At(wide(second)?))),
        2 => {
            let container = u32::try_from(second).map_err(|_| Unusual)?;
            let index = wide(third)?;
            (number, 0, Some(Entry::Packed { container, index }))
        }
        _ => return Err(Unusual),
    })
}

/// A number of at most eight bytes, the highest first.
fn whole(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter();
    bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
}
