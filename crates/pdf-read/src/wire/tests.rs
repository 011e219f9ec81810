use forms::FormContent;
use forms::form_content::{FormField, FormFieldKind, FormFieldOption, PagePlace, PlacedText};
use ports::PdfError;
use proptest::prelude::*;

use super::{decode, encode};

fn place() -> PagePlace {
    PagePlace {
        page: 3,
        left: 0.1,
        top: 1.0 / 3.0,
        width: 123.456,
        height: f32::MIN_POSITIVE,
    }
}

fn sent(reading: &Result<FormContent, PdfError>) -> Result<FormContent, PdfError> {
    decode(&encode(reading.clone())).unwrap()
}

#[test]
fn fields_arrive_as_they_were_sent() {
    let kinds = [
        FormFieldKind::Text,
        FormFieldKind::CheckBox,
        FormFieldKind::Radio,
        FormFieldKind::Choice,
        FormFieldKind::Signature,
        FormFieldKind::PushButton,
        FormFieldKind::Note,
    ];
    let fields = kinds.map(|kind| FormField {
        name: "costs.0.amount ⚽".to_owned(),
        kind,
        values: vec!["1.234,50 €".to_owned(), "\u{1}\"\\\r\n".to_owned()],
        options: vec![FormFieldOption {
            export: "1".to_owned(),
            display: "eins".to_owned(),
        }],
        tooltip: Some("Betrag".to_owned()),
        max_length: Some(10),
        multiple: true,
        editable: true,
        required: true,
        date_format: Some("dd.mm.yyyy".to_owned()),
        place: Some(place()),
    });
    let reading = Ok(FormContent::Fields(
        fields.into_iter().chain([FormField::default()]).collect(),
    ));
    assert_eq!(sent(&reading), reading);
}

#[test]
fn texts_arrive_as_they_were_sent() {
    let reading = Ok(FormContent::Text(vec![PlacedText {
        text: "Straße".to_owned(),
        place: place(),
    }]));
    assert_eq!(sent(&reading), reading);
    assert_eq!(
        sent(&Ok(FormContent::Text(Vec::new()))),
        Ok(FormContent::Text(Vec::new()))
    );
}

#[test]
fn refusals_arrive_as_they_were_sent() {
    for refused in [
        PdfError::NotAPdf,
        PdfError::Damaged("x".to_owned()),
        PdfError::Hostile,
        PdfError::Locked,
        PdfError::DynamicXfa,
        PdfError::TooLargeDecompressed,
        PdfError::TookTooLong,
        PdfError::Ambiguous("y".to_owned()),
        PdfError::Undecodable(vec!["a".to_owned(), "b".to_owned()]),
        PdfError::TooComplex("z".to_owned()),
    ] {
        assert_eq!(sent(&Err(refused.clone())), Err(refused));
    }
}

#[test]
fn other_bytes_are_no_reading() {
    let whole = encode(Err(PdfError::Damaged("x".to_owned())));
    for bytes in [
        &b""[..],
        b"null",
        b"{}",
        b"{\"content\":1}",
        b"\xff",
        &whole[..whole.len() - 1],
    ] {
        assert!(decode(bytes).is_err(), "{bytes:?}");
    }
}

proptest! {
    #[test]
    fn any_coordinates_arrive_exactly(
        left in proptest::num::f32::NORMAL,
        top in proptest::num::f32::ANY,
    ) {
        prop_assume!(top.is_finite());
        let text = PlacedText { text: String::new(), place: PagePlace { left, top, ..place() } };
        let reading = Ok(FormContent::Text(vec![text]));
        prop_assert_eq!(sent(&reading), reading);
    }

    #[test]
    fn any_bytes_are_decoded_or_refused(bytes: Vec<u8>) {
        let _ = decode(&bytes);
    }
}
