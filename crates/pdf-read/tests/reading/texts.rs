//! The values of text fields, in every way in which files hold them.

use forms::form_content::{FormattedText, FormattedTextRole};
use lopdf::{Dictionary, Object, Stream, dictionary};
use ports::PdfError;
use proptest::prelude::*;

use crate::form::{Form, bytes, is_ambiguous, text};

#[test]
fn a_value_may_be_a_string_a_name_a_number_a_stream_or_a_reference_to_one() {
    let direct = |value: Object| Form::with_text(dictionary! { "V" => value }).read_values();
    assert_eq!(direct(text("Müller „x“ 👩‍🎓")), ["Müller „x“ 👩‍🎓"]);
    assert_eq!(direct(bytes(b"M\xfcller \xa0")), ["Müller €"]);
    assert_eq!(direct(bytes(b"\xef\xbb\xbfM\xc3\xbcller")), ["Müller"]);
    assert_eq!(
        direct(Object::Name(b"kein Eintrag".to_vec())),
        ["kein Eintrag"]
    );
    assert_eq!(direct(42.into()), ["42"]);
    assert_eq!(direct(Object::Real(12.5)), ["12.5"]);
    let mut form = Form::new();
    let value = form.add(text("indirekt"));
    form.field("x", "Tx", dictionary! { "V" => value });
    assert_eq!(form.read_values(), ["indirekt"]);
}

#[test]
fn a_stream_is_read_compressed_or_not() {
    for compress in [false, true] {
        let mut stream = Stream::new(Dictionary::new(), "Zeile\n".repeat(200).into_bytes());
        if compress {
            stream.compress().unwrap();
        }
        let mut form = Form::new();
        let value = form.add(stream);
        form.field("x", "Tx", dictionary! { "V" => value });
        assert_eq!(form.read_values(), ["Zeile\n".repeat(200)]);
    }
}

#[test]
fn a_stream_that_breaks_off_is_refused_and_not_half_read() {
    let mut stream = Stream::new(
        Dictionary::new(),
        (0..3000_u32)
            .flat_map(|n| format!("{}", n * n).into_bytes())
            .collect(),
    );
    stream.compress().unwrap();
    let half = stream.content.len() / 2;
    stream.set_content(stream.content[..half].to_vec());
    let mut form = Form::new();
    let value = form.add(stream);
    form.field("x", "Tx", dictionary! { "V" => value });
    assert!(matches!(form.read(), Err(PdfError::Damaged(_))));
}

#[test]
fn blank_is_no_value_but_a_space_is_one() {
    assert_eq!(
        Form::with_text(Dictionary::new()).read_values(),
        Vec::<String>::new()
    );
    assert_eq!(
        Form::with_text(dictionary! { "V" => text("") }).read_values(),
        Vec::<String>::new()
    );
    assert_eq!(
        Form::with_text(dictionary! { "V" => Object::Null }).read_values(),
        Vec::<String>::new()
    );
    assert_eq!(
        Form::with_text(dictionary! { "V" => text(" ") }).read_values(),
        [" "]
    );
    assert_eq!(
        Form::with_text(dictionary! { "DV" => text("Vorgabe") }).read_values(),
        Vec::<String>::new()
    );
}

#[test]
fn all_undecodable_fields_are_named_at_once() {
    let mut form = Form::new();
    form.field("gut", "Tx", dictionary! { "V" => text("ja") });
    form.field(
        "lone",
        "Tx",
        dictionary! { "V" => bytes(b"\xfe\xff\xd8\x00\x00a") },
    );
    form.field("undefined", "Tx", dictionary! { "V" => bytes(b"a\x9f") });
    form.field("odd", "Tx", dictionary! { "V" => bytes(b"\xfe\xff\x00") });
    form.field("nul", "Tx", dictionary! { "V" => bytes(b"abc\0") });
    form.field("dictionary", "Tx", dictionary! { "V" => Dictionary::new() });
    let names = ["lone", "undefined", "odd", "nul", "dictionary"]
        .map(str::to_owned)
        .to_vec();
    assert_eq!(form.read(), Err(PdfError::Undecodable(names)));
}

