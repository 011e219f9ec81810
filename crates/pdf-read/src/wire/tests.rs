use std::borrow::Cow;

use form_reading::expected_form::{
    BlankFile, BlankTexts, FormContentError, KnownBeginning, KnownObject, KnownPage, KnownPiece,
    KnownPlace, ObjectRange, PageDigest, PieceDigest, XfaText,
};
use form_reading::{ExpectedForm, TemplateText, TemplateTexts};
use forms::form_content::{
    FieldWidget, FormField, FormFieldKind, FormFieldOption, FormattedText, FormattedTextRole,
    LookDigest, NumberFormat, Outline, PagePlace, PaintedShape, PlacedText, PrintedPages,
    UndecodableText, UnroundedNumber,
};
use forms::form_type::sample::sample;
use forms::value::Object;
use forms::value_source::SourceKind;
use forms::{Data, Decimal, FormContent, Value, ValueSource};
use ports::{PdfError, UploadError};
use proptest::prelude::*;

use super::{
    Job, answer, answer_blank_file, decode_blank_file, decode_content, decode_data, decode_job,
    decode_sources, encode_job,
};

fn place() -> PagePlace {
    PagePlace {
        page: 3,
        left: 0.1,
        top: 1.0 / 3.0,
        width: 123.456,
        height: f32::MIN_POSITIVE,
    }
}

fn undecodable() -> Vec<UndecodableText> {
    [None, Some([7; 32])]
        .map(|glyphs| UndecodableText { page: 3, glyphs })
        .to_vec()
}

fn shape() -> PaintedShape {
    PaintedShape {
        place: place(),
        outline: Outline::Free,
        is_filled: true,
        hides: false,
    }
}

fn sent(reading: &Result<FormContent, PdfError>) -> Result<FormContent, PdfError> {
    decode_content(&answer(&Job::Content, reading.clone())).unwrap()
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
        FormFieldKind::Comment,
    ];
    let fields = kinds.map(|kind| FormField {
        name: "costs.0.amount ⚽".to_owned(),
        kind,
        values: vec!["1.234,50 €".to_owned(), "\u{1}\"\\\r\n".to_owned()],
        unseen_states: vec!["N".to_owned(), "M".to_owned()],
        unseen_values: vec!["N".to_owned()],
        formatted: Some(FormattedText {
            text: "x".to_owned(),
            role: FormattedTextRole::Shown,
        }),
        unstored_looks: vec![LookDigest([8; 32])],
        xfa_data: Some("1234.5".to_owned()),
        options: vec![FormFieldOption {
            export: "1".to_owned(),
            display: "eins".to_owned(),
        }],
        tooltip: Some("Betrag".to_owned()),
        max_length: Some(10),
        multiple: true,
        editable: true,
        lists_options: true,
        required: true,
        date_format: Some("dd.mm.yyyy".to_owned()),
        number_format: Some(NumberFormat {
            decimals: 2,
            currency: " €".to_owned(),
        }),
        unrounded: Some(UnroundedNumber {
            is_calculated: true,
            shown: Some("3,71".to_owned()),
        }),
        comb: true,
        is_hidden: true,
        place: Some(place()),
        widgets: vec![FieldWidget {
            place: place(),
            state: Some("Ja".to_owned()),
        }],
    });
    let reading = Ok(FormContent::Fields(
        fields.into_iter().chain([FormField::default()]).collect(),
        vec![PlacedText {
            is_ordered: true,
            ..PlacedText::new("Straße", place())
        }],
    ));
    assert_eq!(sent(&reading), reading);
}

#[test]
fn texts_arrive_as_they_were_sent() {
    let text = PlacedText {
        is_ordered: true,
        ..PlacedText::new("Straße", place())
    };
    let comment = FormField {
        kind: FormFieldKind::Comment,
        values: vec!["bis Freitag".to_owned()],
        ..FormField::default()
    };
    let reading = Ok(FormContent::Text(PrintedPages {
        texts: vec![text],
        comments: vec![comment],
        shapes: vec![shape()],
        undecodable: undecodable(),
    }));
    assert_eq!(sent(&reading), reading);
    assert_eq!(
        sent(&Ok(FormContent::printed(Vec::new()))),
        Ok(FormContent::printed(Vec::new()))
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
        PdfError::CopiesDiffer(vec!["a".to_owned(), "b".to_owned()]),
        PdfError::Undecodable(vec!["a".to_owned(), "b".to_owned()]),
        PdfError::UndecodablePages(vec![1, 20]),
        PdfError::TooComplex("z".to_owned()),
    ] {
        assert_eq!(sent(&Err(refused.clone())), Err(refused));
    }
}

