use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use domain::attachment::AttachmentLimits;
use forms::form_type::FormType;
use serde_json::Value as Json;
use usecases::FormCatalogue;

use crate::error::Code;
use crate::settings::HttpSettings;

fn document() -> Json {
    super::document(&HttpSettings::default(), &FormCatalogue::new([]))
}

/// Every operation with its path.
fn operations(document: &Json) -> Vec<(String, Json)> {
    let paths = document["paths"].as_object().unwrap();
    let operations = paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().values();
        methods.map(move |operation| (path.clone(), operation.clone()))
    });
    operations.collect()
}

fn words(codes: &[Code]) -> BTreeSet<String> {
    codes.iter().map(Code::to_string).collect()
}

/// The text of the files that say which error has which code.
fn sources_of_errors() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/error");
    let mut text = fs::read_to_string(folder.with_extension("rs")).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.ends_with("code.rs") {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
    text
}

#[test]
fn the_codes_of_the_document_are_all_that_there_are() {
    let document = document();
    let listed: BTreeSet<String> = document["components"]["schemas"]["RefusalCode"]["enum"]
        .as_array()
        .unwrap()
        .iter()
        .map(|word| word.as_str().unwrap().to_owned())
        .collect();
    assert_eq!(listed, words(Code::ALL));
}

#[test]
fn every_code_is_given_somewhere_and_belongs_to_an_operation() {
    let sources = sources_of_errors();
    let never: Vec<&Code> = Code::ALL
        .iter()
        .filter(|code| !sources.contains(&format!("Code::{code:?}")))
        .collect();
    assert!(never.is_empty(), "no error has these codes: {never:?}");

    let document = document();
    let mut described = words(&[Code::RouteNotFound, Code::MethodNotAllowed]);
    for (_, operation) in operations(&document) {
        for answer in operation["responses"].as_object().unwrap().values() {
            if let Some(examples) = answer["content"]["application/json"]["examples"].as_object() {
                described.extend(examples.keys().cloned());
            }
        }
    }
    assert_eq!(described, words(Code::ALL));
}

#[test]
fn the_table_of_codes_for_people_is_that_of_the_service() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/API.md");
    let text = fs::read_to_string(path).unwrap();
    let row = |code: &Code| {
        let status = code.status().as_u16();
        format!("| {status} | `{code}` | {} |\n", code.meaning())
    };
    let mut codes = Code::ALL.to_vec();
    codes.sort_by_key(|code| (code.status(), *code));
    let table: String = codes.iter().map(row).collect();
    let head = "| Status | `code` | When |\n|---|---|---|\n";
    let whole = format!("{head}{table}\n");
    assert!(
        text.contains(&whole),
        "docs/API.md lacks this table:\n{whole}"
    );
}

#[test]
fn every_reference_leads_somewhere() {
    fn follow(value: &Json, document: &Json) {
        match value {
            Json::Object(members) => {
                if let Some(Json::String(place)) = members.get("$ref") {
                    let pointer = place.trim_start_matches('#');
                    assert!(document.pointer(pointer).is_some(), "{place}");
                    assert_eq!(
                        members.len(),
                        1,
                        "{place} has neighbours that count for nothing"
                    );
                }
                members.values().for_each(|value| follow(value, document));
            }
            Json::Array(items) => items.iter().for_each(|value| follow(value, document)),
            _ => {}
        }
    }
    let document = document();
    follow(&document, &document);
}

#[test]
fn every_operation_has_a_name_of_its_own_and_an_answer_for_success() {
    let document = document();
    let operations = operations(&document);
    let names: BTreeSet<&str> = operations
        .iter()
        .map(|(_, operation)| operation["operationId"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), operations.len());
    for (path, operation) in &operations {
        let answers = operation["responses"].as_object().unwrap();
        assert!(
            answers.keys().any(|status| status.starts_with('2')),
            "{path}"
        );
        assert!(
            answers.contains_key("429") && answers.contains_key("500"),
            "{path}"
        );
    }
}

#[test]
fn limits_and_form_types_are_those_of_the_service() {
    let form_type = FormType {
        key: "sample_form".to_owned(),
        title: "Sample".to_owned(),
        version: 1,
        language: "en".to_owned(),
        introduction: None,
        sections: Vec::new(),
        names: [].into(),
        presets: [].into(),
    };
    let package = usecases::FormPackage::new(form_type, Default::default(), Default::default());
    let mut settings = HttpSettings {
        upload_bytes_max: 12_345,
        public_url: Some("https://example.org/forms".to_owned()),
        ..HttpSettings::default()
    };
    settings.attachment_limits.count_max = 7;
    let document = super::document(&settings, &FormCatalogue::new([package]));
    let schemas = &document["components"]["schemas"];
    assert_eq!(
        schemas["Upload"]["properties"]["file"]["x-bytes-max"],
        12_345
    );
    assert_eq!(
        schemas["Upload"]["properties"]["form_type"]["enum"],
        serde_json::json!(["sample_form"])
    );
    let attachments = &document["paths"]["/applications/{pa_id}/attachments"];
    let told = attachments["post"]["description"].as_str().unwrap();
    assert!(told.contains("at most 7"), "{told}");
    assert_eq!(document["servers"][0]["url"], "https://example.org/forms");
    assert!(schemas["SampleFormChange"].is_object());
}

/// What came in under a higher limit is still answered when the limit is lowered.
#[test]
fn no_limit_of_the_settings_bounds_an_answer() {
    let lowered = HttpSettings {
        attachment_limits: AttachmentLimits {
            count_max: 1,
            file_bytes_max: 2,
            total_bytes_max: 3,
        },
        upload_bytes_max: 4,
        ..HttpSettings::default()
    };
    let [usual, lowered] = [HttpSettings::default(), lowered].map(|settings| {
        let mut document = super::document(&settings, &FormCatalogue::new([]));
        document["components"]["schemas"].take()
    });
    for name in ["Attachment", "AttachmentList"] {
        assert!(usual[name].is_object(), "{name}");
        assert_eq!(usual[name], lowered[name]);
    }
    assert_ne!(usual["NewAttachment"], lowered["NewAttachment"]);
}

#[test]
fn every_time_in_an_answer_is_said_to_be_one() {
    let document = document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut times = 0;
    for (schema, name) in schemas.iter().flat_map(|(schema, definition)| {
        let members = definition["properties"].as_object().into_iter().flatten();
        members.map(move |(name, _)| (schema, name))
    }) {
        if name == "at" || name.ends_with("_at") {
            let member = &schemas[schema]["properties"][name];
            let pattern = member["pattern"].as_str().unwrap_or_default();
            assert!(pattern.contains("T[0-9]{2}:"), "{schema}.{name}: {member}");
            times += 1;
        }
    }
    assert!(times > 7, "{times}");
}
