//! A form that was filled and printed flat reads back by its labels alone, and by its places.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up has failed"
)]

mod continued;
mod marked_rows;
mod prose;
mod shared_headings;

use std::sync::Arc;

use data_json::{JsonLimits, parse};
use form_reading::{BlankForm, shapes_in_fields};
use forms::form_content::{FormField, FormFieldKind, PagePlace, PlacedText, PrintedPages};
use forms::validation::merge;
use forms::{Data, FormContent, Value};
use ports::{FormOutput, FormPackage, FormWriter as _};

fn builtin(key: &str) -> Arc<FormPackage> {
    let packages = forms_toml::builtin().unwrap();
    Arc::new(
        packages
            .into_iter()
            .find(|package| package.form_type.key == key)
            .unwrap(),
    )
}

fn comes_back_flat(key: &str, json: &str) {
    comes_back_with(&builtin(key), json, |_| (), |_| ());
}

/// Prints the form flat, lets `write` add to the page, and expects what `expect` adds to the data.
fn comes_back_with(
    package: &Arc<FormPackage>,
    json: &str,
    write: impl Fn(&mut Vec<PlacedText>),
    expect: impl Fn(&mut Value),
) {
    let patch = parse(json.as_bytes(), JsonLimits::BODY).unwrap();
    let data = merge(&package.form_type, &Data::default(), &patch).unwrap();
    let filler = pdf_write::TemplateFiller::default();
    let flat = filler.fill(package, &data, FormOutput::Flat).unwrap();
    let mut marked = flat_content(&flat);
    write(&mut marked.texts);
    // A program that prints it anew drops the marks that say which text is of which field.
    let mut unmarked = marked.clone();
    unmarked.texts.iter_mut().for_each(|run| run.field = None);
    let [marked, unmarked] = [marked, unmarked].map(FormContent::Text);
    let own = flat_content(
        &filler
            .fill(package, &Data::default(), FormOutput::Flat)
            .unwrap(),
    );
    let mut expected = data.into_value();
    expect(&mut expected);
    let known = [Vec::new(), fields(&package.template)];
    let ways = known
        .iter()
        .flat_map(|fields| [(fields, &marked), (fields, &unmarked)]);
    for (fields, content) in ways {
        let blank = BlankForm {
            texts: &own.texts,
            fields,
            shapes: &shapes_in_fields(own.shapes.clone(), fields),
            undecodable: &own.undecodable,
            ..BlankForm::default()
        };
        let (read, _) = form_reading::read_with_sources(&package.form_type, content, blank)
            .unwrap_or_else(|fault| panic!("{fault}\n{content:#?}"));
        assert_eq!(
            data_json::to_text(&read.into_value()),
            data_json::to_text(&expected)
        );
    }
}

/// The fields of a blank form.
fn fields(template: &[u8]) -> Vec<FormField> {
    match pdf_read::read(template).unwrap() {
        FormContent::Fields(fields, _) => fields.into_iter().map(FormField::blank).collect(),
        FormContent::Text(..) | FormContent::PartlyFlat(..) => panic!("it has no fields"),
    }
}

/// What a flat form shows.
fn flat_content(flat: &[u8]) -> PrintedPages {
    match pdf_read::read(flat).unwrap() {
        FormContent::Text(pages) => pages,
        FormContent::Fields(..) | FormContent::PartlyFlat(..) => panic!("it has fields"),
    }
}

#[test]
fn boxes_are_read_by_what_is_painted_in_them() {
    // The invisible ticks are taken away.
    let without_ticks = |runs: &mut Vec<PlacedText>| {
        let before = runs.len();
        runs.retain(|run| !["4", "✔", "✓"].contains(&run.text.as_str()));
        assert!(runs.len() < before);
    };
    let json = r#"{"otherFunding": true, "privacyConsent": true, "legalTask": "sports"}"#;
    comes_back_with(&builtin("vsm_form"), json, without_ticks, |_| ());
}

#[test]
fn a_full_project_application_comes_back() {
    comes_back_flat(
        "pa_form",
        r#"{"name": "Sommerfest – „Über den Dächern“", "projectBeginn": "2026-07-01",
            "projectEnd": "2026-07-03", "participants": 120,
            "applicant": {"firstName": "Zoë", "lastName": "Müller-Ćirić",
            "email": "zoe@example.org", "institution": "Fachschaft Łódź",
            "institutionType": "departmentCouncil"},
            "courseOfStudy": "Physik",
            "description": "Drei Tage Musik,\nWorkshops.\n\nKosten: 1.234,50 €",
            "studentBenefit": "Gemeinschaft",
            "costs": [{"name": "Saalmiete", "amount": 1234.5}, {"name": "Getränke",
            "amount": null}, {"name": "", "amount": 0.05}],
            "requestedAmount": 999.99, "privacyConsent": true}"#,
    );
}

