//! Fonts that an operator adds: what the commands make of them, and what they say of bad ones.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::tempdir;

use crate::program::{Ended, command, ended};

/// A digit that no built-in font has.
const DIGIT: char = '\u{1C50}';

fn with_fonts(folder: &Path, arguments: &[&str], fonts: &str) -> Ended {
    let mut command: Command = command(folder, arguments);
    command.env("FORMSERVICE__FONTS__DIR", fonts);
    ended(command)
}

fn boxes() -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fonts").to_owned()
}

#[test]
fn a_font_that_cannot_be_used_is_named_by_check_and_keeps_the_service_from_starting() {
    let folder = tempdir().unwrap();
    let fonts = folder.path().join("fonts");
    fs::create_dir(&fonts).unwrap();
    fs::write(fonts.join("text.ttf"), "no font").unwrap();
    let checked = with_fonts(folder.path(), &["check"], "fonts");
    assert_eq!(checked.status, Some(2));
    let fault = "the font text.ttf cannot be used: it is no TrueType or OpenType font.";
    assert!(checked.stderr.contains(fault), "{}", checked.stderr);
    let served = with_fonts(folder.path(), &["serve"], "fonts");
    assert_eq!(served.status, Some(2), "{}", served.stderr);
    assert!(served.stderr.contains(fault), "{}", served.stderr);
    let made_nothing = "it made a key that nobody was shown for a service that never ran";
    assert!(!folder.path().join("data").exists(), "{made_nothing}");
    let missing = with_fonts(folder.path(), &["check"], "missing");
    assert!(missing.stderr.contains("`fonts.dir`"), "{}", missing.stderr);
    let good = with_fonts(folder.path(), &["check"], &boxes());
    let said = "Fonts: the built-in ones and 1 more.";
    assert!(good.stderr.contains(said), "{}", good.stderr);
}

#[test]
fn fill_preview_and_make_draw_with_the_fonts_that_were_added() {
    let folder = tempdir().unwrap();
    let form = folder.path().join("forms/club");
    fs::create_dir_all(&form).unwrap();
    let definition = format!(
        "form_type = \"club_form\"\ntitle = \"Verein {DIGIT}\"\nversion = 1\n\n[[section]]\n\
         title = \"Verein\"\n\n[[section.entry]]\nkey = \"name\"\nlabel = \"Name\"\n\
         type = \"text\"\n"
    );
    fs::write(form.join("form.toml"), definition).unwrap();
    fs::write(
        folder.path().join("data.json"),
        format!("{{\"name\": \"{DIGIT}\"}}"),
    )
    .unwrap();
    let template = || fs::read(form.join("template.pdf")).unwrap();
    let make = ["forms", "make", "forms/club"];
    assert_eq!(ended(command(folder.path(), &make)).status, Some(0));
    let plain = template();
    assert_eq!(with_fonts(folder.path(), &make, &boxes()).status, Some(0));
    assert_ne!(template(), plain);

    let fill = [
        "forms",
        "fill",
        "club_form",
        "--data",
        "data.json",
        "--report",
        "--forms-dir",
        "forms",
    ];
    let without = ended(command(folder.path(), &fill));
    let named = "name: no font has the character U+1C50.";
    assert!(without.stderr.contains(named), "{}", without.stderr);
    let with = with_fonts(folder.path(), &fill, &boxes());
    assert_eq!(with.status, Some(0), "{}", with.stderr);

    let preview = ["forms", "preview", "forms/club"];
    let with = with_fonts(folder.path(), &preview, &boxes());
    assert_eq!(with.status, Some(0), "{}", with.stderr);
    assert!(with.stdout.starts_with(b"%PDF"));
    let refused = with_fonts(folder.path(), &preview, "missing");
    assert_eq!(refused.status, Some(2), "{}", refused.stderr);
}
