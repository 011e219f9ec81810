//! Options of a list that show one text, and stand for different values.

use forms::Data;
use forms::form_content::{FormContent, FormField, FormFieldKind, FormFieldOption, PlacedText};
use forms::form_type::sample::sample;

use super::by_place::{blank, fields, run};
use super::shown;
use crate::{BlankForm, ContentError, read_with_sources};

/// The form with a list in the place of the radio buttons.
fn with_list(displays: [&str; 2]) -> Vec<FormField> {
    let option = |(export, display): (&str, &str)| FormFieldOption {
        export: export.to_owned(),
        display: display.to_owned(),
    };
    let options = ["faculty", "individual"].into_iter().zip(displays);
    let options: Vec<_> = options.map(option).collect();
    let as_list = |field: FormField| match field.name.as_str() {
        "institutionType" => FormField {
            kind: FormFieldKind::Choice,
            options: options.clone(),
            widgets: field.widgets[..1].to_vec(),
            ..field
        },
        _ => field,
    };
    fields().into_iter().map(as_list).collect()
}

fn read(fields: &[FormField], content: FormContent) -> Result<Data, ContentError> {
    let texts = blank();
    let blank = BlankForm {
        texts: &texts,
        fields,
        ..BlankForm::default()
    };
    read_with_sources(&sample(), &content, blank).map(|(data, _)| data)
}

fn printed(text: &str) -> FormContent {
    let runs: Vec<PlacedText> = [run(text, 42.0, 430.0)]
        .into_iter()
        .chain(blank())
        .collect();
    FormContent::printed(runs)
}

#[test]
fn what_one_option_shows_is_its_value_and_what_several_show_is_ambiguous() {
    let own = with_list(["A", "B"]);
    let data = read(&own, printed("B")).unwrap();
    assert_eq!(shown(&data, "institutionType"), "individual");
    let refused = read(&with_list(["A", "A"]), printed("A")).unwrap_err();
    assert!(refused.is_ambiguous(), "{refused:?}");
}
