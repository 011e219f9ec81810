//! A definition becomes a fillable template.

use std::fs;
use std::path::Path;

use tempfile::{TempDir, tempdir};

use crate::forms::club_form;
use crate::program::{Ended, call, command, ended};

const DEFINITION: &str = "form_type = \"club_form\"
title = \"Vereinsantrag\"
version = 1

[[section]]
title = \"Verein\"

[[section.entry]]
key = \"name\"
label = \"Name\"
type = \"text\"

[[section.entry]]
key = \"founded\"
label = \"Gegründet am\"
type = \"date\"
";

const MAKE: [&str; 3] = ["forms", "make", "forms/club"];

/// A folder with nothing but a definition in `forms/club`.
fn folder_with_definition(definition: &str) -> TempDir {
    let folder = tempdir().unwrap();
    let club = folder.path().join("forms/club");
    fs::create_dir_all(&club).unwrap();
    fs::write(club.join("form.toml"), definition).unwrap();
    folder
}

#[test]
fn make_turns_a_definition_into_a_template_that_agrees_with_it_and_is_filled() {
    let folder = folder_with_definition(DEFINITION);
    let template = folder.path().join("forms/club/template.pdf");
    let make = || call(folder.path(), &MAKE);
    let made = make();
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    let first = fs::read(&template).unwrap();
    // Again after a change: a template of our own is replaced, and the bytes are the same again.
    let changed = DEFINITION.replace("Gegründet am", "Gründung");
    fs::write(folder.path().join("forms/club/form.toml"), changed).unwrap();
    assert_eq!(make().status, Some(0));
    assert_ne!(fs::read(&template).unwrap(), first);
    fs::write(folder.path().join("forms/club/form.toml"), DEFINITION).unwrap();
    assert_eq!(make().status, Some(0));
    assert_eq!(fs::read(&template).unwrap(), first);
    let checked = call(folder.path(), &["forms", "check", "forms"]);
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    let left: Vec<_> = fs::read_dir(folder.path().join("forms/club"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn check_tells_a_template_that_was_made_of_an_earlier_definition() {
    let folder = folder_with_definition(DEFINITION);
    let definition = folder.path().join("forms/club/form.toml");
    let check = || {
        let checked = call(folder.path(), &["forms", "check", "forms/club"]);
        assert_eq!(checked.status, Some(0), "{}", checked.stderr);
        checked.stderr
    };
    assert_eq!(call(folder.path(), &MAKE).status, Some(0));
    assert!(!check().contains("changed"));
    let changed = DEFINITION.replace("Gegründet am", "Gründung");
    fs::write(&definition, changed).unwrap();
    let told = "form.toml has changed since the template was made of it";
    assert!(check().contains(told));
    // The service goes on with the template that is there, and says so.
    let all = &["check", "--config", "formservice.toml"];
    fs::write(
        folder.path().join("formservice.toml"),
        "forms.dir = \"forms\"",
    )
    .unwrap();
    let warned = format!("Warning: Form folder club: {told}");
    assert!(call(folder.path(), all).stderr.contains(&warned));
    assert_eq!(call(folder.path(), &MAKE).status, Some(0));
    assert!(!check().contains("changed"));
    assert!(
        !call(folder.path(), all)
            .stderr
            .contains("Warning: Form folder")
    );
    let file = call(folder.path(), &["forms", "check", "forms/club/form.toml"]);
    assert_eq!(file.status, Some(1));
    assert!(
        file.stderr.contains("is a file: give the folder"),
        "{}",
        file.stderr
    );
}

#[test]
fn make_names_every_mistake_with_its_line_and_writes_nothing() {
    let definition = DEFINITION
        .replace("\"date\"", "\"day\"")
        .replace("\"name\"", "\"1st\"");
    let folder = folder_with_definition(&definition);
    let made = call(folder.path(), &["forms", "make", "forms"]);
    assert_eq!(made.status, Some(1));
    for part in [
        "club/form.toml: line 9: 1st: a path is",
        "club/form.toml: line 16: founded: type \"day\" is unknown",
    ] {
        assert!(made.stderr.contains(part), "{}", made.stderr);
    }
    assert!(!folder.path().join("forms/club/template.pdf").exists());
}

#[test]
fn make_leaves_a_template_that_was_made_elsewhere_alone() {
    let folder = folder_with_definition(DEFINITION);
    let template = folder.path().join("forms/club/template.pdf");
    fs::write(&template, club_form("")).unwrap();
    assert_refused(&call(folder.path(), &MAKE));
    assert_eq!(fs::read(&template).unwrap(), club_form(""));
    let folder = folder_with_definition(&format!("{DEFINITION}[names]\n\"Feld\" = \"name\"\n"));
    let made = call(folder.path(), &MAKE);
    assert_eq!(made.status, Some(1));
    assert!(made.stderr.contains("[names]"), "{}", made.stderr);
}

#[test]
fn make_replaces_a_template_that_was_changed_since_only_when_forced() {
    let folder = folder_with_definition(DEFINITION);
    let template = folder.path().join("forms/club/template.pdf");
    assert_eq!(call(folder.path(), &MAKE).status, Some(0));
    let made = fs::read(&template).unwrap();
    let by_hand = [
        [&made[..], b"% more"].concat(),
        flipped(&made, made.len() / 2),
        flipped(&made, made.len() - 1),
    ];
    // Whether the definition changed as well or not.
    for definition in [DEFINITION, &DEFINITION.replace("Vereinsantrag", "Antrag")] {
        fs::write(folder.path().join("forms/club/form.toml"), definition).unwrap();
        for changed in &by_hand {
            fs::write(&template, changed).unwrap();
            assert_refused(&call(folder.path(), &MAKE));
            assert!(fs::read(&template).unwrap() == *changed);
            let forced = call(folder.path(), &[&MAKE[..], &["--force"]].concat());
            assert_eq!(forced.status, Some(0), "{}", forced.stderr);
            assert!(!by_hand.contains(&fs::read(&template).unwrap()));
        }
    }
    // What was forced is its own again.
    fs::write(folder.path().join("forms/club/form.toml"), DEFINITION).unwrap();
    assert_eq!(call(folder.path(), &MAKE).status, Some(0));
    assert!(fs::read(&template).unwrap() == made);
}

#[test]
fn make_that_was_cut_before_the_digest_goes_on_where_nothing_changed_since() {
    let folder = folder_with_definition(DEFINITION);
    let club = folder.path().join("forms/club");
    assert_eq!(call(folder.path(), &MAKE).status, Some(0));
    fs::remove_file(club.join("template.pdf.sha256")).unwrap();
    assert_eq!(call(folder.path(), &MAKE).status, Some(0));
    fs::remove_file(club.join("template.pdf.sha256")).unwrap();
    let changed = DEFINITION.replace("Vereinsantrag", "Antrag");
    fs::write(club.join("form.toml"), changed).unwrap();
    assert_refused(&call(folder.path(), &MAKE));
}

#[test]
fn make_replaces_the_built_in_templates_when_their_definitions_change() {
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../forms-toml/forms");
    for form_type in ["pa_form", "vsm_form"] {
        let folder = folder_with_definition("");
        let club = folder.path().join("forms/club");
        for file in fs::read_dir(built_in.join(form_type)).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), club.join(file.file_name())).unwrap();
        }
        let definition = fs::read_to_string(club.join("form.toml")).unwrap();
        let changed = definition.replace("title = \"", "title = \"Neuer ");
        fs::write(club.join("form.toml"), changed).unwrap();
        let made = call(folder.path(), &MAKE);
        assert_eq!(made.status, Some(0), "{}", made.stderr);
    }
}

