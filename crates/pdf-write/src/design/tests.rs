mod headings;

use forms::FormContent;
use forms::form_content::PagePlace;
use forms::form_type::FormType;
use lopdf::Document;
use ports::FormPackage;

use super::{blank_template, style};
use crate::font::AddedFonts;

fn builtin() -> Vec<FormType> {
    forms_toml::builtin()
        .unwrap()
        .into_iter()
        .map(|package| package.form_type)
        .collect()
}

#[test]
fn the_same_definition_gives_the_same_bytes() {
    for form_type in builtin() {
        assert_eq!(
            blank_template(&form_type, &AddedFonts::default()).unwrap(),
            blank_template(&form_type, &AddedFonts::default()).unwrap()
        );
    }
}

#[test]
fn the_committed_templates_are_what_their_definitions_give() {
    for package in forms_toml::builtin().unwrap() {
        let fresh = blank_template(&package.form_type, &AddedFonts::default()).unwrap();
        assert!(
            package.template == fresh,
            "{} is out of date, run `just templates`",
            package.form_type.key
        );
    }
}

#[test]
fn definition_and_template_agree() {
    for package in forms_toml::builtin().unwrap() {
        let content = pdf_read::read(&package.template).unwrap();
        assert_eq!(forms_toml::check(&package, &content), []);
    }
}

/// Programs that draw fields into pages add to the resources of each.
#[test]
fn no_two_pages_share_their_resources() {
    for package in forms_toml::builtin().unwrap() {
        let document = Document::load_mem(&package.template).unwrap();
        let pages = document.get_pages();
        assert!(pages.len() > 1);
        for page in pages.into_values() {
            let page = document.get_dictionary(page).unwrap();
            assert!(page.get(b"Resources").unwrap().as_dict().is_ok());
        }
    }
}

#[test]
fn a_template_says_what_it_is() {
    for form_type in builtin() {
        let document =
            Document::load_mem(&blank_template(&form_type, &AddedFonts::default()).unwrap())
                .unwrap();
        let catalog = document.catalog().unwrap();
        for key in [
            &b"Lang"[..],
            b"StructTreeRoot",
            b"AcroForm",
            b"ViewerPreferences",
        ] {
            assert!(catalog.has(key), "{}", String::from_utf8_lossy(key));
        }
        for page in document.get_pages().into_values() {
            assert!(document.get_dictionary(page).unwrap().has(b"Tabs"));
        }
    }
}

#[test]
fn every_widget_stands_on_its_page_however_large_the_form() {
    let choice = choice_entry(200);
    for (entries, count) in [
        (format!("{choice}{}", table_entry(100)), 101),
        (table_entry(100), 100),
        (format!("{}{choice}", table_entry(40)), 41),
    ] {
        let package = package(&format!("{}{entries}", section("Eine Angabe.")));
        let content = pdf_read::read(&package.template).unwrap();
        let FormContent::Fields(fields, _) = &content else {
            panic!("no fields")
        };
        assert_eq!(fields.len(), count);
        assert_eq!(widgets_outside_the_body(&package.template), [""; 0]);
        assert_eq!(forms_toml::check(&package, &content), []);
    }
}

#[test]
fn an_introduction_that_leaves_no_room_does_not_push_a_table_off_the_page() {
    let introduction = "Bitte sorgfältig lesen. ".repeat(200);
    let definition = format!("{}{}", section(&introduction), table_entry(40));
    let template = package(&definition).template;
    assert_eq!(widgets_outside_the_body(&template), [""; 0]);
}

#[test]
fn labels_that_are_too_long_for_a_line_stand_on_several_and_over_nothing() {
    let long = "Name und Anschrift der antragstellenden Person oder Einrichtung, wie im Ausweis";
    let fields: String = ["text", "date", "money"]
        .iter()
        .map(|kind| {
            format!(
                "[[section.entry]]\nkey = '{kind}'\nlabel = '{long}'\ntype = '{kind}'\nwidth = \
                    'third'\n"
            )
        })
        .collect();
    let choice = format!(
        "[[section.entry]]\nkey = 'choice'\nlabel = 'Wahl'\ntype = 'choice'\nwidth = \
            'third'\nchoices = [{{ key = 'a', label = '{long}' }}, {{ key = 'b', label = 'B' }}]\n"
    );
    let column = |key: &str| format!("{{ key = '{key}', label = '{long}', type = 'money' }}");
    let table = format!(
        "[[section.entry]]\ntable = 'costs'\nlabel = '{long} {long}'\nrows = 40\ncolumns = [{}, \
            {}, {}]\n",
        column("a"),
        column("b"),
        column("c")
    );
    let section = section("").replace("title = 'A'", &format!("title = '{long} {long}'"));
    let package = package(&format!("{section}{fields}{choice}{table}"));
    assert_eq!(widgets_outside_the_body(&package.template), [""; 0]);
    let FormContent::Fields(fields, texts) = pdf_read::read(&package.template).unwrap() else {
        panic!("no fields")
    };
    let widgets = fields.iter().flat_map(|field| &field.widgets);
    let widgets: Vec<PagePlace> = widgets.map(|widget| widget.place).collect();
    for (number, text) in texts.iter().enumerate() {
        let right = text.place.left + text.place.width;
        assert!(
            right <= style::PAGE_WIDTH - style::MARGIN_SIDE + 0.1,
            "{}",
            text.text
        );
        let mut others = texts[..number].iter().map(|other| other.place);
        let is_over = |place: &PagePlace| overlap(text.place, *place);
        assert_eq!(others.find(is_over), None, "{}", text.text);
        assert_eq!(
            widgets.iter().find(|place| is_over(place)),
            None,
            "{}",
            text.text
        );
    }
    assert!(texts.len() > 40, "{}", texts.len());
}