fn expected() -> ExpectedForm {
    let text = PlacedText {
        is_ordered: true,
        ..PlacedText::new("Straße", place())
    };
    let own = TemplateText {
        formatted: Some(FormattedText {
            text: "Straße".to_owned(),
            role: FormattedTextRole::Value,
        }),
        xfa_data: Some("1".to_owned()),
        looks: vec![LookDigest([7; 32])],
        note: None,
    };
    let mut other = sample();
    other.key = "other_form".to_owned();
    ExpectedForm {
        form_type: sample(),
        others: vec![other],
        blank: BlankTexts {
            flat: vec![text.clone()],
            shapes: vec![shape()],
            shapes_on: vec![shape()],
            undecodable: undecodable(),
            beside_fields: vec![text],
            fields: vec![FormField {
                name: "a".to_owned(),
                ..FormField::default()
            }],
            signatures: vec![place()],
            template: TemplateTexts::from([("a".to_owned(), own)]),
            xfa_texts: vec![XfaText::from(("page", "form.pdf"))],
            pages: vec![PageDigest([7; 32])],
            beginnings: vec![beginning()],
        },
    }
}

/// What comes back for a form with these fields.
fn answered(fields: &[(&str, &str)]) -> Result<Data, UploadError> {
    let field = |(name, value): &(&str, &str)| FormField {
        name: (*name).to_owned(),
        values: vec![(*value).to_owned()],
        ..FormField::default()
    };
    let content = FormContent::Fields(fields.iter().map(field).collect(), Vec::new());
    let expected = expected();
    let job = Job::Data(Cow::Borrowed(&expected));
    decode_data(&answer(&job, Ok(content)), &expected.form_type).unwrap()
}

#[test]
fn jobs_arrive_as_they_were_sent() {
    for job in [Job::Content, Job::Fields, Job::BlankFile] {
        assert_eq!(decode_job(&encode_job(&job)).unwrap(), job);
    }
    let expected = expected();
    let job = Job::Data(Cow::Owned(expected));
    let arrived = decode_job(&encode_job(&job)).unwrap();
    assert_eq!(arrived, job);
}

fn beginning() -> KnownBeginning {
    let digest = PieceDigest(u128::MAX);
    let (begin, packed) = (u32::MAX, Some((9, 1)));
    let place = |packed| Some(KnownPlace { begin, packed });
    let objects = [None, place(None), place(packed)];
    let object = |place| KnownObject { id: (7, 9), place };
    KnownBeginning {
        pieces: vec![KnownPiece { end: 1, digest }],
        objects: vec![ObjectRange(17, u32::MAX)],
        replaced: vec![(4, 5)],
        pages: vec![KnownPage {
            front: PieceDigest(1 << 64),
            objects: objects.map(object).to_vec(),
        }],
    }
}

#[test]
fn what_is_kept_of_a_blank_form_arrives_as_it_was_sent() {
    let file = BlankFile {
        pages: vec![PageDigest([0; 32]), PageDigest([255; 32])],
        beginning: beginning(),
        xfa_texts: vec![XfaText::from(("page", "form.pdf"))],
    };
    for read in [Ok(file), Err(PdfError::Locked)] {
        assert_eq!(
            decode_blank_file(&answer_blank_file(read.clone())).unwrap(),
            read
        );
    }
    let content = answer(&Job::Content, Ok(FormContent::printed(Vec::new())));
    assert!(decode_blank_file(&content).is_err());
    assert!(decode_content(&answer_blank_file(Ok(BlankFile::default()))).is_err());
}

#[test]
fn data_arrives_as_it_was_read_and_what_is_wrong_with_it() {
    let data = answered(&[
        ("Feld 7", "Fest"),
        ("costs.0.amount", "99.999.999,99"),
        ("Bemerkung", "a\nb"),
    ])
    .unwrap();
    let amount = Value::Number(Decimal::parse("99999999.99").unwrap());
    assert_eq!(data.at("costs.0.amount"), Some(&amount));
    assert_eq!(data.at("otherFields.Bemerkung"), Some(&Value::text("a\nb")));
    let wrong = answered(&[("participants", "viele")]).unwrap_err();
    assert!(matches!(
        wrong,
        UploadError::Content(FormContentError::ValuesWrong(_))
    ));
    let other = answered(&[("absender", "x")]).unwrap_err();
    assert!(matches!(
        other,
        UploadError::Content(FormContentError::NotRecognised(_))
    ));
    let refused = answer(&Job::Data(Cow::Owned(expected())), Err(PdfError::Locked));
    let refused = decode_data(&refused, &sample()).unwrap();
    assert_eq!(refused, Err(PdfError::Locked.into()));
}