/// Nothing was made since the template is not one that was made and left alone.
fn assert_refused(made: &Ended) {
    assert_eq!(made.status, Some(1));
    assert!(made.stderr.contains("--force"), "{}", made.stderr);
}

/// A file in which one bit is another.
fn flipped(file: &[u8], at: usize) -> Vec<u8> {
    let mut changed = file.to_vec();
    changed[at] ^= 1;
    changed
}

#[test]
fn preview_fills_every_field_with_its_own_path() {
    let folder = folder_with_definition(DEFINITION);
    call(folder.path(), &MAKE);
    let preview = ["forms", "preview", "forms/club", "--output", "preview.pdf"];
    let written = call(folder.path(), &preview);
    assert_eq!(written.status, Some(0), "{}", written.stderr);
    let picture = fs::read(folder.path().join("preview-1.png")).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
    let text = fs::read_to_string(folder.path().join("forms/club/form.toml")).unwrap();
    let text = text.replace("\"date\"", "\"text\"");
    fs::write(folder.path().join("forms/club/form.toml"), text).unwrap();
    let read = ["forms", "read", "preview.pdf", "--type", "club_form"];
    let read = call(
        folder.path(),
        &[&read[..], &["--forms-dir", "forms"]].concat(),
    );
    let read = String::from_utf8(read.stdout).unwrap();
    assert!(read.contains("\"name\": \"name\""), "{read}");
    assert!(read.contains("\"founded\": \"founded\""), "{read}");
}

#[test]
fn preview_says_what_is_missing_where_nothing_draws_pictures() {
    let folder = folder_with_definition(DEFINITION);
    call(folder.path(), &MAKE);
    let preview = ["forms", "preview", "forms/club", "--output", "preview.pdf"];
    let mut program = command(folder.path(), &preview);
    program.env("PATH", "");
    let written = ended(program);
    assert_eq!(written.status, Some(0), "{}", written.stderr);
    let said = written.stderr;
    assert!(said.contains("apt-get install poppler-utils"), "{said}");
    let written = fs::read(folder.path().join("preview.pdf")).unwrap();
    assert!(written.starts_with(b"%PDF-"));
}

#[test]
fn preview_refuses_a_template_that_no_worker_can_read() {
    let folder = folder_with_definition(DEFINITION);
    call(folder.path(), &MAKE);
    let template = folder.path().join("forms/club/template.pdf");
    let made = fs::read(&template).unwrap();
    fs::write(&template, [&made[..], &made[..]].concat()).unwrap();
    let preview = ["forms", "preview", "forms/club", "--output", "preview.pdf"];
    let refused = call(folder.path(), &preview);
    assert_eq!(refused.status, Some(1), "{}", refused.stderr);
    assert!(
        refused.stderr.contains("it holds two documents"),
        "{}",
        refused.stderr
    );
    assert!(!folder.path().join("preview.pdf").exists());
}