/// Whether two places have more in common than an edge.
fn overlap(one: PagePlace, other: PagePlace) -> bool {
    let common = |one: (f32, f32), other: (f32, f32)| {
        (one.0 + one.1).min(other.0 + other.1) - one.0.max(other.0) > 0.5
    };
    one.page == other.page
        && common((one.left, one.width), (other.left, other.width))
        && common((one.top, one.height), (other.top, other.height))
}

#[test]
fn a_template_says_of_itself_in_the_language_of_its_labels_what_it_is() {
    for (language, required, footer) in [
        ("de", "* Pflichtangabe", "Seite 1 von 1"),
        ("en", "* required", "Page 1 of 1"),
    ] {
        let entry = "[[section.entry]]\nkey = 'a'\nlabel = 'A'\ntype = 'text'\nrequired = true\n";
        let start = section("").replace("version", &format!("language = '{language}'\nversion"));
        let template = package(&format!("{start}{entry}")).template;
        let FormContent::Fields(_, texts) = pdf_read::read(&template).unwrap() else {
            panic!("no fields")
        };
        let texts: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
        assert!(
            texts.contains(&required) && texts.contains(&footer),
            "{texts:?}"
        );
    }
}

#[test]
fn a_field_in_the_names_table_has_its_name_from_there() {
    let names = "[names]\n'Kosten.Zeile 1' = 'costs.0.name'\n'Auswahl' = 'choice'\n";
    let definition = format!("{}{}", choice_entry(3), table_entry(2));
    let package = package(&format!("{}{definition}{names}", section("")));
    let content = pdf_read::read(&package.template).unwrap();
    let FormContent::Fields(fields, _) = &content else {
        panic!("no fields")
    };
    let mut found: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, ["Auswahl", "Kosten.Zeile 1", "costs.1.name"]);
    assert_eq!(forms_toml::check(&package, &content), []);
}

/// The start of a definition, up to its first section.
fn section(introduction: &str) -> String {
    format!(
        "form_type = 'large_form'\ntitle = 'Groß'\nversion = 1\nintroduction = \
            '{introduction}'\n[[section]]\ntitle = 'A'\n"
    )
}

fn choice_entry(count: usize) -> String {
    let choices: String = (0..count)
        .map(|index| format!("{{ key = 'c{index}', label = 'Wahl {index}' }},"))
        .collect();
    format!(
        "[[section.entry]]\nkey = 'choice'\nlabel = 'Wahl'\ntype = 'choice'\nchoices = \
            [{choices}]\n"
    )
}

fn table_entry(rows: usize) -> String {
    format!(
        "[[section.entry]]\ntable = 'costs'\nlabel = 'Kosten'\nrows = {rows}\ncolumns = [{{ key = \
            'name', label = 'Name', type = 'text' }}]\n"
    )
}

fn package(definition: &str) -> FormPackage {
    let form_type = forms_toml::parse_definition(definition).unwrap();
    let template = blank_template(&form_type, &AddedFonts::default())
        .unwrap()
        .into();
    FormPackage::new(form_type, Default::default(), template)
}

/// Page and rectangle of each widget that is not wholly between the margins of its page.
fn widgets_outside_the_body(template: &[u8]) -> Vec<String> {
    let document = Document::load_mem(template).unwrap();
    let mut outside = Vec::new();
    for (number, page) in document.get_pages() {
        for annotation in document.get_page_annotations(page).unwrap() {
            let sides = annotation.get(b"Rect").unwrap().as_array().unwrap();
            let side = |index: usize| sides[index].as_float().unwrap();
            let (left, bottom, right, top) = (side(0), side(1), side(2), side(3));
            let (right_max, top_max) = (
                style::PAGE_WIDTH - style::MARGIN_SIDE,
                style::PAGE_HEIGHT - style::MARGIN_TOP,
            );
            let beside = style::MARGIN_SIDE <= left && left < right && right <= right_max;
            if !(beside && style::MARGIN_BOTTOM <= bottom && bottom < top && top <= top_max) {
                outside.push(format!("{number}: {sides:?}"));
            }
        }
    }
    outside
}
