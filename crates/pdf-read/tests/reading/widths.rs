//! Widths of the characters of composite fonts (PDF 32000-1, 9.7.4.3).

use forms::FormContent;
use forms::form_content::PlacedText;
use lopdf::{Dictionary, Object, Stream, dictionary};
use ports::PdfError;

use crate::flat::{page, runs};
use crate::form::Form;

/// Two words in the font `C`, whose codes are those of ASCII. They begin 30 points apart.
const WORDS: &str =
    "BT /C 10 Tf 1 0 0 1 50 700 Tm <00410062> Tj 1 0 0 1 80 700 Tm <00630064> Tj ET";

/// A page with these words in a composite font with these entries about its widths.
fn drawn(widths: impl FnOnce(&mut Form) -> Dictionary) -> Form {
    let mut form = page(WORDS);
    let mut descendant = dictionary! {
        "Type" => "Font", "Subtype" => "CIDFontType2", "BaseFont" => "X",
        "FontDescriptor" => dictionary! {
            "Type" => "FontDescriptor", "FontName" => "X", "Flags" => 4,
        },
    };
    descendant.extend(&widths(&mut form));
    let descendant = form.add(descendant);
    let map = "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange \
        1 beginbfrange <0020> <007E> <0020> endbfrange endcmap";
    let map = form.add(Stream::new(Dictionary::new(), map.as_bytes().to_vec()));
    let font = dictionary! {
        "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "X", "Encoding" => "Identity-H",
        "DescendantFonts" => vec![descendant.into()], "ToUnicode" => map,
    };
    let fonts = dictionary! { "Font" => dictionary! { "C" => font } };
    form.page.set("Resources", fonts);
    form
}

fn of_members(members: Vec<Object>) -> Form {
    drawn(|_| dictionary! { "W" => members })
}

fn numbers(numbers: &[i64]) -> Vec<Object> {
    numbers.iter().map(|number| Object::from(*number)).collect()
}

/// The words, where each begins and where it ends, in points.
fn words(form: Form) -> Vec<(String, f32, f32)> {
    let runs = runs(form).into_iter();
    let place = |run: PlacedText| {
        let (left, width) = (run.place.left, run.place.width);
        (run.text, left.round(), (left + width).round())
    };
    runs.map(place).collect()
}

/// The words if each is 10 points wide.
fn two_words() -> Vec<(String, f32, f32)> {
    vec![("Ab".to_owned(), 50.0, 60.0), ("cd".to_owned(), 80.0, 90.0)]
}

#[test]
fn widths_are_the_same_as_ranges_and_one_by_one() {
    let one_by_one = vec![
        65.into(),
        numbers(&[700]).into(),
        98.into(),
        numbers(&[300, 500, 500]).into(),
    ];
    let ranges = numbers(&[65, 65, 700, 98, 98, 300, 99, 100, 500]);
    let mixed = [
        numbers(&[60, 80, 700]),
        vec![98.into(), numbers(&[300]).into()],
        numbers(&[99, 100, 500]),
    ];
    for members in [one_by_one, ranges, mixed.concat()] {
        assert_eq!(
            words(of_members(members.clone())),
            two_words(),
            "{members:?}"
        );
    }
}

#[test]
fn widths_that_references_lead_to_count() {
    let all = |form: &mut Form| {
        let last = form.add(Object::Integer(100));
        let widths = vec![65.into(), last.into(), 500.into()];
        let widths = form.add(Object::Array(widths));
        dictionary! { "W" => widths }
    };
    assert_eq!(words(drawn(all)), two_words());
    let default = |form: &mut Form| dictionary! { "DW" => form.add(Object::Integer(500)) };
    assert_eq!(words(drawn(default)), two_words());
}

#[test]
fn a_default_width_with_decimals_counts() {
    let default = |_: &mut Form| dictionary! { "DW" => 499.9_f32 };
    assert_eq!(words(drawn(default)), two_words());
}

#[test]
fn ranges_of_characters_that_no_font_has_say_nothing_of_others() {
    let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
    for odd in [
        [least, -1, 300],
        [65_536, most, 300],
        [100, 65, 300],
        [most, least, 300],
    ] {
        let members = [numbers(&odd), numbers(&[65, 100, 500])].concat();
        assert_eq!(words(of_members(members)), two_words(), "{odd:?}");
    }
    let all = numbers(&[least, most, 500]);
    assert_eq!(words(of_members(all)), two_words());
}

#[test]
fn what_is_no_range_stays_without_effect_or_is_refused() {
    let odd = [
        vec![65.into(), 100.into(), Object::Null],
        vec![65.into(), Object::from("a"), 300.into()],
        numbers(&[65, 100]),
        numbers(&[65]),
        vec![Object::from("a"), 100.into(), 300.into()],
        vec![65.into(), vec![Object::Array(numbers(&[300]))].into()],
    ];
    for odd in odd {
        let members = [numbers(&[65, 100, 500]), odd.clone()].concat();
        match of_members(members).read() {
            Ok(FormContent::Text(pages)) => {
                assert_eq!(pages.texts[1].place.width.round(), 10.0, "{odd:?}")
            }
            Err(PdfError::Damaged(_)) => {}
            other => panic!("{odd:?}: {other:?}"),
        }
    }
}

#[test]
fn ranges_of_too_many_characters_are_refused() {
    let ranges = |count: usize| {
        let members = numbers(&[0, i64::from(i32::MAX), 500].repeat(count));
        of_members(members).read()
    };
    assert!(ranges(8).is_ok());
    for count in [9, 20_000] {
        let refused = ranges(count);
        let is_named = |what: &String| what.contains("widths");
        assert!(
            matches!(&refused, Err(PdfError::TooComplex(what)) if is_named(what)),
            "{refused:?}"
        );
    }
}
