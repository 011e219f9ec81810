//! Characters that only a font has that was added: shown, told of and read back.

use std::path::PathBuf;
use std::sync::Arc;

use forms::{Data, Value};
use pdf_write::{AddedFonts, TemplateFiller};
use ports::{FormOutput, FormPackage, FormWriter as _};

use crate::form::{Template, data, field, package, read, shown, text};

/// Digits that stand for themselves, and letters that are shaped.
const NAME: &str = "Ol \u{1C50}\u{1C59} \u{1B05}\u{1B07} Müller";

fn filler() -> TemplateFiller {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fonts");
    TemplateFiller::with_fonts(AddedFonts::read(&folder).unwrap())
}

fn form() -> Arc<FormPackage> {
    let mut template = Template::new();
    template.text("name", [20, 700, 580, 718]);
    package(template.bytes(), vec![field("name", text(true))])
}

fn named(name: &str) -> Data {
    data([("name", Value::text(name))])
}

#[test]
fn a_character_that_an_added_font_has_is_shown_and_comes_back() {
    let (filler, form, data) = (filler(), form(), named(NAME));
    let filled = filler.fill_reported(&form, &data).unwrap();
    assert!(filled.report.values[0].missing_characters.is_empty());
    assert_eq!(read(&form, &filled.pdf), data);
    assert_eq!(
        shown(&filler.fill(&form, &data, FormOutput::Flat).unwrap()),
        NAME
    );
    assert_eq!(
        filler.fill(&form, &data, FormOutput::Fillable).unwrap(),
        filled.pdf
    );
}

#[test]
fn without_the_font_the_character_is_its_code_point_and_named() {
    let (filler, form) = (TemplateFiller::default(), form());
    let filled = filler.fill_reported(&form, &named(NAME)).unwrap();
    let missing = &filled.report.values[0].missing_characters;
    assert!(missing.contains(&'\u{1C50}') && missing.contains(&'\u{1B05}'));
    let flat = filler.fill(&form, &named(NAME), FormOutput::Flat).unwrap();
    // It is read as itself where its code is drawn.
    assert!(shown(&flat).contains('\u{1C50}'));
    assert_ne!(filler.digest(), self::filler().digest());
}

#[test]
fn continuation_pages_show_it_as_well() {
    let (filler, form) = (filler(), form());
    let long = format!("{NAME} ").repeat(60);
    let filled = filler
        .fill_reported(&form, &named(long.trim_end()))
        .unwrap();
    assert!(filled.report.page_count > 1);
    assert!(filled.report.values[0].missing_characters.is_empty());
    let flat = filler
        .fill(&form, &named(long.trim_end()), FormOutput::Flat)
        .unwrap();
    assert!(shown(&flat).contains("\u{1C50}\u{1C59} \u{1B05}\u{1B07}"));
}
