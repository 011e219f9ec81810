//! A filled form acts by itself in no viewer, and nothing that is no template is taken for one.

use std::sync::Arc;

use forms::Value;
use lopdf::{Dictionary, Document, Object, dictionary};
use pdf_write::TemplateFiller;
use ports::{FillError, FormOutput, FormWriter as _};

use crate::form::{Template, data, field, fill, package, text};

fn script() -> Dictionary {
    dictionary! {
        "S" => "JavaScript",
        "JS" => Object::string_literal("this.getField('name').value = 'anders';"),
    }
}

#[test]
fn scripts_calculation_signatures_and_xfa_are_gone() {
    let mut template = Template::new();
    let name = template.text("name", [50, 700, 300, 718]);
    let widget = template.document.get_dictionary_mut(name).unwrap();
    widget.set("AA", dictionary! { "C" => script(), "F" => script() });
    widget.set("A", script());
    template.form.set("CO", vec![name.into()]);
    template.form.set("XFA", Object::string_literal("<xdp/>"));
    template.form.set("SigFlags", 3);
    template.form.set("NeedAppearances", true);
    template.catalog.set("OpenAction", script());
    template.catalog.set("AA", dictionary! { "WC" => script() });
    template
        .catalog
        .set("Perms", dictionary! { "DocMDP" => name });
    let names = vec![Object::string_literal("a"), script().into()];
    let names = dictionary! { "Names" => names };
    let names = dictionary! { "JavaScript" => names };
    template.catalog.set("Names", names);
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let filled = fill(&package, &data([("name", Value::text("so"))]));
    let document = Document::load_mem(&filled).unwrap();
    let shown = format!("{:?}", document.objects);
    for word in [
        "JavaScript",
        "XFA",
        "/CO ",
        "SigFlags",
        "Perms",
        "OpenAction",
        "/AA ",
    ] {
        assert!(!shown.contains(word), "{word}");
    }
    let catalog = document.catalog().unwrap();
    let form = document
        .get_dictionary(catalog.get(b"AcroForm").unwrap().as_reference().unwrap())
        .unwrap();
    assert_eq!(
        form.get(b"NeedAppearances").unwrap(),
        &Object::Boolean(false)
    );
}

/// An annotation on the page.
fn annotation(kind: &str, entries: Dictionary) -> Dictionary {
    let mut annotation = dictionary! {
        "Type" => "Annot",
        "Subtype" => kind,
        "Rect" => vec![0.into(), 0.into(), 9.into(), 9.into()],
    };
    annotation.extend(&entries);
    annotation
}

fn link(action: Dictionary) -> Dictionary {
    annotation("Link", dictionary! { "A" => action })
}

fn address(address: &str) -> Dictionary {
    dictionary! { "S" => "URI", "URI" => Object::string_literal(address) }
}

fn file() -> Dictionary {
    dictionary! { "F" => Object::string_literal("gone-file.exe") }
}

fn launch() -> Dictionary {
    dictionary! { "S" => "Launch", "F" => Object::string_literal("gone-program") }
}

/// All objects of the filled form, as text.
fn filled_objects(template: Template) -> String {
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let filled = fill(&package, &data([("name", Value::text("so"))]));
    format!("{:?}", Document::load_mem(&filled).unwrap().objects)
}

#[test]
fn films_files_and_what_links_start_are_gone_and_links_to_addresses_stay() {
    let mut template = Template::new();
    template.text("name", [50, 700, 300, 718]);
    let model = Object::string_literal("gone-model");
    let opened = dictionary! { "PO" => script() };
    for gone in [
        annotation("3D", dictionary! { "3DD" => model }),
        annotation("RichMedia", dictionary! { "RichMediaContent" => file() }),
        annotation("Screen", dictionary! { "AA" => opened }),
        annotation("FileAttachment", dictionary! { "FS" => file() }),
        annotation("Movie", dictionary! { "Movie" => file() }),
        annotation("Link", dictionary! { "PA" => address("gone-second") }),
        link(launch()),
        link(address("java\nscript:gone-script")),
        link(address("File:///gone-path")),
        link(address("\\\\gone-share\\path")),
        link(address("//gone-share/path")),
        link(address("/\\gone-share/path")),
        annotation("Link", dictionary! { "AF" => vec![file().into()] }),
    ] {
        template.annotation(gone);
    }
    for kept in ["https://kept-site/a:b", "MailTo:kept@post", "kept-page?a:b"] {
        template.annotation(link(address(kept)));
    }
    let shown = filled_objects(template);
    for word in ["gone-", "JavaScript", "RichMedia", "Movie", "Launch"] {
        assert!(!shown.contains(word), "{word}");
    }
    for word in ["kept-site", "kept@post", "kept-page"] {
        assert!(shown.contains(word), "{word}");
    }
}