#[test]
fn formatted_text_counts_where_there_is_no_plain_one() {
    let rich = text("<body><p>Eins &amp; <b>zwei</b></p><p>drei</p></body>");
    let values = |entries| Form::with_text(entries).read_values();
    assert_eq!(
        values(dictionary! { "RV" => rich.clone() }),
        ["Eins & zwei\ndrei"]
    );
    assert_eq!(
        values(dictionary! { "RV" => rich.clone(), "V" => text("plain") }),
        ["plain"]
    );
    let cleared = dictionary! { "RV" => rich, "V" => text("") };
    assert_eq!(values(cleared), Vec::<String>::new());
    let broken = Form::with_text(dictionary! { "RV" => text("<p>a & b") }).read();
    assert_eq!(broken, Err(PdfError::Undecodable(vec!["x".to_owned()])));
}

#[test]
fn a_formatted_text_is_told_beside_the_plain_one_where_viewers_may_show_it() {
    let rich = || text("<body><p>Eins</p></body>");
    let told = |entries| Form::with_text(entries).read_fields().remove(0).formatted;
    let formatted = |role| {
        Some(FormattedText {
            text: "Eins".to_owned(),
            role,
        })
    };
    let value = formatted(FormattedTextRole::Value);
    assert_eq!(told(dictionary! { "RV" => rich() }), value);
    for plain in ["Zwei", ""] {
        let entries = dictionary! { "RV" => rich(), "V" => text(plain) };
        let hidden = formatted(FormattedTextRole::Hidden);
        assert_eq!(told(entries), hidden, "{plain}");
        let entries = dictionary! { "RV" => rich(), "V" => text(plain), "Ff" => 1 << 25 };
        let shown = formatted(FormattedTextRole::Shown);
        assert_eq!(told(entries), shown, "{plain}");
    }
    let mut form = Form::new();
    for other in ["<p>Eins</p>", "<p>Zwei</p>"] {
        form.field(
            "x",
            "Tx",
            dictionary! { "RV" => text(other), "V" => text(""), "Ff" => 1 << 25 },
        );
    }
    assert!(is_ambiguous(&form.read(), "the field x"));
}

#[test]
fn a_blank_formatted_text_is_no_value_but_told_for_the_files_that_keep_it() {
    let told = |entries| {
        let field = Form::with_text(entries).read_fields().remove(0);
        (field.values.concat(), field.formatted.unwrap())
    };
    let (blank, of_template) = told(dictionary! { "RV" => text("<p>&#xa0;</p>") });
    assert_eq!((&*blank, of_template.role), ("", FormattedTextRole::Hidden));
    let entries = dictionary! {
        "RV" => text("<p>&#xa0;</p>"), "V" => text("neu"), "Ff" => 1 << 25,
    };
    let (value, of_filled) = told(entries);
    assert_eq!((&*value, of_filled.role), ("neu", FormattedTextRole::Shown));
    assert!(of_filled.says(&of_template.text));
}

#[test]
fn a_formatted_text_is_no_value_where_another_field_of_the_name_stores_a_plain_one() {
    let read = |flags: [i32; 2], plain_first: bool| {
        let mut form = Form::new();
        for (flags, is_plain) in flags.into_iter().zip([plain_first, !plain_first]) {
            let mut entries = dictionary! { "RV" => text("<p>Eins</p>"), "Ff" => flags };
            if is_plain {
                entries.set("V", text("Eins"));
            }
            form.field("x", "Tx", entries);
        }
        form.read_fields().remove(0)
    };
    for flags in [[0, 0], [1 << 25, 1 << 25], [0, 1 << 25], [1 << 25, 0]] {
        for plain_first in [true, false] {
            let field = read(flags, plain_first);
            assert_eq!(field.values, ["Eins"]);
            let role = field.formatted.unwrap().role;
            assert_eq!(role, FormattedTextRole::Shown, "{flags:?} {plain_first}");
        }
    }
}

