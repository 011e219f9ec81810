//! PDFs of a few objects, written by hand.

/// The file of these objects, numbered from 1; the first one is the catalog.
pub(crate) fn file(objects: &[String]) -> Vec<u8> {
    file_with(objects, "")
}

/// The same with more entries in its trailer.
pub(crate) fn file_with(objects: &[String], trailer: &str) -> Vec<u8> {
    let mut pdf = String::from("%PDF-1.7\n");
    let mut offsets = String::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push_str(&format!("{:010} 00000 n \n", pdf.len()));
        pdf.push_str(&format!("{} 0 obj\n{object}\nendobj\n", index + 1));
    }
    let (table, size) = (pdf.len(), objects.len() + 1);
    pdf.push_str(&format!(
        "xref\n0 {size}\n0000000000 65535 f \n{offsets}trailer\n<< /Size {size} /Root 1 0 R \
            {trailer} >>\nstartxref\n{table}\n%%EOF\n"
    ));
    pdf.into_bytes()
}

/// A stream with more entries in its dictionary.
pub(crate) fn stream(entries: &str, content: &str) -> String {
    let length = content.len();
    format!("<< /Length {length} {entries} >>\nstream\n{content}\nendstream")
}

/// A form of one page. Its first field is object 4, then come the others, then what else it holds.
pub(crate) fn form(fields: &[String], more: &[String]) -> Vec<u8> {
    let numbers = 4..4 + fields.len();
    let fields_of_form: String = numbers.map(|number| format!("{number} 0 R ")).collect();
    let mut objects = vec![
        format!("<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [{fields_of_form}] >> >>"),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>".to_owned(),
    ];
    objects.extend_from_slice(fields);
    objects.extend_from_slice(more);
    file(&objects)
}

/// A text field with a value as it is written in the file.
pub(crate) fn text_field(name: &str, value: &str) -> String {
    format!("<< /FT /Tx /T ({name}) /V {value} >>")
}

/// A page with these lines and no form field.
pub(crate) fn printed(lines: &[&str]) -> Vec<u8> {
    printed_beside(lines, &[])
}

/// A page with these lines, what follows a tab at 205 points from the left, and text fields from
/// there on: name, value, and the line in which they stand.
pub(crate) fn printed_beside(lines: &[&str], fields: &[(&str, &str, usize)]) -> Vec<u8> {
    annotated(lines, fields, &[])
}

/// The same with what a viewer puts over the fields: what it is, what it says, and in which line.
pub(crate) fn annotated(
    lines: &[&str],
    fields: &[(&str, &str, usize)],
    annotations: &[(&str, &str, usize)],
) -> Vec<u8> {
    let mut content = String::from("BT /F1 11 Tf 60 780 Td");
    for line in lines {
        let (label, value) = line.split_once('\t').unwrap_or((line, ""));
        content.push_str(&format!(" ({}) Tj", escaped(label)));
        content.push_str(&format!(" 145 0 Td ({}) Tj -145 -14 Td", escaped(value)));
    }
    content.push_str(" ET");
    let references = |numbers: std::ops::Range<usize>| -> String {
        numbers.map(|number| format!("{number} 0 R ")).collect()
    };
    let numbers = references(6..6 + fields.len());
    let on_page = references(6..6 + fields.len() + annotations.len());
    let mut objects = vec![
        format!("<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [{numbers}] >> >>"),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots \
                [{on_page}] /Resources << /Font << /F1 5 0 R >> >> >>"
        ),
        stream("", &content),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    let rectangle = |line: &usize| {
        let base = 780 - 14 * line;
        format!("/Rect [200 {} 500 {}] /P 3 0 R", base - 3, base + 10)
    };
    objects.extend(fields.iter().map(|(name, value, line)| {
        let (value, place) = (escaped(value), rectangle(line));
        format!("<< /Type /Annot /Subtype /Widget /FT /Tx /T ({name}) /V ({value}) {place} >>")
    }));
    objects.extend(annotations.iter().map(|(subtype, contents, line)| {
        let (contents, place) = (escaped(contents), rectangle(line));
        format!("<< /Type /Annot /Subtype /{subtype} /Contents ({contents}) {place} >>")
    }));
    file(&objects)
}

/// A text of Latin-1 characters and euro signs as a PDF string of WinAnsiEncoding holds it.
fn escaped(text: &str) -> String {
    let escape = |character: char| match character {
        '€' => "\\200".to_owned(),
        '(' | ')' | '\\' => format!("\\{character}"),
        ascii if ascii.is_ascii() => ascii.to_string(),
        other => format!("\\{:03o}", u32::from(other)),
    };
    text.chars().map(escape).collect()
}
