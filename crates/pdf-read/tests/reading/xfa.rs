//! XFA forms.

use forms::FormContent;
use lopdf::{Dictionary, Object, Stream, dictionary};
use ports::PdfError;

use crate::form::{Form, is_ambiguous, text};

fn with_xfa(mut form: Form, data: &str) -> Form {
    let markup =
        format!("<xfa:datasets xmlns:xfa=\"x\"><xfa:data>{data}</xfa:data></xfa:datasets>");
    let packet = form.add(Stream::new(Dictionary::new(), markup.into_bytes()));
    form.acro_form
        .set("XFA", vec![text("datasets"), Object::Reference(packet)]);
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
