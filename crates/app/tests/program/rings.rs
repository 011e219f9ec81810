//! A form whose options show by a thick ring in the place of a thin one that they are chosen,
//! flattened by a program that says nothing else of it.

use std::fs;
use std::path::Path;

use tempfile::{TempDir, tempdir};

use crate::forms::pdf;
use crate::program::call;

/// A circle from edge to edge of a box of 10 points.
const CIRCLE: &str = "5 9.7 m 7.6 9.7 9.7 7.6 9.7 5 c 9.7 2.4 7.6 0.3 5 0.3 c \
                      2.4 0.3 0.3 2.4 0.3 5 c 0.3 7.6 2.4 9.7 5 9.7 c h";

/// A white disc in the middle of it.
const MIDDLE: &str = "5 7 m 6.1 7 7 6.1 7 5 c 7 3.9 6.1 3 5 3 c 3.9 3 3 3.9 3 5 c \
                      3 6.1 3.9 7 5 7 c h";

/// The left edges of the two options.
const OPTIONS: [(i32, &str); 2] = [(50, "ja"), (150, "nein")];

fn ring(is_on: bool) -> String {
    match is_on {
        true => format!("1 0 0 rg {CIRCLE} f 1 g {MIDDLE} f"),
        false => format!("1 0 0 RG 0.5 w {CIRCLE} S"),
    }
}

fn stream(entries: &str, content: &str) -> String {
    let length = content.len();
    format!("<< {entries} /Length {length} >>\nstream\n{content}\nendstream")
}

fn look(is_on: bool) -> String {
    let entries = "/Type /XObject /Subtype /Form /BBox [0 0 10 10] /Resources << >>";
    stream(entries, &ring(is_on))
}

/// What the page prints beside its options.
fn labels() -> String {
    let text = |left: i32, base: i32, text: &str| {
        format!("BT /Helv 10 Tf 0 g {left} {base} Td ({text}) Tj ET ")
    };
    text(50, 780, "Anmeldung zur Fahrt im Sommer")
        + &text(50, 720, "Mitglied im Verein")
        + &text(65, 702, "ja")
        + &text(165, 702, "nein")
}

const FONT: &str = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica \
                    /Encoding /WinAnsiEncoding >>";

const PAGE: &str = "/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R \
                    /Resources << /Font << /Helv 5 0 R >> >>";

fn template() -> Vec<u8> {
    let widget = |(left, state): (i32, &str)| {
        let right = left + 10;
        format!(
            "<< /Type /Annot /Subtype /Widget /Parent 6 0 R /P 3 0 R /F 4 /AS /Off \
             /Rect [{left} 700 {right} 710] /AP << /N << /{state} 9 0 R /Off 10 0 R >> >> >>"
        )
    };
    pdf(&[
        "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] >> >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!("<< {PAGE} /Annots [7 0 R 8 0 R] >>"),
        stream("", &labels()),
        FONT.to_owned(),
        "<< /FT /Btn /Ff 49152 /T (Mitglied) /V /Off /Kids [7 0 R 8 0 R] >>".to_owned(),
        widget(OPTIONS[0]),
        widget(OPTIONS[1]),
        look(true),
        look(false),
    ])
}

/// The form with these looks of its options painted into the page.
fn flattened(looks: [String; 2]) -> Vec<u8> {
    let painted = OPTIONS.iter().zip(looks);
    let painted = painted.map(|((left, _), look)| format!("q 1 0 0 1 {left} 700 cm {look} Q "));
    let content = labels() + &painted.collect::<String>();
    pdf(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!("<< {PAGE} >>"),
        stream("", &content),
        FONT.to_owned(),
    ])
}

fn folder_with_form_type() -> TempDir {
    let folder = tempdir().unwrap();
    let trip = folder.path().join("forms/trip");
    fs::create_dir_all(&trip).unwrap();
    fs::write(trip.join("template.pdf"), template()).unwrap();
    let inspect = ["forms", "inspect", "forms/trip/template.pdf"];
    let inspected = call(folder.path(), &inspect);
    assert_eq!(inspected.status, Some(0), "{}", inspected.stderr);
    fs::write(trip.join("form.toml"), &inspected.stdout).unwrap();
    folder
}

/// What is read of the form with these looks.
fn read(folder: &Path, looks: [String; 2]) -> String {
    fs::write(folder.join("flat.pdf"), flattened(looks)).unwrap();
    let command = ["forms", "read", "flat.pdf", "--type", "trip"];
    let called = call(folder, &[&command[..], &["--forms-dir", "forms"]].concat());
    assert_eq!(called.status, Some(0), "{}", called.stderr);
    String::from_utf8(called.stdout).unwrap()
}

#[test]
fn an_option_that_looks_as_it_does_when_it_is_chosen_is_chosen() {
    let folder = folder_with_form_type();
    let path = folder.path();
    for (chosen, name) in [(0, r#""ja""#), (1, r#""nein""#)] {
        let told = read(path, [ring(chosen == 0), ring(chosen == 1)]);
        assert!(told.contains(&format!(r#""mitglied": {name}"#)), "{told}");
    }
    let none = read(path, [ring(false), ring(false)]);
    assert!(
        !none.contains(r#""ja""#) && !none.contains(r#""nein""#),
        "{none}"
    );
}
