//! Which faults of a merge have hints, and in which order they stand.

use super::{object, text};
use crate::form_type::sample::sample;
use crate::validation::{Merge, merge};
use crate::value::Value;
use crate::{Data, Fault};

#[test]
fn merge_searches_the_nearest_name_only_for_faults_that_are_shown() {
    let members: Vec<_> = (0..60)
        .map(|number| format!("projectBegin{number}"))
        .collect();
    let patch = members.iter().map(|name| (name.as_str(), text("x")));
    let faults = merge(&sample(), &Data::default(), &object(patch.collect())).unwrap_err();
    let hints = faults.iter().map(|fault| fault.problem.contains("perhaps"));
    let hints: Vec<bool> = hints.collect();
    assert_eq!(hints[..50], [true; 50]);
    assert_eq!(hints[50..], [false; 10]);
    let long = "projectBeginn".repeat(40);
    assert_eq!(sample().nearest_path(&long), None);
}

#[test]
fn the_nearest_name_is_one_that_could_stand_there() {
    let form_type = sample();
    for (mistaken, meant) in [
        ("projectBegin", Some("projectBeginn")),
        ("project_beginn", Some("projectBeginn")),
        ("aplicant", Some("applicant")),
        ("Applicant", Some("applicant")),
        ("applicant.mail", Some("applicant.email")),
        ("aplicant.email", Some("applicant.email")),
        ("email", Some("applicant.email")),
        ("IBAN", Some("applicant.iban")),
        ("applicant.x", None),
        ("applicant.telefon", None),
        ("Costs", Some("costs")),
        ("otherfields", Some("otherFields")),
        ("", None),
    ] {
        assert_eq!(form_type.nearest_path(mistaken), meant, "{mistaken}");
    }
}

#[test]
fn what_could_stand_there_is_told_once_of_each_group() {
    let x = || text("x");
    let group = object(vec![("qq", x()), ("ww", x())]);
    let patch = object(vec![
        ("qq.ww", x()),
        ("a..b", x()),
        ("zz", x()),
        ("applicant", group),
    ]);
    let faults = merge(&sample(), &Data::default(), &patch).unwrap_err();
    let told = faults
        .iter()
        .map(|fault| format!("{}: {}", fault.path, fault.problem));
    let told: Vec<String> = told.collect();
    let members = "name, projectBeginn, projectEnd, applicant, institutionType, participants, \
        description, privacyConsent, costs, income";
    let expected = [
        &format!("qq.ww: is not a field of sample_form, give {members}"),
        "a..b: is not a field of sample_form",
        "zz: is not a field of sample_form",
        "applicant.qq: is not a field of sample_form, give email, iban",
        "applicant.ww: is not a field of sample_form",
    ];
    assert_eq!(told, expected);
}

#[test]
fn faults_of_a_merge_that_others_found_stand_in_their_places() {
    let rows = Value::List(vec![
        object(vec![("name", text("Saal"))]),
        object(vec![("amount", text("x"))]),
    ]);
    let patch = object(vec![
        ("nmae", text("x")),
        ("costs", rows),
        ("applicant", object(vec![("email", text("x"))])),
    ]);
    let found = ["applicant.email", "costs.0.name", "nmae", "costs.1"];
    let found = found.map(|path| Fault::new(path, "was found")).to_vec();
    let mut merge = Merge::of(&sample(), &Data::default(), &patch, found);
    merge.add_faults("costs", &Fault::new("costs.0", "is in use").into());
    let faults = merge.finish().unwrap_err();
    let paths: Vec<_> = faults.iter().map(|fault| fault.path.as_str()).collect();
    let expected = [
        "nmae",
        "nmae",
        "costs.0.name",
        "costs.1",
        "costs.1.amount",
        "costs.0",
        "applicant.email",
        "applicant.email",
    ];
    assert_eq!(paths, expected);
}

#[test]
fn an_unknown_member_that_is_like_none_names_those_that_there_are_once() {
    let patch = object(vec![("zzz", text("x")), ("qqq", text("x"))]);
    let faults = merge(&sample(), &Data::default(), &patch).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "zzz: is not a field of sample_form, give name, projectBeginn, projectEnd, applicant, \
            institutionType, participants, description, privacyConsent, costs, income; \
            qqq: is not a field of sample_form."
    );
}

#[test]
fn other_fields_with_full_stops_in_their_names_are_told_in_the_order_of_the_input() {
    let names = ["a.b", "c", "d.e", "f"];
    let others = object(names.map(|name| (name, super::amount(1))).to_vec());
    let sentence = super::refused(object(vec![("otherFields", others)]));
    let places = names.map(|name| sentence.find(&format!("otherFields.{name}:")));
    assert!(places.iter().all(Option::is_some), "{sentence}");
    assert!(places.is_sorted(), "{sentence}");
}
