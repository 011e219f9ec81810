use domain::form_type::FormType;
use lopdf::Document;

use super::blank_template;

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
            blank_template(&form_type).unwrap(),
            blank_template(&form_type).unwrap()
        );
    }
}

#[test]
fn the_committed_templates_are_what_their_definitions_give() {
    for package in forms_toml::builtin().unwrap() {
        let fresh = blank_template(&package.form_type).unwrap();
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

#[test]
fn a_template_says_what_it_is() {
    for form_type in builtin() {
        let document = Document::load_mem(&blank_template(&form_type).unwrap()).unwrap();
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
    let choices: String = (0..200)
        .map(|index| format!("{{ key = 'c{index}', label = 'Wahl {index}' }},"))
        .collect();
    let definition = format!(
        "form_type = 'large_form'\ntitle = 'Groß'\nversion = 1\n[[section]]\ntitle = 'A'\n[[section.entry]]\nkey = 'choice'\nlabel = 'Wahl'\ntype = 'choice'\nchoices = [{choices}]\n[[section.entry]]\ntable = 'costs'\nlabel = 'Kosten'\nrows = 100\ncolumns = [{{ key = 'name', label = 'Name', type = 'text' }}]\n"
    );
    let form_type = forms_toml::parse_definition(&definition).unwrap();
    let template = blank_template(&form_type).unwrap();
    let content = pdf_read::read(&template).unwrap();
    let domain::FormContent::Fields(fields) = &content else {
        panic!("no fields")
    };
    assert_eq!(fields.len(), 101);
    for field in fields {
        let place = field.place.unwrap();
        assert!(
            place.top >= 0.0 && place.top + place.height <= 842.0,
            "{}",
            field.name
        );
    }
    let package = ports::FormPackage {
        form_type,
        template: template.into(),
    };
    assert_eq!(forms_toml::check(&package, &content), []);
}
