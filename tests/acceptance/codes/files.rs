//! What is wrong with an uploaded form.

use reqwest::blocking::multipart::{Form, Part};
use serde_json::json;

use super::{Line, refused};
use test_servers::waiting::wait_until;

use crate::form::{blank, filled};
use crate::pdf::{file, file_with, form, printed, stream, text_field};

const UPLOAD: &str = "POST /upload";

pub(super) const LINES: &[Line] = &[
    ("form_type_unknown", UPLOAD, |stage| {
        let file = Part::bytes(blank("pa_form")).file_name("antrag.pdf");
        let form = Form::new()
            .text("form_type", "other_form")
            .part("file", file);
        refused(stage.service.post("/upload").multipart(form))
    }),
    ("file_too_large", UPLOAD, |stage| {
        stage.upload(vec![b' '; 10 * 1_048_576 + 1])
    }),
    ("pdf_not_a_pdf", UPLOAD, |stage| {
        stage.upload(b"GIF89a".to_vec())
    }),
    ("pdf_damaged", UPLOAD, |stage| {
        stage.upload(b"%PDF-1.7\nnothing\n%%EOF".to_vec())
    }),
    ("pdf_locked", UPLOAD, |stage| {
        stage.upload(encrypted("Standard"))
    }),
    ("pdf_encryption_unsupported", UPLOAD, |stage| {
        stage.upload(encrypted("Other"))
    }),
    ("pdf_dynamic_xfa", UPLOAD, |stage| {
        stage.upload(file(&one_page("/AcroForm << /Fields [] /XFA (x) >>")))
    }),
    ("pdf_ambiguous", UPLOAD, |stage| {
        let fields = ["(A)", "(B)"].map(|value| text_field("name", value));
        stage.upload(form(&fields, &[]))
    }),
    // Half of a pair of UTF-16.
    ("pdf_undecodable", UPLOAD, |stage| {
        stage.upload(form(&[text_field("name", "<FEFFD800>")], &[]))
    }),
    ("pdf_too_complex", UPLOAD, |stage| {
        let fields: Vec<_> = (0..10_001)
            .map(|number| text_field(&number.to_string(), "()"))
            .collect();
        stage.upload(form(&fields, &[]))
    }),
    ("pdf_too_large_decompressed", UPLOAD, |stage| {
        let value = blanks(17 * 1_048_576);
        stage.upload(form(&[text_field("name", "5 0 R")], &[value]))
    }),
    ("pdf_took_too_long", UPLOAD, |stage| {
        let mut answer = stage.upload(slow());
        // On a busy machine the worker may get too little of the processor to be judged by.
        wait_until("a judgement", || {
            answer.status != 503 || {
                answer = stage.upload(slow());
                false
            }
        });
        answer
    }),
    ("pdf_without_text", UPLOAD, |stage| {
        stage.upload(printed(&[]))
    }),
    ("pdf_not_this_form", UPLOAD, |stage| {
        stage.upload(printed(&["Sehr geehrte Damen und Herren,"]))
    }),
    ("form_type_mismatch", UPLOAD, |stage| {
        stage.upload(filled("vsm_form", &json!({"name": "Hochschulsport"})))
    }),
    ("form_values_invalid", UPLOAD, |stage| {
        stage.upload(printed(&["Projektname: Fest", "Projektbeginn: 31.2.2026"]))
    }),
];

fn one_page(of_catalog: &str) -> Vec<String> {
    vec![
        format!("<< /Type /Catalog /Pages 2 0 R {of_catalog} >>"),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>".to_owned(),
    ]
}

/// A file that a handler of this name locks, and the empty password does not open.
fn encrypted(handler: &str) -> Vec<u8> {
    let mut objects = one_page("");
    let password = "41".repeat(32);
    objects.push(format!(
        "<< /Filter /{handler} /V 1 /R 2 /P -4 /O <{password}> /U <{password}> >>"
    ));
    file_with(&objects, "/Encrypt 4 0 R /ID [<41> <41>]")
}

/// Three thousand pages that share what is drawn on them, which is short, and read for each: some
/// ten times the processor time that a file may take.
fn slow() -> Vec<u8> {
    let pages = 4..3004;
    let kids: String = pages.clone().map(|page| format!("{page} 0 R ")).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count 3000 /MediaBox [0 0 595 842] >>"),
        stream("", &"q Q\n".repeat(20_000)),
    ];
    objects.extend(pages.map(|_| "<< /Type /Page /Parent 2 0 R /Contents 3 0 R >>".to_owned()));
    file(&objects)
}

/// A stream of at least so many blanks: two bytes stand for 128, in hexadecimal digits.
fn blanks(count: usize) -> String {
    let digits = "8120".repeat(count / 128 + 1);
    stream(
        "/Filter [/ASCIIHexDecode /RunLengthDecode]",
        &format!("{digits}80>"),
    )
}
