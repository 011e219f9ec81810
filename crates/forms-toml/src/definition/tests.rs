use forms::form_type::FieldType;

use super::{definition_text, parse_definition};
use crate::builtin;

const HEAD: &str = "form_type = 'x_form'\ntitle = 'X'\nversion = 1\n[[section]]\ntitle = 'A'\n";

fn faults(entries: &str) -> String {
    parse_definition(&format!("{HEAD}{entries}"))
        .unwrap_err()
        .to_string()
}

fn field(members: &str) -> String {
    format!("[[section.entry]]\nlabel = 'L'\n{members}\n")
}

#[test]
fn a_definition_reads_back_as_written() {
    for package in builtin().unwrap() {
        let text = definition_text(&package.form_type);
        assert_eq!(
            parse_definition(&text).unwrap(),
            package.form_type,
            "{text}"
        );
    }
}

#[test]
fn the_builtin_forms_are_those_of_the_contract() {
    let paths = |key: &str| {
        let package = builtin()
            .unwrap()
            .into_iter()
            .find(|package| package.form_type.key == key)
            .unwrap();
        let mut paths: Vec<(String, bool)> = package
            .form_type
            .fields()
            .map(|field| (field.path.clone(), field.required))
            .collect();
        paths.extend(
            package
                .form_type
                .tables()
                .map(|table| (format!("{}*{}", table.path, table.rows), false)),
        );
        paths.sort();
        paths
            .into_iter()
            .map(|(path, required)| if required { format!("{path}!") } else { path })
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(
        paths("pa_form"),
        "applicant.email! applicant.firstName! applicant.institution! applicant.institutionType \
            applicant.lastName! costs*12 courseOfStudy description! name! participants \
            privacyConsent! projectBeginn! projectEnd requestedAmount! studentBenefit"
    );
    assert_eq!(
        paths("vsm_form"),
        "applicant.email! applicant.firstName! applicant.iban applicant.institution! \
            applicant.lastName! budgetItem costs*12 description! income*6 legalTask! name! \
            otherFunding otherFundingSource privacyConsent! projectBeginn! projectEnd \
            requestedAmount!"
    );
}

#[test]
fn every_broken_rule_is_named() {
    let entries = [
        field("key = 'a'\ntype = 'text'\nmax_length = 0"),
        field("key = 'a.b'\ntype = 'money'\nmax_length = 3"),
        field("key = 'otherFields'\ntype = 'text'"),
        field("key = '1a'\ntype = 'text'"),
        field("key = 'c'\ntype = 'choice'"),
        field("key = 'd'\ntype = 'date'\nformat = 'mmm'\nnot_before = 'a'"),
        field("key = 'e'\ntype = 'integer'\nmin = 2\nmax = 1"),
        field("key = 'f'\ntype = 'colour'"),
        field("key = 'g'"),
        field("type = 'text'"),
        field("table = 't'\nrows = 101\ncolumns = []"),
        "[names]\n'Feld' = 'costz'\n".to_owned(),
    ];
    let sentences = faults(&entries.concat());
    for part in [
        "a: max_length must be",
        "a.b: max_length does not go with type money",
        "a.b: a cannot be both",
        "otherFields: otherFields is taken",
        "1a: a path is",
        "c: choices must be given",
        "d: format",
        "d: not_before must name",
        "e: min is above max",
        "f: type \"colour\" is unknown",
        "g: type is missing",
        "needs either key",
        "t: a table has 1 to 100 rows",
        "costz is no field",
    ] {
        assert!(sentences.contains(part), "{part} is not in:\n{sentences}");
    }
}

#[test]
fn an_unknown_member_is_named_with_its_line() {
    let sentence = faults(&field("key = 'a'\ntype = 'text'\nmaxlength = 3"));
    assert!(
        sentence.contains("maxlength") && sentence.contains("line 10"),
        "{sentence}"
    );
}

#[test]
fn members_have_defaults() {
    let form_type =
        parse_definition(&format!("{HEAD}{}", field("key = 'a'\ntype = 'date'"))).unwrap();
    assert_eq!(
        form_type.fields().next().unwrap().kind,
        FieldType::Date {
            format: "dd.mm.yyyy".into()
        }
    );
    assert_eq!(
        (
            form_type.language.as_str(),
            form_type.fields().next().unwrap().required
        ),
        ("de", false)
    );
}
