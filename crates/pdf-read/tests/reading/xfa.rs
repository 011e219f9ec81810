//! XFA forms.

use form_reading::expected_form::BlankTexts;
use forms::FormContent;
use lopdf::{Dictionary, Object, Stream, dictionary};
use pdf_read::FileRole;
use ports::PdfError;

use crate::form::{Form, is_ambiguous, text};

fn with_xfa(form: Form, data: &str) -> Form {
    with_template(form, data, "")
}

fn with_template(form: Form, data: &str, template: &str) -> Form {
    let markup =
        format!("<xfa:datasets xmlns:xfa=\"x\"><xfa:data>{data}</xfa:data></xfa:datasets>");
    with_packets(form, markup.into_bytes(), template)
}

fn with_packets(mut form: Form, datasets: Vec<u8>, template: &str) -> Form {
    let packet = form.add(Stream::new(Dictionary::new(), datasets));
    let template = form.add(Stream::new(Dictionary::new(), template.into()));
    let packets = [("template", template), ("datasets", packet)];
    let packets = packets.map(|(name, packet)| [text(name), Object::Reference(packet)]);
    form.acro_form.set("XFA", packets.concat());
    form
}

#[test]
fn xfa_without_fields_is_dynamic() {
    assert_eq!(
        with_xfa(Form::new(), "<a>1</a>").read(),
        Err(PdfError::DynamicXfa)
    );
    let mut signed = Form::new();
    signed.field("unterschrift", "Sig", Dictionary::new());
    assert_eq!(with_xfa(signed, "").read(), Err(PdfError::DynamicXfa));
}

#[test]
fn xfa_that_must_be_rendered_is_dynamic() {
    let mut form = with_xfa(
        Form::with_text(dictionary! { "V" => text("a") }),
        "<x>a</x>",
    );
    form.catalog.set("NeedsRendering", true);
    assert_eq!(form.read(), Err(PdfError::DynamicXfa));
}

#[test]
fn a_hybrid_form_is_read_from_its_fields() {
    assert_eq!(
        with_xfa(
            Form::with_text(dictionary! { "V" => text("a") }),
            "<x>a</x>"
        )
        .read_values(),
        ["a"]
    );
    let blank = with_xfa(Form::with_text(Dictionary::new()), "<x/>").read();
    assert!(matches!(blank, Ok(FormContent::Fields(..))));
}

#[test]
fn a_hybrid_form_tells_what_its_data_holds_for_a_field() {
    let form = Form::with_text(dictionary! { "V" => text("a") });
    let fields = with_xfa(form, "<x>b</x><y>c</y>").read_fields();
    assert_eq!(fields[0].values, ["a"]);
    assert_eq!(fields[0].xfa_data.as_deref(), Some("b"));
}

#[test]
fn what_a_hybrid_form_begins_with_fills_nothing_in() {
    let form = || Form::with_text(dictionary! { "DV" => text("form.pdf") });
    let blank = with_xfa(form(), "<x>form.pdf</x><y>0</y>").read();
    assert!(matches!(blank, Ok(FormContent::Fields(..))), "{blank:?}");
    let filled = with_xfa(form(), "<x>form.pdf</x><y>1</y>").read();
    assert!(is_ambiguous(&filled, "XFA"));
}

#[test]
fn a_hybrid_form_that_is_filled_only_in_xfa_is_ambiguous() {
    assert!(is_ambiguous(
        &with_xfa(Form::with_text(Dictionary::new()), "<x>Anna</x>").read(),
        "XFA"
    ));
}

#[test]
fn what_a_blank_hybrid_form_has_in_xfa_that_cannot_be_read_is_not_passed_over() {
    let read = |datasets: &[u8], fields| {
        with_packets(Form::with_text(fields), datasets.to_vec(), "").read()
    };
    let long = format!(
        "<datasets><data><{}><b/></x></data></datasets>",
        "x".repeat(1 << 20)
    );
    for unread in [
        &b"<xfa:datasets><xfa:data><x>M\xfcller</x></xfa:data></xfa:datasets>"[..],
        b"<xfa:datasets><xfa:data><x>M&uuml;ller</x></xfa:data></xfa:datasets>",
        b"<datasets xmlns=\"x\"><data><x>Anna</x></data></datasets>",
        long.as_bytes(),
    ] {
        for fields in [Dictionary::new(), dictionary! { "V" => text(" ") }] {
            assert!(is_ambiguous(&read(unread, fields), "XFA"));
        }
        let filled = read(unread, dictionary! { "V" => text("a") });
        assert!(matches!(filled, Ok(FormContent::Fields(..))), "{filled:?}");
    }
}

#[test]
fn what_the_template_of_a_hybrid_form_holds_fills_nothing_in() {
    let form = |data| with_xfa(Form::with_text(Dictionary::new()), data).bytes();
    let template = form("<x>Anleitung</x><y>26</y>");
    let fields = pdf_read::read_as(&template, FileRole::Template, None);
    assert!(matches!(fields, Ok(FormContent::Fields(..))), "{fields:?}");
    let blank = BlankTexts {
        xfa_texts: pdf_read::blank_file(&template).unwrap().xfa_texts,
        ..BlankTexts::default()
    };
    let read = |data| pdf_read::read_as(&form(data), FileRole::FilledForm, Some(&blank));
    let same = read("<x>Anleitung</x><y>26</y>");
    assert!(matches!(same, Ok(FormContent::Fields(..))), "{same:?}");
    for filled in [
        "<x>Anleitung</x><y>27</y>",
        "<x>Anleitung</x><z>26</z>",
        "<x>Anleitung</x><y>26</y><y>26</y>",
        "<z>&uuml;</z>",
    ] {
        assert!(is_ambiguous(&read(filled), "XFA"), "{filled}");
    }
}

/// Each place has the names of all elements around it.
#[test]
fn names_in_xfa_that_no_field_has_take_no_memory() {
    let name = "x".repeat(1 << 20);
    let kids = "<b/>".repeat(50_000);
    let data = format!("<{name}>{kids}</{name}>");
    let read = with_xfa(Form::with_text(Dictionary::new()), &data).read();
    assert!(matches!(read, Ok(FormContent::Fields(..))), "{read:?}");
    let many = format!("<{0}>{kids}</{0}>", "x".repeat(5_000));
    let read = with_xfa(Form::with_text(Dictionary::new()), &many).read();
    assert!(is_ambiguous(&read, "XFA"));
}

#[test]
fn what_a_hybrid_form_counts_itself_fills_nothing_in() {
    let counted = "<template><field name=\"page\" access=\"readOnly\"/></template>";
    let typed = "<template><field name=\"page\"/></template>";
    let read = |template, fields| {
        with_template(Form::with_text(fields), "<page>1</page><x/>", template).read()
    };
    let begun = "<template><field name=\"a\"><value><text>1</text></value></field></template>";
    for template in [counted, begun] {
        let blank = read(template, Dictionary::new());
        assert!(matches!(blank, Ok(FormContent::Fields(..))), "{blank:?}");
    }
    for other in [typed, ""] {
        let filled = read(other, Dictionary::new());
        assert!(is_ambiguous(&filled, "XFA"), "{other}");
    }
    let filled = read(typed, dictionary! { "V" => text("a") });
    assert!(matches!(filled, Ok(FormContent::Fields(..))), "{filled:?}");
}
