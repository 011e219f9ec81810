//! A form made elsewhere becomes a form type, is read and filled, without a server.

use std::fs;
use std::os::unix::fs::symlink;

use tempfile::{TempDir, tempdir};

use crate::program::{bounded, call, call_with, command, ended};
use crate::serving::Serving;

/// A fillable PDF with one text field, called `Name des Vereins`, as a program that knows nothing
/// of this service may make it.
pub(crate) fn club_form(value: &str) -> Vec<u8> {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /DA (/Helv 10 Tf 0 g) \
         /DR << /Font << /Helv 5 0 R >> >> >> >>"
            .to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [4 0 R] >>"
            .to_owned(),
        format!(
            "<< /Type /Annot /Subtype /Widget /FT /Tx /T (Name des Vereins) /V ({value}) /Rect \
                [50 700 300 720] \
             /P 3 0 R /F 4 /DA (/Helv 10 Tf 0 g) >>"
        ),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    pdf(&objects)
}

/// A file of these objects, of which the first is its catalog.
pub(crate) fn pdf(objects: &[String]) -> Vec<u8> {
    let mut pdf = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(pdf.len());
        pdf.extend(format!("{} 0 obj\n{object}\nendobj\n", index + 1).into_bytes());
    }
    let (start, size) = (pdf.len(), objects.len() + 1);
    pdf.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").into_bytes());
    for offset in offsets {
        pdf.extend(format!("{offset:010} 00000 n \n").into_bytes());
    }
    let trailer = format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n");
    pdf.extend(trailer.into_bytes());
    pdf
}

/// A folder with the blank form as a form type in `forms/club`.
fn folder_with_form_type() -> TempDir {
    let folder = tempdir().unwrap();
    let club = folder.path().join("forms/club");
    fs::create_dir_all(&club).unwrap();
    fs::write(club.join("template.pdf"), club_form("")).unwrap();
    let inspected = call(
        folder.path(),
        &["forms", "inspect", "forms/club/template.pdf"],
    );
    assert_eq!(inspected.status, Some(0), "{}", inspected.stderr);
    fs::write(club.join("form.toml"), &inspected.stdout).unwrap();
    folder
}

#[test]
fn a_template_that_is_no_form_refuses_the_start_and_one_that_disagrees_is_told() {
    let folder = folder_with_form_type();
    let template = folder.path().join("forms/club/template.pdf");
    let whole = fs::read(&template).unwrap();
    let own = [("FORMSERVICE__FORMS__DIR", "forms")];
    for broken in [b"PK no PDF".as_slice(), &whole[..whole.len() / 2], b""] {
        fs::write(&template, broken).unwrap();
        let mut service = command(folder.path(), &["serve"]);
        service
            .envs(own)
            .env("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0");
        let service = ended(service);
        assert_eq!(service.status, Some(2), "{}", service.stderr);
        let told = "has a template.pdf that is no form";
        assert!(service.stderr.contains(told), "{}", service.stderr);
    }
    let renamed = String::from_utf8(whole)
        .unwrap()
        .replace("Name des", "Sitz des");
    fs::write(&template, renamed).unwrap();
    let serving = Serving::start_with(folder.path(), &own);
    let told = "has no field in the template";
    assert!(serving.said.contains(told), "{}", serving.said);
}

/// The field of the club form as one for formatted text.
fn rich(value: &str, formatted: &str) -> String {
    format!("{value}) /Ff 33554432 /RV (<body><p>{formatted}</p></body>")
}

#[test]
fn a_formatted_text_that_a_program_left_over_is_no_contradiction() {
    let folder = folder_with_form_type();
    let template = club_form(&rich("Vordruck", "Vordruck"));
    fs::write(folder.path().join("forms/club/template.pdf"), template).unwrap();
    for (value, formatted, read) in [
        ("Verein 1900", "Vordruck", Some("Verein 1900")),
        ("Verein 1900", "Verein 1900", Some("Verein 1900")),
        ("Verein 1900", "Verein 1901", None),
    ] {
        let filled = club_form(&rich(value, formatted));
        fs::write(folder.path().join("filled.pdf"), filled).unwrap();
        let command = ["forms", "read", "filled.pdf", "--type", "club"];
        let called = call(
            folder.path(),
            &[&command[..], &["--forms-dir", "forms"]].concat(),
        );
        let names = |text: &str| String::from_utf8_lossy(&called.stdout).contains(text);
        match read {
            Some(value) => assert!(names(value), "{}", called.stderr),
            None => assert!(
                called
                    .stderr
                    .contains("nameDesVereins: has another formatted text")
            ),
        }
    }
}

