//! Lists whose chosen options say that they are theirs.

use forms::Data;
use forms::form_content::{FormContent, FormFieldKind, FormFieldOption, PlacedText};
use forms::form_type::sample::sample;
use forms::form_type::{Entry, Field, FieldType};
use forms::value::Value;

use super::by_place::{blank, fields};
use super::marked_texts::marked;
use super::{printed, shown};
use crate::{BlankForm, ContentError, read, read_with_sources};

/// Reads a file of the form with a list in the place of its radio button, which several options may
/// be chosen in where `multiple` says so.
fn read_list(multiple: bool, texts: &[PlacedText]) -> Result<Data, ContentError> {
    let mut form_type = sample();
    for entry in &mut form_type.sections[0].entries {
        if let Entry::Field(Field { kind, .. }) = entry
            && let FieldType::Choice { multiple: many, .. } = kind
        {
            *many = multiple;
        }
    }
    let options = [("faculty", "Fakultät"), ("individual", "Einzelperson")];
    let options = options.map(|(export, display)| FormFieldOption {
        export: export.to_owned(),
        display: display.to_owned(),
    });
    let mut fields = fields();
    let list = fields
        .iter_mut()
        .find(|field| field.name == "institutionType");
    let list = list.unwrap();
    list.kind = FormFieldKind::Choice;
    list.options = options.into();
    list.widgets.truncate(1);
    list.widgets[0].place.height = 60.0;
    list.widgets[0].place.width = 150.0;
    let blank = BlankForm {
        texts: &blank(),
        fields: &fields,
        ..BlankForm::default()
    };
    let content = FormContent::printed([blank.texts, texts].concat());
    read_with_sources(&form_type, &content, blank).map(|(data, _)| data)
}

#[test]
fn options_that_are_wider_than_their_list_are_read_from_several_lines() {
    let line = |text: &str, baseline: f32, end: Option<&str>| PlacedText {
        line_end: end.map(str::to_owned),
        ..marked("institutionType", text, (0, 41.0, baseline))
    };
    let broken = [
        line("Fa", 440.0, Some("")),
        line("kultät", 452.0, Some("\n")),
        line("Einzelperson", 464.0, None),
    ];
    let data = read_list(true, &broken).unwrap();
    let both = ["faculty", "individual"].map(Value::text);
    assert_eq!(data.at("institutionType"), Some(&Value::List(both.into())));
    let data = read_list(false, &broken[..2]).unwrap();
    assert_eq!(shown(&data, "institutionType"), "faculty");
    assert!(read_list(false, &broken).is_err());
    // Nobody says that the lines are the list's own.
    let unmarked = ["Fakul", "taet"].into_iter().zip([440.0, 452.0]);
    let unmarked = unmarked.map(|(text, baseline)| marked("", text, (0, 41.0, baseline)));
    assert!(read_list(false, &unmarked.collect::<Vec<_>>()).is_err());
}

#[test]
fn options_without_room_are_found_on_the_page_that_their_list_refers_to() {
    let texts = [
        marked("institutionType", "→ 2", (0, 41.0, 440.0)),
        marked("", "Art der Einrichtung", (1, 48.0, 80.0)),
        marked("institutionType", "Fakultät, Einzelperson", (1, 48.0, 94.0)),
    ];
    let data = read_list(true, &texts).unwrap();
    let both = ["faculty", "individual"].map(Value::text);
    assert_eq!(data.at("institutionType"), Some(&Value::List(both.into())));
}

#[test]
fn options_that_are_marked_at_a_label_are_a_list_in_the_order_of_the_form() {
    let mut form_type = sample();
    for entry in &mut form_type.sections[0].entries {
        if let Entry::Field(Field { kind, .. }) = entry
            && let FieldType::Choice { multiple, .. } = kind
        {
            *multiple = true;
        }
    }
    for marked in [
        ["x Einzelperson", "x Fakultät"],
        ["x Fakultät", "x Einzelperson"],
    ] {
        let texts = printed(&[
            ("Projektname", 40.0, 2.0),
            ("Art der Einrichtung", 40.0, 4.0),
            (marked[0], 40.0, 5.0),
            (marked[1], 40.0, 6.0),
        ]);
        let data = read(&form_type, &texts, &[]).unwrap();
        let both = ["faculty", "individual"].map(Value::text);
        assert_eq!(data.at("institutionType"), Some(&Value::List(both.into())));
    }
}