#[test]
fn formatted_texts_that_no_viewer_shows_may_differ() {
    let mut form = Form::new();
    for other in ["<p>Eins</p>", "<p>Zwei</p>"] {
        form.field(
            "x",
            "Tx",
            dictionary! { "RV" => text(other), "V" => text("Drei") },
        );
    }
    let field = form.read_fields().remove(0);
    assert_eq!(field.values, ["Drei"]);
    assert_eq!(field.formatted.unwrap().role, FormattedTextRole::Hidden);
}

#[test]
fn a_formatted_text_that_nobody_can_change_is_a_caption_where_the_field_begins_with_it() {
    let read = |default, flags| {
        let entries = dictionary! {
            "RV" => text("<p>Nicht <b>beschriften</b></p>"), "DV" => text(default), "Ff" => flags,
        };
        Form::with_text(entries).read_values()
    };
    assert_eq!(read("Nicht  beschriften", 1), Vec::<String>::new());
    assert_eq!(read("anders", 1), ["Nicht beschriften"]);
    assert_eq!(read("Nicht beschriften", 0), ["Nicht beschriften"]);
}

#[test]
fn formatted_text_counts_wherever_a_field_stores_it() {
    let rich = || dictionary! { "RV" => text("<p>Eins</p>") };
    let mut form = Form::new();
    let widget = form.widget(rich());
    let field = form.parent(dictionary! { "T" => text("x"), "FT" => "Tx" }, &[widget]);
    form.fields.push(field.into());
    assert_eq!(form.read_values(), ["Eins"]);
    let mut form = Form::with_text(Dictionary::new());
    form.field("x", "Tx", rich());
    assert!(is_ambiguous(&form.read(), "the field x"));
}

#[test]
fn what_the_form_says_of_a_field_is_handed_on() {
    let script =
        dictionary! { "S" => "JavaScript", "JS" => text("AFDate_FormatEx(\"dd.mm.yyyy\");") };
    let entries = dictionary! {
        "TU" => text("Beginn"),
        "MaxLen" => 10,
        "Ff" => (1 << 1) | (1 << 12),
        "AA" => dictionary! { "F" => script },
    };
    let field = Form::with_text(entries).read_fields().remove(0);
    assert_eq!(field.tooltip.as_deref(), Some("Beginn"));
    assert_eq!(
        (field.max_length, field.required, field.multiple),
        (Some(10), true, true)
    );
    assert_eq!(field.date_format.as_deref(), Some("dd.mm.yyyy"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_reads_back_as_it_was_written(value in "[^\\x00\\x1b]{1,40}") {
        let units = value.encode_utf16().flat_map(u16::to_be_bytes);
        let utf16 = [0xfe, 0xff].into_iter().chain(units).collect();
        let utf8 = [b"\xef\xbb\xbf", value.as_bytes()].concat();
        for object in [utf16, utf8].map(|encoded: Vec<u8>| bytes(&encoded)) {
            prop_assert_eq!(
                Form::with_text(dictionary! { "V" => object }).read_values(),
                [value.clone()],
            );
        }
    }

    #[test]
    fn any_latin_text_reads_back_from_pdf_doc_encoding(value in "[ -~¡-¬®-ÿ]{1,40}") {
        let byte = |character| u8::try_from(u32::from(character)).unwrap();
        let latin: Vec<u8> = value.chars().map(byte).collect();
        let marks: [&[u8]; 3] = [&[0xfe, 0xff], &[0xff, 0xfe], &[0xef, 0xbb, 0xbf]];
        prop_assume!(!marks.iter().any(|mark| latin.starts_with(mark)));
        for format in [lopdf::StringFormat::Literal, lopdf::StringFormat::Hexadecimal] {
            let object = Object::String(latin.clone(), format);
            prop_assert_eq!(
                Form::with_text(dictionary! { "V" => object }).read_values(),
                [value.clone()],
            );
        }
    }
}
