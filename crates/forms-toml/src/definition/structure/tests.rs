//! What a person is told whose `form.toml` lacks something or has something else.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;

use super::members;
use crate::definition::parse_definition;
use crate::definition::raw::{RawChoice, RawColumn, RawDefinition, RawEntry};

const HEAD: &str = "form_type = 'x_form'\ntitle = 'X'\nversion = 1\n";
const ENTRY: &str = "[[section.entry]]\nkey = 'a'\nlabel = 'A'\ntype = 'text'\n";

fn sentences(text: &str) -> Vec<String> {
    parse_definition(text).unwrap_err().into_sentences()
}

#[test]
fn every_fault_of_the_structure_is_named_at_once_with_its_line() {
    let text = "form_type = 'x_form'\nversion = '1'\npresets = 'a'\n\
        [[section]]\n\
        [[section.entry]]\nkey = 'a'\ntype = 'text'\nrequired = 'yes'\nmaxlength = 3\n\
        [[section.entry]]\ntable = 't'\nlabel = 'T'\nrows = '3'\nwitdh = 'half'\n\
        columns = [{ key = 'c', type = 'text' }, 'd']\n\
        [[section.entry]]\nkey = 'e'\nlabel = 5\nchoices = ['x', 'y']\nfrobnicate = 1\n";
    let expected = [
        "title is missing, the form needs one",
        "line 3: presets is a list of texts, as [\"one\", \"two\"]",
        "line 4: title is missing, a section needs one",
        "line 6: a: label is missing, an entry needs one",
        "line 9: a: \"maxlength\" is unknown, perhaps max_length is meant",
        "line 8: a: required is true or false, without quotes",
        "line 15: c: label is missing, a column needs one",
        "line 15: t: columns is a list in which each one has a key and a label, as \
         { key = \"sport\", label = \"Sport\" }",
        "line 13: t: rows is a whole number, give it without quotes",
        "line 14: t: \"witdh\" is unknown, perhaps width is meant",
        "line 19: e: choices is a list in which each one has a key and a label, as \
         { key = \"sport\", label = \"Sport\" }",
        "line 18: e: label is a text, give it in quotes",
        "line 2: version is a whole number from 0 to 4294967295, give it without quotes",
    ];
    let sentences = sentences(text);
    for sentence in expected {
        assert!(
            sentences.iter().any(|other| other == sentence),
            "{sentence}: {sentences:#?}"
        );
    }
    let unknown = "line 20: e: \"frobnicate\" is unknown, an entry has label, key, table, type,";
    assert!(
        sentences.iter().any(|other| other.starts_with(unknown)),
        "{sentences:#?}"
    );
}

#[test]
fn a_version_that_no_form_type_can_have_is_told_which_ones_there_are() {
    let with = |number: &str| {
        let head = HEAD.replace("version = 1", &format!("version = {number}"));
        parse_definition(&format!("{head}[[section]]\ntitle = 'S'\n{ENTRY}"))
    };
    for right in ["0", "2602011200", "4_294_967_295", "0xff"] {
        assert!(with(right).is_ok(), "{right}");
    }
    for wrong in ["4294967296", "-1", "1.5"] {
        assert_eq!(
            with(wrong).unwrap_err().into_sentences(),
            ["line 3: version is a whole number from 0 to 4294967295, give it without quotes"],
            "{wrong}"
        );
    }
}

#[test]
fn an_entry_without_a_section_is_told_where_one_begins() {
    let below = "line 4: a section begins with a line [[section]], and a title below it, before \
                 its entries";
    assert_eq!(sentences(&format!("{HEAD}{ENTRY}")), [below]);
    let alone =
        "line 4: an entry belongs to a section, write [[section.entry]] below a [[section]]";
    let entry = ENTRY.replace("section.", "");
    assert!(sentences(&format!("{HEAD}{entry}")).contains(&alone.to_owned()));
    let nothing = sentences(HEAD);
    assert_eq!(nothing, ["section is missing, the form needs one"]);
}

#[test]
fn what_is_no_toml_or_beyond_a_number_is_told_as_before() {
    let open = sentences(&format!("{HEAD}[[section]]\ntitle = 'A\n"));
    assert!(open[0].contains("line 5"), "{open:?}");
    let large = sentences(&format!(
        "{HEAD}[[section]]\ntitle = 'A'\n{ENTRY}max_length = -1\n"
    ));
    assert!(large[0].contains("line 10"), "{large:?}");
}

/// The members that serde knows of a table, from what it says of an unknown one.
fn known_to_serde<Table: DeserializeOwned>() -> BTreeSet<String> {
    let refused = toml::from_str::<Table>("zzz = 1").err().unwrap();
    let said = refused.message().split_once("expected one of ").unwrap().1;
    let names = said
        .split(", ")
        .map(|name| name.trim_matches('`').to_owned());
    names.collect()
}

#[test]
fn the_members_of_each_table_are_those_that_serde_reads() {
    for (members, known) in [
        (&members::FORM, known_to_serde::<RawDefinition>()),
        (&members::ENTRY, known_to_serde::<RawEntry>()),
        (&members::COLUMN, known_to_serde::<RawColumn>()),
        (&members::CHOICE, known_to_serde::<RawChoice>()),
    ] {
        let named = members.all().map(|(name, _)| (*name).to_owned());
        assert_eq!(named.collect::<BTreeSet<String>>(), known);
    }
}
