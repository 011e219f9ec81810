//! Lists that are printed with all of their options, the chosen ones on bars of a colour.

use forms::form_content::{
    FieldWidget, FormContent, FormField, FormFieldKind, FormFieldOption, Outline, PagePlace,
    PaintedShape, PlacedText, PrintedPages,
};
use forms::form_type::sample::sample;
use forms::form_type::{Entry, FieldType, FormType};
use forms::value::Value;

use super::by_place::{blank, fields, run};
use crate::{BlankForm, ContentError, read_with_sources, shapes_in_fields};

/// Where the list stands; each of its lines is 15 points high.
const LIST: PagePlace = PagePlace {
    page: 0,
    left: 40.0,
    top: 500.0,
    width: 200.0,
    height: 60.0,
};

const OPTIONS: [&str; 2] = ["Fakultät", "Einzelne Person"];

/// The form type in which several institutions may be chosen.
pub(super) fn form_type() -> FormType {
    let mut form_type = sample();
    for entry in &mut form_type.sections[0].entries {
        if let Entry::Field(field) = entry
            && let FieldType::Choice { multiple, .. } = &mut field.kind
        {
            *multiple = true;
        }
    }
    form_type
}

pub(super) fn form() -> Vec<FormField> {
    let options = ["faculty", "individual"].into_iter().zip(OPTIONS);
    let options = options.map(|(export, display)| FormFieldOption {
        export: export.to_owned(),
        display: display.to_owned(),
    });
    let list = FormField {
        kind: FormFieldKind::Choice,
        name: "institutionType".to_owned(),
        options: options.collect(),
        lists_options: true,
        place: Some(LIST),
        widgets: vec![FieldWidget {
            place: LIST,
            state: None,
        }],
        ..FormField::default()
    };
    let others = fields().into_iter();
    let others = others.filter(|field| field.name != "institutionType");
    others.chain([list]).collect()
}

/// What the blank form prints: all options.
pub(super) fn own_texts() -> Vec<PlacedText> {
    let lines = (0_u8..).map(|line| 512.0 + 15.0 * f32::from(line));
    let options = OPTIONS.iter().zip(lines);
    let options = options.map(|(option, baseline)| run(option, 44.0, baseline));
    blank().into_iter().chain(options).collect()
}

/// A bar behind a line of the list, counted from 0.
pub(super) fn bar(line: u8) -> PaintedShape {
    PaintedShape {
        place: PagePlace {
            left: LIST.left + 1.0,
            top: LIST.top + 1.0 + 15.0 * f32::from(line),
            width: LIST.width - 2.0,
            height: 15.0,
            ..LIST
        },
        outline: Outline::Straight,
        is_filled: true,
        hides: false,
    }
}

fn read(own: &[PaintedShape], shapes: Vec<PaintedShape>) -> Result<Option<Value>, ContentError> {
    read_of(own, shapes, own_texts())
}

fn read_of(
    own: &[PaintedShape],
    shapes: Vec<PaintedShape>,
    texts: Vec<PlacedText>,
) -> Result<Option<Value>, ContentError> {
    let (own_texts, fields) = (own_texts(), form());
    let blank = BlankForm {
        texts: &own_texts,
        fields: &fields,
        shapes: &shapes_in_fields(own.to_vec(), &fields),
        ..BlankForm::default()
    };
    let content = FormContent::Text(PrintedPages {
        texts,
        shapes,
        ..PrintedPages::default()
    });
    let read = read_with_sources(&form_type(), &content, blank);
    read.map(|(data, _)| data.at("institutionType").cloned())
}

fn list(keys: &[&str]) -> Option<Value> {
    let keys = keys.iter().map(|key| Value::Text((*key).to_owned()));
    Some(Value::List(keys.collect()))
}

#[test]
fn the_options_on_the_bars_are_chosen() {
    assert_eq!(read(&[], vec![]).unwrap(), None);
    assert_eq!(read(&[], vec![bar(0)]).unwrap(), list(&["faculty"]));
    assert_eq!(read(&[], vec![bar(1)]).unwrap(), list(&["individual"]));
    let both = read(&[], vec![bar(0), bar(1)]).unwrap();
    assert_eq!(both, list(&["faculty", "individual"]));
}

#[test]
fn a_bar_of_the_blank_form_and_a_hidden_one_say_nothing() {
    assert_eq!(read(&[bar(0)], vec![bar(0)]).unwrap(), None);
    let both = read(&[bar(0)], vec![bar(0), bar(1)]).unwrap();
    assert_eq!(both, list(&["individual"]));
    let cover = PaintedShape {
        hides: true,
        ..bar(1)
    };
    assert_eq!(read(&[], vec![bar(1), cover]).unwrap(), None);
}

#[test]
fn the_background_an_edge_a_ruling_and_a_frame_are_no_bars() {
    let whole = PaintedShape {
        place: LIST,
        ..bar(0)
    };
    let frame = PaintedShape {
        is_filled: false,
        ..bar(0)
    };
    let mut edge = bar(0);
    edge.place.width = 10.0;
    let mut ruling = bar(0);
    ruling.place.height = 0.5;
    for (shape, name) in [
        (whole, "background"),
        (frame, "frame"),
        (edge, "edge"),
        (ruling, "ruling"),
    ] {
        assert_eq!(read(&[], vec![shape]).unwrap(), None, "{name}");
    }
}

#[test]
fn bars_and_words_that_do_not_belong_together_are_not_guessed() {
    let refused = |shapes, texts| {
        let refused = read_of(&[], shapes, texts).unwrap_err();
        assert!(refused.is_ambiguous(), "{refused}");
        assert!(refused.to_string().contains("institutionType"), "{refused}");
    };
    // Nothing stands on the third line.
    refused(vec![bar(0), bar(2)], own_texts());
    // A word of another program beside the bar.
    let mut texts = own_texts();
    texts.push(run("Verein", 44.0, 542.0));
    refused(vec![bar(0)], texts);
    let mut two_lines = bar(0);
    two_lines.place.height = 30.0;
    refused(vec![two_lines], own_texts());
    refused(vec![bar(0), bar(0)], own_texts());
}

#[test]
fn a_list_that_is_printed_anew_without_bars_chooses_nothing() {
    let (name, baseline) = (OPTIONS[0], 512.0);
    let redrawn = |moved: f32| {
        let is_kept = |text: &PlacedText| text.text != name;
        let kept = own_texts().into_iter().filter(is_kept);
        kept.chain([run(name, 44.0, baseline + moved)]).collect()
    };
    assert_eq!(read_of(&[], vec![], redrawn(0.0)).unwrap(), None);
    let refused = read_of(&[], vec![], redrawn(4.0)).unwrap_err();
    assert!(refused.is_ambiguous(), "{refused}");
    assert!(refused.to_string().contains("institutionType"), "{refused}");
    // Nothing else stands in the list.
    let is_other = |text: &PlacedText| text.text != OPTIONS[1];
    let alone = redrawn(4.0).into_iter().filter(is_other).collect();
    assert_eq!(read_of(&[], vec![], alone).unwrap(), list(&["faculty"]));
}
