//! Streams behind filters: decoded whole, or refused.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use forms::FormContent;
use lopdf::{Dictionary, Object, Stream, dictionary};
use ports::PdfError;

use crate::form::Form;

/// What is read of a field whose value is a stream.
fn read(entries: Dictionary, content: &[u8]) -> Result<Vec<String>, PdfError> {
    let mut form = Form::new();
    let value = form.add(Stream::new(entries, content.to_vec()));
    form.field("x", "Tx", dictionary! { "V" => value });
    match form.read()? {
        FormContent::Fields(fields, _) => Ok(fields[0].values.clone()),
        FormContent::Text(pages) | FormContent::PartlyFlat(_, pages) => {
            panic!("not fields: {pages:?}")
        }
    }
}

pub(crate) fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn hexadecimal(bytes: &[u8]) -> Vec<u8> {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.into_bytes()
}

/// ASCII base-85 without its end, of a multiple of four bytes.
fn base_85(bytes: &[u8]) -> Vec<u8> {
    let (groups, rest) = bytes.as_chunks::<4>();
    assert!(rest.is_empty());
    groups
        .iter()
        .flat_map(|group| {
            let number = u32::from_be_bytes(*group);
            [85_u32.pow(4), 85_u32.pow(3), 85_u32.pow(2), 85, 1]
                .map(|power| b'!' + u8::try_from(number / power % 85).unwrap())
        })
        .collect()
}

fn names(filters: &[&str]) -> Object {
    filters
        .iter()
        .map(|filter| Object::Name(filter.as_bytes().to_vec()))
        .collect::<Vec<_>>()
        .into()
}

/// Text that does not compress well, so that half of it is some text.
fn long_text() -> String {
    (0..400_u32)
        .map(|number| format!("{:07} ", number * number))
        .collect()
}

#[test]
fn a_predictor_is_undone_wherever_its_parameters_stand() {
    // Two rows of five bytes, each behind the number of its predictor: none.
    let content = deflated(b"\0Antra\0gStel");
    let parameters = || dictionary! { "Predictor" => 12, "Columns" => 5 };
    for entries in [
        dictionary! { "Filter" => "FlateDecode", "DecodeParms" => parameters() },
        dictionary! {
            "Filter" => names(&["FlateDecode"]),
            "DecodeParms" => vec![parameters().into()],
        },
    ] {
        assert_eq!(
            read(entries.clone(), &content),
            Ok(vec!["AntragStel".to_owned()]),
            "{entries:?}"
        );
    }
    // An array beside a single name is against the standard, and not every parser understands it.
    let odd = dictionary! { "Filter" => "FlateDecode", "DecodeParms" => vec![parameters().into()] };
    assert!(read(odd, &content).is_err());
}

#[test]
fn filters_behind_one_another_are_undone_in_turn() {
    let text = long_text();
    let mut hex = hexadecimal(&deflated(text.as_bytes()));
    hex.push(b'>');
    let entries = dictionary! { "Filter" => names(&["ASCIIHexDecode", "FlateDecode"]) };
    assert_eq!(read(entries, &hex), Ok(vec![text.clone()]));
    let base = [base_85(text.as_bytes()), b"~>".to_vec()].concat();
    let entries = dictionary! { "Filter" => "ASCII85Decode" };
    assert_eq!(read(entries, &base), Ok(vec![text]));
    let runs = [&b"\x04Antra"[..], &[254, b'x', 128]].concat();
    let entries = dictionary! { "Filter" => "RunLengthDecode" };
    assert_eq!(read(entries, &runs), Ok(vec!["Antraxxx".to_owned()]));
}

#[test]
fn a_stream_without_data_is_blank_whatever_its_filter() {
    for filter in ["FlateDecode", "ASCII85Decode"] {
        assert_eq!(
            read(dictionary! { "Filter" => filter }, b""),
            Ok(Vec::new())
        );
    }
}

#[test]
fn data_that_breaks_off_before_its_end_is_refused_behind_any_filter() {
    let text = long_text();
    let packed = deflated(text.as_bytes());
    let half = |bytes: Vec<u8>| bytes[..bytes.len() / 2].to_vec();
    let ended = |mut bytes: Vec<u8>, end: &[u8]| {
        bytes.extend_from_slice(end);
        bytes
    };
    for (filters, content) in [
        (
            &["ASCIIHexDecode", "FlateDecode"][..],
            ended(hexadecimal(&half(packed.clone())), b">"),
        ),
        (
            &["FlateDecode", "FlateDecode"],
            deflated(&half(packed.clone())),
        ),
        (&["ASCIIHexDecode"], half(hexadecimal(text.as_bytes()))),
        (&["ASCII85Decode"], half(base_85(text.as_bytes()))),
        (&["RunLengthDecode"], b"\x04Antra\x09abc".to_vec()),
        (&["RunLengthDecode"], b"\x04Antra".to_vec()),
    ] {
        let read = read(dictionary! { "Filter" => names(filters) }, &content);
        assert!(
            matches!(read, Err(PdfError::Damaged(_))),
            "{filters:?}: {read:?}"
        );
    }
    let predicted = dictionary! {
        "Filter" => "FlateDecode", "DecodeParms" => dictionary! {
            "Predictor" => 12,
            "Columns" => 5,
        },
    };
    let rows: Vec<u8> = text
        .as_bytes()
        .chunks_exact(5)
        .flat_map(|row| [&[0], row].concat())
        .collect();
    let read = read(predicted, &half(deflated(&rows)));
    assert!(matches!(read, Err(PdfError::Damaged(_))), "{read:?}");
}

#[test]
fn short_names_of_filters_are_known_and_keys_that_only_inline_images_have_ambiguous() {
    let hex = b"416e6e61>";
    let plain = dictionary! { "Filter" => "ASCIIHexDecode" };
    assert_eq!(read(plain.clone(), hex), Ok(vec!["Anna".to_owned()]));
    for short in [Object::from("AHx"), names(&["AHx"])] {
        let entries = dictionary! { "Filter" => short };
        assert_eq!(read(entries, hex), Ok(vec!["Anna".to_owned()]));
    }
    for (key, value) in [
        ("F", Object::from("ASCIIHexDecode")),
        ("DP", dictionary! { "Columns" => 5 }.into()),
    ] {
        let mut entries = plain.clone();
        entries.set(key, value);
        let read = read(entries, hex);
        assert!(
            matches!(&read, Err(PdfError::Ambiguous(what)) if what.contains("inline image")),
            "{key}: {read:?}"
        );
    }
}