#[test]
fn files_and_what_bookmarks_and_pages_start_are_gone_and_places_stay() {
    let mut template = Template::new();
    let name = template.text("name", [50, 700, 300, 718]);
    let widget = template.document.get_dictionary_mut(name).unwrap();
    widget.set("AF", vec![file().into()]);
    let bookmark = dictionary! { "Title" => Object::string_literal("kept-title"), "A" => launch() };
    let bookmark = template.document.add_object(bookmark);
    let direct = dictionary! { "A" => launch(), "Next" => bookmark };
    // Neither has to be an object of its own (PDF 32000-1, 7.3.10).
    let outlines = dictionary! { "First" => direct, "Last" => bookmark };
    template.catalog.set("Outlines", outlines);
    template.catalog.set(
        "URI",
        dictionary! { "Base" => Object::string_literal("file:///gone-base") },
    );
    let files = vec![Object::string_literal("gone-b"), file().into()];
    let place = vec![Object::from(template.page)];
    let places = vec![Object::string_literal("kept-place"), place.into()];
    let names = dictionary! {
        "EmbeddedFiles" => dictionary! { "Names" => files },
        "Dests" => dictionary! { "Names" => places },
    };
    template.catalog.set("Names", names);
    template.catalog.set("AF", vec![file().into()]);
    template.catalog.set("Requirements", vec![script().into()]);
    let steps = dictionary! { "NA" => launch() };
    template.page_entries.set("PresSteps", steps);
    let shown = filled_objects(template);
    for word in ["gone-", "JavaScript", "PresSteps", "Launch"] {
        assert!(!shown.contains(word), "{word}");
    }
    for word in ["kept-title", "kept-place"] {
        assert!(shown.contains(word), "{word}");
    }
}

#[test]
fn language_is_set_and_a_title_of_the_template_is_kept() {
    let mut template = Template::new();
    template.text("name", [50, 700, 300, 718]);
    let information = template
        .document
        .add_object(dictionary! { "Title" => Object::string_literal("Mein Formular") });
    template.document.trailer.set("Info", information);
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let document = Document::load_mem(&fill(&package, &data([]))).unwrap();
    assert_eq!(
        document.catalog().unwrap().get(b"Lang").unwrap(),
        &Object::string_literal("de-DE")
    );
    let information = document
        .trailer
        .get(b"Info")
        .unwrap()
        .as_reference()
        .unwrap();
    let title = document
        .get_dictionary(information)
        .unwrap()
        .get(b"Title")
        .unwrap();
    assert_eq!(title, &Object::string_literal("Mein Formular"));
}

#[test]
fn what_is_no_template_is_named_as_such() {
    for template in [
        &b""[..],
        b"%PDF-1.7\n",
        b"Not a PDF",
        b"%PDF-1.7\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF",
    ] {
        let package = package(template.to_vec(), vec![field("name", text(false))]);
        let filled = TemplateFiller::default().fill(&package, &data([]), FormOutput::Fillable);
        assert!(
            matches!(filled, Err(FillError::Template(_))),
            "{template:?}"
        );
    }
}

#[test]
fn packages_with_templates_of_their_own_are_not_mixed_up() {
    let filler = TemplateFiller::default();
    for name in ["eins", "zwei", "drei"] {
        let mut template = Template::new();
        template.text(name, [50, 700, 300, 718]);
        let package = package(template.bytes(), vec![field(name, text(false))]);
        let filled = filler
            .fill(
                &package,
                &data([(name, Value::text("da"))]),
                FormOutput::Fillable,
            )
            .unwrap();
        assert_eq!(crate::form::field_named(&filled, name).values, ["da"]);
        drop(Arc::into_inner(package).unwrap());
    }
}

#[test]
fn a_template_with_its_encryption_in_the_trailer_is_named_as_encrypted() {
    let mut template = Template::new();
    template.text("name", [50, 700, 300, 718]);
    let encryption = dictionary! { "Filter" => "Standard", "V" => 5, "R" => 6 };
    template.document.trailer.set("Encrypt", encryption);
    let package = package(template.bytes(), vec![field("name", text(false))]);
    let refused = TemplateFiller::default().fill(&package, &data([]), FormOutput::Fillable);
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("it is encrypted"), "{refused}");
}
