//! The OpenAPI document, the pages that show it, and whether it says what is answered.

use std::collections::BTreeSet;
use std::sync::Arc;

use http_api::HttpSettings;
use serde_json::Value;
use testkit::{MemoryBlobStore, MemoryStore};

use crate::house::{House, package};
use crate::service::Service;

/// A path of the document with something in the place of each parameter.
fn filled(path: &str) -> String {
    path.split('/')
        .map(|part| if part.starts_with('{') { "1" } else { part })
        .collect::<Vec<_>>()
        .join("/")
}

/// The code of a refusal, empty for anything else.
fn code(body: &[u8]) -> String {
    let body = serde_json::from_slice::<Value>(body).unwrap_or_default();
    body["code"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn every_path_takes_the_methods_of_the_document_and_no_others() {
    let service = Service::start();
    let document = service.get("/openapi.json").json();
    let paths = document["paths"].as_object().unwrap();
    for (path, methods) in paths {
        let mut described: BTreeSet<String> = methods
            .as_object()
            .unwrap()
            .keys()
            .map(|method| method.to_uppercase())
            .collect();
        if described.contains("GET") {
            described.insert("HEAD".to_owned());
        }
        let answer = service.request("PROPFIND", &filled(path)).send();
        answer.refused(405, "method_not_allowed");
        let allowed = answer.header("allow").split(", ").map(str::to_owned);
        assert_eq!(described, allowed.collect(), "{path}");
        for method in &described {
            let answer = service.request(method, &filled(path)).send();
            let is_file = path.ends_with("{file}");
            assert_ne!(answer.status, 405, "{method} {path}");
            let unknown = code(&answer.body) == "route_not_found";
            assert!(!unknown || is_file, "{method} {path}");
        }
    }
    assert!(paths.len() > 15, "{}", paths.len());
}

/// Where the schema, or one in it, says that there are no other members.
fn closed(schema: &Value, place: &str) -> Vec<String> {
    let inner = match schema {
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, member)| closed(member, &format!("{place}.{name}")))
            .collect(),
        Value::Array(items) => items.iter().flat_map(|item| closed(item, place)).collect(),
        _ => Vec::new(),
    };
    let here = (schema["additionalProperties"] == false).then(|| place.to_owned());
    here.into_iter().chain(inner).collect()
}

#[test]
fn a_generated_client_that_takes_data_for_another_form_keeps_every_member() {
    let service = Service::start();
    let document = service.get("/openapi.json").json();
    let schemas = &document["components"]["schemas"];
    let data = &schemas["SampleFormData"];
    assert!(data["properties"]["name"].is_object(), "{data}");
    assert_eq!(closed(data, "data"), [""; 0]);
    let change = closed(&schemas["SampleFormChange"], "change");
    assert!(change.contains(&"change".to_owned()), "{change:?}");
}

