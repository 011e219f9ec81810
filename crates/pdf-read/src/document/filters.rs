//! Undoing the filters of a stream (PDF 32000-1, 7.4), all of it or not at all.
//!
//! The parsers return what they could decode before the data broke off. Left out on purpose:
//! `LZWDecode` and predictors, which the parsers undo; the data behind a predictor is at least
//! known to be whole.

use std::borrow::Cow;

use ports::PdfError;

use super::{Dictionary, LookedAt, Name, damaged, flate};

/// Filters of one stream. Real ones have at most two.
const FILTERS_MAX: usize = 8;

/// Keys by which some viewers find the filters of a stream and their parameters, as of an inline
/// image. Of a stream, `F` is a file in which its data is (7.3.8.2, table 5).
const ABBREVIATED_KEYS: [&[u8]; 2] = [b"F", b"DP"];

/// Whether viewers may unpack a stream otherwise.
pub(crate) fn has_abbreviated_keys(stream: &Dictionary) -> bool {
    ABBREVIATED_KEYS.iter().any(|key| stream.has(key))
}

pub(super) struct Filter {
    pub(super) name: Name,
    /// Whether its parameters ask for more than the filter itself.
    pub(super) has_predictor: bool,
}

/// The bytes with all filters undone. `None` where one of the filters is left to the parsers. An
/// error if the data breaks off, or holds more than `size_max` bytes. The data and what each filter
/// makes of it is looked at.
pub(super) fn undo(
    raw: Cow<'_, [u8]>,
    filters: &[Filter],
    size_max: usize,
    looked_at: &LookedAt,
) -> Result<Option<Vec<u8>>, PdfError> {
    looked_at.count(raw.len())?;
    if filters.len() > FILTERS_MAX {
        return Err(PdfError::TooComplex(format!(
            "a stream with more than {FILTERS_MAX} filters"
        )));
    }
    // Some writers give a stream without data a filter all the same.
    if raw.is_empty() {
        return Ok(Some(Vec::new()));
    }
    // Only the last one must tell its end: if what one gives breaks off, the next one finds out.
    let (mut bytes, mut is_whole) = (raw, true);
    for filter in filters {
        let (undone, is_end_told) = match &*filter.name {
            // Short names are those of inline images (8.9.7, table 94); viewers know them of all
            // streams, and some programs write them.
            b"FlateDecode" | b"Fl" => (flate::inflate(&bytes, size_max)?, true),
            b"ASCIIHexDecode" | b"AHx" => hexadecimal(&bytes)?,
            b"ASCII85Decode" | b"A85" => base_85(&bytes)?,
            b"RunLengthDecode" | b"RL" => run_lengths(&bytes, size_max)?,
            _ => return Ok(None),
        };
        looked_at.count(undone.len())?;
        (bytes, is_whole) = (Cow::Owned(undone), is_end_told);
        if filter.has_predictor {
            return Ok(None);
        }
    }
    if bytes.len() > size_max {
        return Err(PdfError::TooLargeDecompressed);
    }
    is_whole
        .then(|| Some(bytes.into_owned()))
        .ok_or_else(broken)
}

/// The refusal for a stream that viewers unpack in different ways.
pub(super) fn unpacked_otherwise() -> PdfError {
    PdfError::Ambiguous("a stream names its filters as only an inline image may".to_owned())
}

/// Two digits for each byte, up to `>` (7.4.2). The flag tells whether `>` was found.
fn hexadecimal(data: &[u8]) -> Result<(Vec<u8>, bool), PdfError> {
    let end = data.iter().position(|byte| *byte == b'>');
    let mut digits = Vec::new();
    for byte in data[..end.unwrap_or(data.len())]
        .iter()
        .filter(|byte| !is_blank(**byte))
    {
        let digit = char::from(*byte).to_digit(16).ok_or_else(broken)?;
        digits.push(u8::try_from(digit).map_err(|_| broken())?);
    }
    let bytes = digits
        .chunks(2)
        .map(|pair| (pair[0] << 4) | pair.get(1).copied().unwrap_or(0));
    Ok((bytes.collect(), end.is_some()))
}

/// Five digits for four bytes, up to `~` (7.4.3). The flag tells whether `~` was found.
fn base_85(data: &[u8]) -> Result<(Vec<u8>, bool), PdfError> {
    let mut bytes = Vec::with_capacity(data.len());
    let mut group: Vec<u8> = Vec::with_capacity(5);
    for byte in data.iter().filter(|byte| !is_blank(**byte)) {
        match byte {
            b'!'..=b'u' => group.push(byte - b'!'),
            b'z' if group.is_empty() => bytes.extend([0; 4]),
            b'~' => {
                bytes.extend(group_of_85(&group)?);
                return Ok((bytes, true));
            }
            _ => return Err(broken()),
        }
        if group.len() == 5 {
            bytes.extend(group_of_85(&group)?);
            group.clear();
        }
    }
    bytes.extend(group_of_85(&group)?);
    Ok((bytes, false))
}

/// The bytes of a group, which may be the last, shorter one.
fn group_of_85(digits: &[u8]) -> Result<Vec<u8>, PdfError> {
    let length = match digits.len() {
        0 => return Ok(Vec::new()),
        1 => return Err(broken()),
        length => length - 1,
    };
    let number = (0..5)
        .map(|index| u64::from(digits.get(index).copied().unwrap_or(84)))
        .fold(0, |number, digit| number * 85 + digit);
    let number = u32::try_from(number).map_err(|_| broken())?;
    Ok(number.to_be_bytes()[..length].to_vec())
}

/// Runs of literal or repeated bytes, up to the byte 128 (7.4.5). The flag tells whether that was
/// found.
fn run_lengths(data: &[u8], size_max: usize) -> Result<(Vec<u8>, bool), PdfError> {
    let (mut bytes, mut rest) = (Vec::new(), data);
    while let Some((&length, after)) = rest.split_first() {
        let count = usize::from(length);
        rest = match length {
            0..=127 => {
                let (run, after) = after.split_at_checked(count + 1).ok_or_else(broken)?;
                bytes.extend_from_slice(run);
                after
            }
            128 => return Ok((bytes, true)),
            129.. => {
                let (byte, after) = after.split_first().ok_or_else(broken)?;
                bytes.extend(std::iter::repeat_n(*byte, 257 - count));
                after
            }
        };
        if bytes.len() > size_max {
            return Err(PdfError::TooLargeDecompressed);
        }
    }
    Ok((bytes, false))
}

/// White space of PDF (7.2.2).
pub(crate) fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}

fn broken() -> PdfError {
    damaged("a stream breaks off or is corrupt")
}