#[test]
fn an_inspected_form_is_at_once_a_form_type_that_agrees_with_its_template() {
    let folder = folder_with_form_type();
    for dir in ["forms", "forms/club"] {
        let checked = call(folder.path(), &["forms", "check", dir]);
        assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    }
}

#[test]
fn an_inspected_form_turns_no_direction_of_writing() {
    let folder = tempdir().unwrap();
    let form = String::from_utf8(club_form("")).unwrap();
    // As long as it was, so that every object stays in its place.
    let named = "/T <FEFF0041202E>";
    let turned = form.replace("/T (Name des Vereins)", &format!("{named:21}"));
    assert_eq!(turned.len(), form.len());
    fs::write(folder.path().join("turned.pdf"), turned).unwrap();
    let inspected = call(folder.path(), &["forms", "inspect", "turned.pdf"]);
    assert_eq!(inspected.status, Some(0), "{}", inspected.stderr);
    let definition = inspected.text();
    assert!(!definition.contains('\u{202e}'), "{definition}");
    assert!(definition.contains("\"A\\U0000202E\""), "{definition}");
}

#[test]
fn every_disagreement_between_definition_and_template_is_named() {
    let folder = folder_with_form_type();
    let file = folder.path().join("forms/club/form.toml");
    let definition = fs::read_to_string(&file).unwrap();
    fs::write(
        &file,
        definition.replace("Name des Vereins\" =", "Name der Vereinigung\" ="),
    )
    .unwrap();
    let checked = call(folder.path(), &["forms", "check", "forms"]);
    assert_eq!(checked.status, Some(1));
    for name in ["nameDesVereins: ", "Name des Vereins: "] {
        assert!(checked.stderr.contains(name), "{}", checked.stderr);
    }
}

#[test]
fn what_is_filled_in_is_read_and_can_be_filled_in_again() {
    let folder = folder_with_form_type();
    fs::write(folder.path().join("filled.pdf"), club_form("Ruderclub")).unwrap();
    let read = call(
        folder.path(),
        &["forms", "read", "filled.pdf", "--forms-dir", "forms"],
    );
    assert_eq!(read.status, Some(0), "{}", read.stderr);
    assert!(read.text().contains("\"Ruderclub\""), "{}", read.text());
    assert!(read.stderr.contains("Read as club"), "{}", read.stderr);

    let data = read.text().replace("Ruderclub", "Schachverein");
    let fill = [
        "forms",
        "fill",
        "club",
        "--data",
        "-",
        "--forms-dir",
        "forms",
    ];
    let filled = call_with(folder.path(), &fill, data.as_bytes());
    assert_eq!(filled.status, Some(0), "{}", filled.stderr);
    fs::write(folder.path().join("again.pdf"), &filled.stdout).unwrap();
    let again = [
        "forms",
        "read",
        "again.pdf",
        "--type",
        "club",
        "--forms-dir",
        "forms",
    ];
    assert_eq!(call(folder.path(), &again).text(), data);
}

#[test]
fn a_form_of_another_type_is_refused_as_an_upload_is() {
    let folder = folder_with_form_type();
    fs::write(folder.path().join("filled.pdf"), club_form("Ruderclub")).unwrap();
    let read = [
        "forms",
        "read",
        "filled.pdf",
        "--forms-dir",
        "forms",
        "--type",
        "pa_form",
    ];
    let read = call(folder.path(), &read);
    assert_eq!((read.status, read.text()), (Some(1), ""));
    assert!(
        read.stderr.contains("give `--type club`"),
        "{}",
        read.stderr
    );
}

#[test]
fn a_built_in_form_that_was_filled_in_is_recognised_and_reads_back_the_same() {
    let folder = tempdir().unwrap();
    for (form_type, member) in [("pa_form", "participants"), ("vsm_form", "budgetItem")] {
        let value = if member == "participants" {
            "12"
        } else {
            "\"A 1\""
        };
        let data = format!("{{\"name\": \"Łódź-Fahrt ß\", \"{member}\": {value}}}");
        let fill = [
            "forms",
            "fill",
            form_type,
            "--data",
            "-",
            "--output",
            "filled.pdf",
        ];
        let filled = call_with(folder.path(), &fill, data.as_bytes());
        assert_eq!(filled.status, Some(0), "{}", filled.stderr);
        let read = call(folder.path(), &["forms", "read", "filled.pdf"]);
        assert_eq!(read.status, Some(0), "{}", read.stderr);
        assert!(
            read.stderr.contains(&format!("Read as {form_type} ")),
            "{}",
            read.stderr
        );
        assert!(read.text().contains("\"Łódź-Fahrt ß\""), "{}", read.text());
        assert!(
            read.text().contains(&format!("\"{member}\": {value}")),
            "{}",
            read.text()
        );
    }
}