/// Every reference in the schema, or in one in it.
fn references(schema: &Value) -> Vec<&str> {
    match schema {
        Value::Object(members) => {
            let inner = members.values().flat_map(references);
            schema["$ref"].as_str().into_iter().chain(inner).collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn each_form_type_has_schemas_of_its_own_whatever_it_is_called() {
    let keys = ["antrag2027", "antrag_2027", "application", "history"];
    let forms = keys.map(|key| package(&format!("{key} 1 20")));
    let rows = Arc::new(MemoryStore::default());
    let house = House::with_forms(rows, MemoryBlobStore::default(), forms);
    let service = Service::start_over(house, HttpSettings::default(), Vec::new());
    let document = service.get("/openapi.json").json();
    let schemas = &document["components"]["schemas"];
    assert!(schemas["HistoryChange"]["properties"]["before"].is_object());
    for (of_any, first) in [
        ("ApplicationData", "Antrag2027Data"),
        ("ApplicationChange", "Antrag2027Change"),
    ] {
        let references = references(&schemas[of_any]);
        assert_eq!(
            references[0],
            format!("#/components/schemas/{first}"),
            "{of_any}"
        );
        let different: BTreeSet<&str> = references.iter().copied().collect();
        assert_eq!(different.len(), keys.len(), "{references:?}");
        for reference in references {
            let schema = document.pointer(reference.trim_start_matches('#')).unwrap();
            assert!(
                schema["properties"]["name"].is_object(),
                "{reference}: {schema}"
            );
        }
    }
}

/// Its members are those of the version that it came in with, and the document has no schema of
/// that.
#[test]
fn data_of_an_earlier_version_fits_the_document() {
    let service = Service::start();
    let document = service.get("/openapi.json").json();
    let schemas = &document["components"]["schemas"];
    let forms = schemas["ApplicationData"]["anyOf"].as_array();
    let open = forms.unwrap().last().unwrap();
    assert_eq!(open["title"], "EarlierData");
    assert_eq!(closed(open, ""), [""; 0]);
    assert!(open["properties"].is_null() && open["required"].is_null());
}

#[test]
fn versions_of_form_types_have_one_format_wherever_they_stand() {
    let service = Service::start();
    let document = service.get("/openapi.json").json();
    let schemas = &document["components"]["schemas"];
    for (schema, member) in [("Application", "form_version"), ("FormType", "version")] {
        // A date as 2602011200 is above the largest of int32.
        let format = &schemas[schema]["properties"][member]["format"];
        assert_eq!(format, "int64", "{schema}.{member}");
    }
}

#[test]
fn the_document_is_answered_once_to_whoever_has_it() {
    let service = Service::start();
    let answer = service.get("/openapi.json");
    assert_eq!(
        (answer.status, &answer.json()["openapi"]),
        (200, &Value::from("3.0.3"))
    );
    let tag = answer.header("etag").to_owned();
    let again = service
        .request("GET", "/openapi.json")
        .header("If-None-Match", &tag)
        .send();
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), tag);
    // A cache updates what it keeps by these (RFC 9110, 15.4.5).
    for name in ["vary", "cache-control"] {
        assert_eq!(again.header(name), answer.header(name), "{name}");
    }
    assert_eq!(again.header("vary"), "Accept-Encoding");
}

#[test]
fn the_pages_and_their_files_come_compressed_or_not_as_the_client_takes_them() {
    let service = Service::start();
    let document = service.get("/openapi.json").json();
    let file = &document["paths"]["/assets/{file}"]["get"]["parameters"][0];
    assert_eq!(file["name"], "file");
    let names = file["schema"]["enum"].as_array().unwrap().iter();
    let assets = names.map(|name| format!("/assets/{}", name.as_str().unwrap()));
    for path in assets.chain(["/docs", "/redoc", "/openapi.json"].map(str::to_owned)) {
        let plain = service.get(&path);
        assert_eq!(
            (plain.status, plain.header("content-encoding")),
            (200, ""),
            "{path}"
        );
        let request = service
            .request("GET", &path)
            .header("Accept-Encoding", "gzip, br");
        let compressed = request.send();
        assert_eq!(compressed.header("content-encoding"), "gzip", "{path}");
        assert_eq!(compressed.header("vary"), "Accept-Encoding");
        assert_ne!(compressed.header("etag"), plain.header("etag"));
        assert_eq!(&compressed.body[..2], b"\x1f\x8b");
        assert_eq!(inflated(&compressed.body), plain.body, "{path}");
        assert!(!plain.body.is_empty());
        let refusing = service
            .request("GET", &path)
            .header("Accept-Encoding", "gzip;q=0")
            .send();
        assert_eq!(refusing.body, plain.body);
    }
}

#[test]
fn pages_load_nothing_from_elsewhere() {
    let service = Service::start();
    for path in ["/docs", "/redoc"] {
        let page = service.get(path);
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        let policy = page.header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self';"),
            "{policy}"
        );
        assert!(!policy.contains("http"), "{policy}");
        let html = String::from_utf8(page.body).unwrap();
        assert!(!html.contains("//") && !html.contains("<script>"), "{html}");
    }
    service
        .get("/assets/other.js")
        .refused(404, "route_not_found");
}

fn inflated(gzip: &[u8]) -> Vec<u8> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(gzip)
        .read_to_end(&mut bytes)
        .unwrap();
    bytes
}

#[test]
fn the_document_tells_how_to_read_a_history() {
    let service = Service::start();
    let document = service.get("/openapi.json").json();
    let members = &document["components"]["schemas"]["HistoryEntry"]["properties"];
    let words = |name: &str| members[name]["enum"].as_array().unwrap().len();
    assert_eq!((words("by"), words("action")), (3, 9));
    let operation = &document["paths"]["/applications/{pa_id}/history"]["get"];
    let told = operation["description"].as_str().unwrap();
    assert!(told.contains("most significant first") && told.contains("shortest decimal digits"));
    let own = service.uploaded();
    let history = service.request("GET", &format!("{}/history", own.path));
    let history = history.header("X-PA-KEY", &own.key).send().json();
    let entry = &history["entries"][0];
    for name in ["by", "action"] {
        let known = members[name]["enum"].as_array().unwrap();
        assert!(known.contains(&entry[name]), "{entry}");
    }
}
