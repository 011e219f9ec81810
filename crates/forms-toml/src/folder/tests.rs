//! Folders of form types, right and wrong.

use std::fs;

use super::{load_all, load_definition, load_folder};
use crate::FormTypeError;

const DEFINITION: &str = "form_type = 'club_form'\ntitle = 'Vereinsantrag'\nversion = \
    1\n[[section]]\ntitle = 'Verein'\n[[section.entry]]\nkey = 'name'\nlabel = 'Name'\ntype = \
    'text'\n";

#[test]
fn folders_add_form_types_and_replace_builtin_ones() {
    let directory = tempfile::tempdir().unwrap();
    for (folder, definition) in [
        ("club", DEFINITION.to_owned()),
        ("own", DEFINITION.replace("club_form", "pa_form")),
    ] {
        fs::create_dir(directory.path().join(folder)).unwrap();
        fs::write(directory.path().join(folder).join("form.toml"), definition).unwrap();
        fs::write(
            directory.path().join(folder).join("template.pdf"),
            "%PDF-1.7",
        )
        .unwrap();
    }
    let packages = load_all(Some(directory.path())).unwrap();
    let titles: Vec<_> = packages
        .iter()
        .map(|package| {
            (
                package.form_type.key.as_str(),
                package.form_type.title.as_str(),
            )
        })
        .collect();
    assert_eq!(
        titles[..2],
        [("club_form", "Vereinsantrag"), ("pa_form", "Vereinsantrag")]
    );
    assert_eq!(titles[2].0, "vsm_form");
}

#[test]
fn hidden_folders_are_passed_over() {
    let directory = tempfile::tempdir().unwrap();
    for folder in [".git", "..2026_02_01", "club"] {
        fs::create_dir(directory.path().join(folder)).unwrap();
    }
    for folder in ["..2026_02_01", "club"] {
        let folder = directory.path().join(folder);
        fs::write(folder.join("form.toml"), DEFINITION).unwrap();
        fs::write(folder.join("template.pdf"), "%PDF-1.7").unwrap();
    }
    assert_eq!(load_all(Some(directory.path())).unwrap().len(), 3);
}

#[test]
fn a_definition_larger_than_a_megabyte_is_refused_and_one_of_a_megabyte_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let sentences = |bytes: usize| {
        let comment = "#".repeat(bytes - DEFINITION.len());
        let definition = format!("{DEFINITION}{comment}");
        fs::write(folder.path().join("form.toml"), definition).unwrap();
        load_definition(folder.path()).map_err(|error| error.to_string())
    };
    assert!(sentences(1 << 20).is_ok());
    let refused = sentences((1 << 20) + 1).unwrap_err();
    assert!(refused.contains("has 1048577 bytes"), "{refused}");
}

#[cfg(unix)]
#[test]
fn a_device_in_the_place_of_a_file_is_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |error: FormTypeError| error.to_string().contains("is no regular file");
    std::os::unix::fs::symlink("/dev/null", folder.path().join("form.toml")).unwrap();
    assert!(load_definition(folder.path()).is_err_and(refused));
    // A link to a file is one: folders that are mounted from elsewhere are made of such.
    fs::remove_file(folder.path().join("form.toml")).unwrap();
    fs::write(folder.path().join("version-1.toml"), DEFINITION).unwrap();
    std::os::unix::fs::symlink("version-1.toml", folder.path().join("form.toml")).unwrap();
    assert!(load_definition(folder.path()).is_ok());
}

#[test]
fn a_form_toml_beside_the_folders_is_a_fault() {
    let directory = tempfile::tempdir().unwrap();
    let loaded = || load_all(Some(directory.path()));
    fs::write(directory.path().join("README.md"), "Formulare").unwrap();
    assert_eq!(loaded().unwrap().len(), load_all(None).unwrap().len());
    fs::write(directory.path().join("form.toml"), DEFINITION).unwrap();
    let said = loaded().unwrap_err().to_string();
    assert!(said.contains("name the folder above"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_a_fault_among_the_others() {
    let directory = tempfile::tempdir().unwrap();
    let link = |name: &str| {
        std::os::unix::fs::symlink("nowhere", directory.path().join(name)).unwrap();
    };
    link(".hidden");
    assert!(load_all(Some(directory.path())).is_ok());
    link("verein");
    fs::create_dir(directory.path().join("empty")).unwrap();
    let said = load_all(Some(directory.path())).unwrap_err().to_string();
    for fault in [
        "verein is a link that leads nowhere",
        "empty/form.toml: is missing",
    ] {
        assert!(said.contains(fault), "{said}");
    }
}

#[test]
fn every_fault_of_every_folder_is_named() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("a")).unwrap();
    fs::create_dir(directory.path().join("b")).unwrap();
    fs::write(directory.path().join("b/form.toml"), "title = 3").unwrap();
    let sentences = load_all(Some(directory.path())).unwrap_err().to_string();
    assert!(
        sentences.contains("a/form.toml: is missing, write it, or have")
            && sentences.contains("b/form.toml"),
        "{sentences}"
    );
    fs::write(directory.path().join("b/form.toml"), DEFINITION).unwrap();
    let sentence = load_folder(&directory.path().join("b")).unwrap_err();
    let missing = "b/template.pdf: is missing, put the blank fillable PDF there under just";
    assert!(sentence.to_string().starts_with(missing), "{sentence}");
    assert!(load_folder(&directory.path().join("absent")).is_err());
}