#[test]
fn fill_with_report_prints_where_each_value_stands_and_names_what_cannot_be_read() {
    let folder = tempdir().unwrap();
    let fill = [
        "forms",
        "fill",
        "pa_form",
        "--data",
        "-",
        "--report",
        "--output",
        "filled.pdf",
    ];
    let filled = call_with(
        folder.path(),
        &fill,
        "{\"name\": \"Łódź-Fahrt\"}".as_bytes(),
    );
    assert_eq!(filled.status, Some(0), "{}", filled.stderr);
    for told in [
        "\"complete\": true",
        "\"path\": \"name\"",
        "\"outcome\": \"same\"",
    ] {
        assert!(filled.text().contains(told), "{}", filled.text());
    }
    let read = call(folder.path(), &["forms", "read", "filled.pdf"]);
    assert!(read.text().contains("\"Łódź-Fahrt\""), "{}", read.text());
    let missing = call_with(folder.path(), &fill[..6], "{\"name\": \"ᱚ\"}".as_bytes());
    assert_eq!(missing.status, Some(1), "{}", missing.stderr);
    let sentence = "name: no font has the character U+1C5A.";
    assert!(missing.stderr.contains(sentence), "{}", missing.stderr);
    assert!(
        missing.text().contains("\"complete\": false"),
        "{}",
        missing.text()
    );
}

#[test]
fn data_that_the_form_type_does_not_allow_is_refused_with_all_mistakes() {
    let folder = tempdir().unwrap();
    let data = br#"{"name": 5, "nme": "x", "requestedAmount": 1.234}"#;
    let fill = [
        "forms",
        "fill",
        "pa_form",
        "--data",
        "-",
        "--output",
        "filled.pdf",
    ];
    let filled = call_with(folder.path(), &fill, data);
    assert_eq!(filled.status, Some(1));
    for path in ["name: ", "nme: ", "requestedAmount: "] {
        assert!(filled.stderr.contains(path), "{}", filled.stderr);
    }
    assert!(!folder.path().join("filled.pdf").exists());
}

#[test]
fn a_blank_form_is_written_to_standard_output_or_to_a_file() {
    let folder = folder_with_form_type();
    let blank = ["forms", "blank", "club", "--forms-dir", "forms"];
    let written = call(folder.path(), &blank);
    assert_eq!((written.status, written.stdout), (Some(0), club_form("")));
    let to_file = [&blank[..], &["--output", "blank.pdf"]].concat();
    assert!(call(folder.path(), &to_file).stdout.is_empty());
    assert_eq!(
        fs::read(folder.path().join("blank.pdf")).unwrap(),
        club_form("")
    );
}

#[test]
fn of_a_file_that_may_not_be_written_whole_nothing_is_left() {
    let folder = tempdir().unwrap();
    let target = folder.path().join("target.pdf");
    fs::write(&target, "of another program").unwrap();
    symlink(&target, folder.path().join("link.pdf")).unwrap();
    for output in ["blank.pdf", "link.pdf"] {
        let blank = ["forms", "blank", "pa_form", "--output", output];
        let ended = ended(bounded(folder.path(), "-f 1", &blank));
        assert_eq!(ended.status, Some(1), "{}", ended.stderr);
        let told = "The output file cannot be written: File too large";
        assert!(ended.stderr.contains(told), "{}", ended.stderr);
    }
    assert!(!folder.path().join("blank.pdf").exists());
    assert_eq!(fs::read(&target).unwrap(), b"", "what the link names");
}

#[test]
fn what_is_no_form_is_told_with_the_reason() {
    let folder = tempdir().unwrap();
    fs::write(
        folder.path().join("letter.txt"),
        "Sehr geehrte Damen und Herren",
    )
    .unwrap();
    for word in ["read", "inspect"] {
        let ended = call(folder.path(), &["forms", word, "letter.txt"]);
        assert_eq!(ended.status, Some(1));
        assert_eq!(ended.stderr, "error: The file is not a PDF.\n");
    }
    let ended = call(folder.path(), &["forms", "blank", "no_form"]);
    assert_eq!(ended.status, Some(1));
    assert!(
        ended.stderr.contains("pa_form, vsm_form"),
        "{}",
        ended.stderr
    );
}