#[test]
fn text_that_cannot_be_decoded_refuses_the_file_unless_the_blank_form_has_it() {
    let undecodable = [(4, 7), (0, 8)].map(|(page, look)| UndecodableText {
        page,
        glyphs: Some([look; 32]),
    });
    let content = FormContent::Text(PrintedPages {
        texts: vec![PlacedText::new("Straße", place())],
        undecodable: undecodable.to_vec(),
        ..PrintedPages::default()
    });
    let read = |own: &[UndecodableText]| {
        let mut expected = expected();
        expected.blank.undecodable = own.to_vec();
        let job = Job::Data(Cow::Owned(expected));
        let answered = answer(&job, Ok(content.clone()));
        decode_data(&answered, &sample()).unwrap()
    };
    let refused = |pages: &[usize]| {
        let pages = pages.to_vec();
        Err(UploadError::File(PdfError::UndecodablePages(pages)))
    };
    assert_eq!(read(&[]), refused(&[1, 5]));
    assert_eq!(read(&undecodable[..1]), refused(&[1]));
    assert!(read(&undecodable).is_ok());
}

#[test]
fn decode_data_takes_no_data_that_the_form_type_does_not_allow() {
    for (name, value) in [
        ("unknown", Value::text("x")),
        ("name", Value::text("x".repeat(1_000_000))),
        ("participants", Value::text("7")),
        ("name", Value::Null),
    ] {
        let members = Object::from([(name.to_owned(), value)]);
        let claimed = super::encode(&super::Message::Data(members));
        assert!(decode_data(&claimed, &sample()).is_err(), "{name}");
    }
    let content = answer(&Job::Content, Ok(FormContent::printed(Vec::new())));
    assert!(decode_data(&content, &sample()).is_err());
    let data = super::encode(&super::Message::Data(Object::new()));
    assert!(decode_content(&data).is_err());
}

#[test]
fn sources_arrive_as_they_were_read_and_with_data_of_the_form_type_alone() {
    let place = Some(place());
    let field = FormField {
        name: "Feld 7".to_owned(),
        values: vec!["Fest".to_owned()],
        place,
        ..FormField::default()
    };
    let expected = expected();
    let job = Job::Sources(Cow::Borrowed(&expected));
    let arrived = decode_job(&encode_job(&job)).unwrap();
    assert_eq!(arrived, job);
    let content = FormContent::Fields(vec![field], Vec::new());
    let read = decode_sources(&answer(&job, Ok(content)), &expected.form_type).unwrap();
    let read = read.unwrap();
    assert_eq!(read.data.at("name"), Some(&Value::text("Fest")));
    let source = ValueSource {
        path: "name".to_owned(),
        kind: SourceKind::Field,
        name: Some("Feld 7".to_owned()),
        raw: "Fest".to_owned(),
        place,
    };
    assert_eq!(read.sources, std::slice::from_ref(&source));
    let refused = answer(&job, Err(PdfError::Locked));
    let refused = decode_sources(&refused, &sample()).unwrap();
    assert_eq!(refused, Err(PdfError::Locked.into()));
    let members = Object::from([("unknown".to_owned(), Value::text("x"))]);
    let claimed = super::encode(&super::Message::Sources(members, vec![source]));
    assert!(decode_sources(&claimed, &sample()).is_err());
    assert!(decode_data(&claimed, &sample()).is_err());
    let data = super::encode(&super::Message::Data(Object::new()));
    assert!(decode_sources(&data, &sample()).is_err());
}

#[test]
fn other_bytes_are_no_reading() {
    let whole = answer(&Job::Fields, Err(PdfError::Damaged("x".to_owned())));
    for bytes in [
        &b""[..],
        b"null",
        b"{}",
        b"{\"content\":1}",
        b"\xff",
        &whole[..whole.len() - 1],
    ] {
        assert!(decode_content(bytes).is_err(), "{bytes:?}");
        assert!(decode_data(bytes, &sample()).is_err(), "{bytes:?}");
        assert!(decode_sources(bytes, &sample()).is_err(), "{bytes:?}");
    }
}

proptest! {
    #[test]
    fn any_coordinates_arrive_exactly(
        left in proptest::num::f32::NORMAL,
        top in proptest::num::f32::ANY,
    ) {
        prop_assume!(top.is_finite());
        let text = PlacedText::new("", PagePlace { left, top, ..place() });
        let reading = Ok(FormContent::printed(vec![text]));
        prop_assert_eq!(sent(&reading), reading);
    }

    #[test]
    fn any_bytes_are_decoded_or_refused(bytes: Vec<u8>) {
        let _ = decode_content(&bytes);
        let _ = decode_data(&bytes, &sample());
        let _ = decode_job(&bytes);
    }
}
