//! Filled forms to upload.

use std::sync::Arc;

use forms::validation::merge;
use forms::{Data, FormType};
use ports::{FormOutput, FormPackage, FormWriter as _};
use serde_json::{Value, json};

/// A built-in form type with its template.
pub fn package(form_type: &str) -> Arc<FormPackage> {
    let packages = forms_toml::builtin().expect("the built-in forms are right");
    Arc::new(
        packages
            .into_iter()
            .find(|package| package.form_type.key == form_type)
            .expect("a built-in form type"),
    )
}

/// The form filled in with these values.
pub fn filled(form_type: &str, values: &Value) -> Vec<u8> {
    let package = package(form_type);
    pdf_write::TemplateFiller::default()
        .fill(
            &package,
            &data(&package.form_type, values),
            FormOutput::Fillable,
        )
        .expect("the form can be filled")
}

/// The blank form.
pub fn blank(form_type: &str) -> Vec<u8> {
    package(form_type).template.to_vec()
}

/// Every required field of `pa_form`, and some that are not.
pub fn summer_festival() -> Value {
    json!({
        "name": "Sommerfest der Fachschaft – „Über den Dächern“",
        "projectBeginn": "2026-07-01",
        "projectEnd": "2026-07-03",
        "applicant": {
            "firstName": "Zoë", "lastName": "Müller-Ćirić", "email": "zoe@example.org",
            "institution": "Fachschaft Physik & Łódź-Austausch",
                "institutionType": "departmentCouncil",
        },
        "participants": 120,
        "description": "Drei Tage Musik,\nWorkshops & Ωmega-Quiz.\n\nKosten: 1.234,50 €",
        "costs": [{"name": "Saalmiete", "amount": 1234.5}, {"name": "Getränke", "amount": null},
            {"name": "", "amount": 0.05}],
        "requestedAmount": 999.99,
        "privacyConsent": true,
    })
}

fn data(form_type: &FormType, values: &Value) -> Data {
    let patch =
        data_json::parse(values.to_string().as_bytes(), data_json::JsonLimits::BODY).expect("JSON");
    merge(form_type, &Data::default(), &patch).expect("values that the form type allows")
}