#[test]
fn a_full_application_for_student_body_funds_comes_back() {
    comes_back_flat(
        "vsm_form",
        r#"{"name": "Hochschulsport", "projectBeginn": "2026-07-01", "budgetItem": "Kultur",
            "legalTask": "sports",
            "applicant": {"firstName": "Ana", "lastName": "Groß", "email": "ana@example.org",
            "institution": "Referat", "iban": "DE02120300000000202051"},
            "description": "Turnier", "costs": [{"name": "Bälle", "amount": 80}],
            "income": [{"name": "Eintritt", "amount": 12.5}],
            "otherFunding": true, "otherFundingSource": "Stadt Heidelberg, 200 €",
            "requestedAmount": 67.5, "privacyConsent": false}"#,
    );
}

#[test]
fn what_somebody_wrote_beside_the_form_is_kept() {
    let write = |runs: &mut Vec<PlacedText>| {
        for (text, page, top) in [
            ("Eilt!", 0, 4.0),
            ("Telefon: 06221 540", 0, 16.0),
            ("gez. Müller", 1, 4.0),
        ] {
            let place = PagePlace {
                page,
                left: 400.0,
                top,
                width: 80.0,
                height: 9.0,
            };
            let text = text.to_owned();
            runs.push(PlacedText::new(text, place));
        }
    };
    let expect = |data: &mut Value| {
        let kept = [
            ("Telefon", "06221 540"),
            ("Seite 1", "Eilt!"),
            ("Seite 2", "gez. Müller"),
        ];
        let kept = kept.map(|(name, text)| (name.to_owned(), Value::text(text)));
        let Value::Object(members) = data else {
            panic!("the data is an object");
        };
        let kept = Value::Object(kept.into_iter().collect());
        members.insert("otherFields".to_owned(), kept);
    };
    let package = builtin("vsm_form");
    comes_back_with(&package, r#"{"name": "Sommerfest"}"#, write, expect);
}

#[test]
fn blank_forms_come_back_blank() {
    comes_back_flat("pa_form", "{}");
    comes_back_flat("vsm_form", "{}");
}

#[test]
fn rows_beyond_the_form_and_texts_that_do_not_fit_come_back_from_continuation_pages() {
    let rows: Vec<String> = (0..40)
        .map(|row| format!(r#"{{"name": "Posten {row}", "amount": {row}}}"#))
        .collect();
    comes_back_flat(
        "pa_form",
        &format!(
            r#"{{"name": "{}", "costs": [{}]}}"#,
            ["Wort"; 40].join(" "),
            rows.join(",")
        ),
    );
}

#[test]
fn continuation_pages_are_known_by_a_long_title_with_a_character_that_no_font_has() {
    let package = builtin("pa_form");
    let mut package = FormPackage::clone(&package);
    package.form_type.title = format!("Antrag \u{6aa4} {}", "auf Geld für ein Fest ".repeat(7));
    let json = format!(r#"{{"name": "{}"}}"#, ["Wort"; 40].join(" "));
    comes_back_with(&Arc::new(package), &json, |_| (), |_| ());
}

#[test]
fn lines_that_were_broken_come_back_whole_and_line_ends_where_they_were() {
    let texts = [
        "Kontakt über E-Mail-Adressen, ".repeat(20),
        "Donaudampfschifffahrtsgesellschaftskapitänsmütze".repeat(9),
        "東京大学の学生自治会の夏祭り".repeat(12),
        r"kurz\nund lang genug, dass die Zeile voll ist und doch das nächste Wort Platz hat\nx"
            .into(),
        format!(
            r"Punkte\n\n    - {}\n\n\n    - zwei  Leerzeichen",
            "Wort  ".repeat(60)
        ),
        format!("سلام {}", "محمد شارك في المهرجان ".repeat(20)),
    ];
    for text in texts {
        for more in ["", &"Noch ein Satz. ".repeat(220)] {
            let name = "Hochschul-E-Sport-".repeat(11);
            let json = format!(r#"{{"name": "{name}", "description": "{text}{more}Ende"}}"#);
            comes_back_flat("pa_form", &json);
        }
    }
}

/// Nobody sees white space at the ends of a text, so it is not expected; that within is.
#[test]
fn empty_lines_and_spaces_before_and_within_texts_part_nothing() {
    let package = builtin("pa_form");
    let gap = r"\n".repeat(9);
    for (begin, more) in [
        (r"\n\n    ", 0),
        (gap.as_str(), 220),
        (&" ".repeat(60), 220),
    ] {
        let text = format!("Eins{gap}  zwei {}drei", "Noch ein Satz. ".repeat(more));
        let data = |begin| {
            let json = format!(r#"{{"description": "{begin}{text}"}}"#);
            let patch = parse(json.as_bytes(), JsonLimits::BODY).unwrap();
            merge(&package.form_type, &Data::default(), &patch).unwrap()
        };
        let filler = pdf_write::TemplateFiller::default();
        let flat = flat_content(
            &filler
                .fill(&package, &data(begin), FormOutput::Flat)
                .unwrap(),
        );
        let own = flat_content(
            &filler
                .fill(&package, &Data::default(), FormOutput::Flat)
                .unwrap(),
        );
        let blank = BlankForm {
            texts: &own.texts,
            fields: &fields(&package.template),
            ..BlankForm::default()
        };
        let content = FormContent::Text(flat);
        let (read, _) =
            form_reading::read_with_sources(&package.form_type, &content, blank).unwrap();
        assert_eq!(read, data(""));
    }
}

#[test]
fn other_fields_with_long_names_and_texts_come_back() {
    let name = "Bitte-nur-mit-Binde-Strichen-und-ohne-Leerzeichen-".repeat(3);
    let text = "Erst-Zweit-Dritt-Viert-".repeat(20);
    comes_back_flat(
        "pa_form",
        &format!(r#"{{"otherFields": {{"{name}x": "{text}y"}}}}"#),
    );
}

/// Fills a form, prints the fields of these names flat, and reads it back.
fn comes_back_partly_flat(key: &str, json: &str, is_flat: impl Fn(&FormField) -> bool) {
    let package = builtin(key);
    let patch = parse(json.as_bytes(), JsonLimits::BODY).unwrap();
    let data = merge(&package.form_type, &Data::default(), &patch).unwrap();
    let filler = pdf_write::TemplateFiller::default();
    let fields = |data: &Data| match pdf_read::read(
        &filler.fill(&package, data, FormOutput::Fillable).unwrap(),
    ) {
        Ok(FormContent::Fields(fields, printed)) => (fields, printed),
        other => panic!("{other:?}"),
    };
    let (_, blank) = fields(&Data::default());
    let (filled, mut printed) = fields(&data);
    let (flat, left): (Vec<_>, Vec<_>) = filled.into_iter().partition(is_flat);
    assert!(!flat.is_empty() && !left.is_empty());
    let is_in_field = |run: &PlacedText| {
        flat.iter().filter_map(|field| field.place).any(|place| {
            let middle = run.place.top + run.place.height / 2.0;
            place.page == run.place.page
                && (place.left..place.left + place.width).contains(&run.place.left)
                && (place.top..place.top + place.height).contains(&middle)
        })
    };
    let mut texts = flat_content(&filler.fill(&package, &data, FormOutput::Flat).unwrap()).texts;
    texts.retain(|run| is_in_field(run) && !printed.contains(run));
    printed.extend(texts);
    let read = form_reading::read(
        &package.form_type,
        &FormContent::Fields(left, printed),
        &blank,
    )
    .unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(
        data_json::to_text(&read.into_value()),
        data_json::to_text(&data.into_value())
    );
}

#[test]
fn a_partly_flattened_application_comes_back() {
    let json = r#"{"name": "Sommerfest", "projectBeginn": "2026-07-01",
        "applicant": {"firstName": "Ida", "lastName": "Groß", "email": "ida@example.org"},
        "description": "Drei Tage Musik", "participants": 120,
        "costs": [{"name": "Saalmiete", "amount": 1234.5}, {"name": "Strom", "amount": 20}],
        "requestedAmount": 999.99, "privacyConsent": false}"#;
    let is_text = |field: &FormField| field.kind == FormFieldKind::Text;
    comes_back_partly_flat("pa_form", json, |field| {
        ["name", "applicant.email", "requestedAmount"].contains(&field.name.as_str())
    });
    comes_back_partly_flat("pa_form", json, |field| field.name.starts_with("costs."));
    comes_back_partly_flat("pa_form", json, |field| {
        is_text(field) && field.name.starts_with("costs.1.")
    });
    comes_back_partly_flat("pa_form", json, |field| {
        is_text(field) && field.place.is_some_and(|place| place.page == 0)
    });
}
