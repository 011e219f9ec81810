use forms::FormType;
use forms::form_type::{Choice, Column, Entry, Field, FieldType, Section, Table, Width};
use serde_json::json;

fn field(path: &str, kind: FieldType, required: bool) -> Entry {
    Entry::Field(Field {
        path: path.into(),
        label: path.to_uppercase(),
        kind,
        required,
        not_before: (path == "end").then(|| "begin".into()),
        hint: (path == "end").then(|| "The last day.".into()),
        width: Width::Full,
    })
}

fn form_type() -> FormType {
    let text = FieldType::Text {
        max_length: 20,
        multiline: true,
    };
    let date = || FieldType::Date {
        format: "dd.mm.yyyy".into(),
    };
    let choice = |multiple| FieldType::Choice {
        choices: vec![Choice {
            key: "faculty".into(),
            label: "Fakultät".into(),
            export: None,
        }],
        multiple,
    };
    let column = |key: &str, kind| Column {
        key: key.into(),
        label: key.to_uppercase(),
        kind,
    };
    let costs = Entry::Table(Table {
        path: "costs".into(),
        label: "Kosten".into(),
        rows: 12,
        columns: vec![
            column("name", text.clone()),
            column("amount", FieldType::Money),
        ],
    });
    let entries = vec![
        field("name", text.clone(), true),
        field("remark", text, false),
        field("begin", date(), false),
        field("end", date(), false),
        field("applicant.email", FieldType::Email, true),
        field("applicant.bank.iban", FieldType::Iban, false),
        field("group", choice(false), false),
        field("groups", choice(true), false),
        field("count", FieldType::Integer { min: 0, max: 9 }, false),
        field("consent", FieldType::Boolean, false),
        field("agreement", FieldType::Boolean, true),
        field("kinds", choice(true), true),
        costs,
    ];
    FormType {
        key: "sample".into(),
        title: "Projektantrag".into(),
        version: 1,
        language: "de".into(),
        introduction: Some("Bitte ausfüllen.".into()),
        sections: vec![Section {
            title: "Alles".into(),
            entries,
        }],
        names: Default::default(),
        presets: Default::default(),
    }
}

#[test]
fn every_kind_of_field_says_what_its_value_may_be() {
    let schema = super::of_complete(&form_type());
    let expected = [
        (
            "name",
            json!({
                "type": "string", "maxLength": 20, "pattern": super::not_blank(), "title": "NAME",
            }),
        ),
        (
            "remark",
            json!({
                "type": "string", "maxLength": 20, "pattern": super::kind::TEXT, "title": "REMARK",
            }),
        ),
        (
            "end",
            json!({"type": "string", "format": "date", "title": "END", "description": "The last \
                day.", "$comment": "In JSON as YYYY-MM-DD. Not before begin."}),
        ),
        (
            "count",
            json!({"type": "integer", "minimum": 0, "maximum": 9, "title": "COUNT"}),
        ),
        ("consent", json!({"type": "boolean", "title": "CONSENT"})),
        (
            "group",
            json!({
                "type": "string", "enum": ["faculty"],
                "oneOf": [{"const": "faculty", "title": "Fakultät"}], "title": "GROUP",
            }),
        ),
    ];
    for (name, member) in expected {
        assert_eq!(schema["properties"][name], member);
    }
    assert_eq!(
        schema["properties"]["groups"]["items"]["enum"],
        json!(["faculty"])
    );
}

#[test]
fn what_leaves_data_incomplete_is_refused_where_it_is_required() {
    let schema = super::of_complete(&form_type());
    assert_eq!(schema["properties"]["agreement"]["const"], json!(true));
    assert_eq!(schema["properties"]["kinds"]["minItems"], json!(1));
    let of_any = super::of(&form_type());
    let not_required = [("consent", &schema), ("groups", &schema)];
    let not_complete = [
        ("agreement", &of_any),
        ("kinds", &of_any),
        ("name", &of_any),
    ];
    for (name, schema) in not_required.into_iter().chain(not_complete) {
        let member = &schema["properties"][name];
        for condition in ["const", "minItems"] {
            assert!(member[condition].is_null(), "{name}: {condition}");
        }
        assert_ne!(member["pattern"], json!(super::not_blank()), "{name}");
    }
}

#[test]
fn paths_become_objects_which_are_required_with_what_they_hold() {
    let schema = super::of_complete(&form_type());
    assert_eq!(
        schema["required"],
        json!(["name", "applicant", "agreement", "kinds"])
    );
    let applicant = &schema["properties"]["applicant"];
    assert_eq!(applicant["required"], json!(["email"]));
    assert_eq!(applicant["properties"]["email"]["maxLength"], 254);
    assert_eq!(
        applicant["properties"]["bank"]["additionalProperties"],
        false
    );
    assert!(applicant["properties"]["bank"]["properties"]["iban"]["pattern"].is_string());
}

#[test]
fn tables_are_bounded_and_their_cells_may_be_null() {
    let schema = super::of_complete(&form_type());
    let costs = &schema["properties"]["costs"];
    assert_eq!(costs["maxItems"], 100);
    let amount = &costs["items"]["properties"]["amount"];
    assert_eq!(amount["anyOf"][0]["maximum"], json!(99_999_999.99));
    assert_eq!(
        amount["anyOf"][0]["$comment"],
        "At most two decimal places."
    );
    assert_eq!(amount["anyOf"][1], json!({"type": "null"}));
    assert_eq!(costs["items"]["properties"]["name"]["type"], "string");
}

#[test]
fn nothing_else_is_allowed_but_other_fields() {
    let schema = super::of_complete(&form_type());
    assert_eq!(schema["additionalProperties"], false);
    let other = &schema["properties"]["otherFields"];
    assert_eq!(other["maxProperties"], 500);
    assert_eq!(other["additionalProperties"]["maxLength"], 10_000);
    assert_eq!(
        (&schema["title"], &schema["description"]),
        (&json!("Projektantrag"), &json!("Bitte ausfüllen."))
    );
}

#[test]
fn browsers_take_each_pattern_for_an_input() {
    for schema in [super::of(&form_type()), super::of_complete(&form_type())] {
        let mut patterns = Vec::new();
        collect_patterns(&schema, &mut patterns);
        assert!(patterns.len() > 3, "{patterns:?}");
        for pattern in patterns {
            assert_eq!(unescaped_in_class(pattern), "", "{pattern}");
        }
    }
}

fn collect_patterns<'a>(schema: &'a serde_json::Value, patterns: &mut Vec<&'a str>) {
    patterns.extend(schema["pattern"].as_str());
    let members = schema.as_object().into_iter().flat_map(|of| of.values());
    let items = schema.as_array().into_iter().flatten();
    for part in members.chain(items) {
        collect_patterns(part, patterns);
    }
}

/// Signs in classes of characters that are not escaped, as the flag `v` asks for, with which HTML
/// reads patterns. It asks for more: for a hyphen at an edge and for signs that are doubled.
fn unescaped_in_class(pattern: &str) -> String {
    let (mut in_class, mut is_escaped) = (false, false);
    let mut found = String::new();
    for sign in pattern.chars() {
        match sign {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' if !in_class => in_class = true,
            ']' => in_class = false,
            '(' | ')' | '[' | '{' | '}' | '/' | '|' if in_class => found.push(sign),
            _ => {}
        }
    }
    found
}
