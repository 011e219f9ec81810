//! Writes small PDFs whose objects stand in the open.

pub(crate) fn stream(entries: &str, content: &str) -> String {
    format!(
        "<</Length {}{entries}>>stream\n{content}\nendstream",
        content.len()
    )
}

/// The file of these objects, of which the first is the catalog.
pub(crate) fn pdf(objects: &[impl AsRef<str>]) -> Vec<u8> {
    let mut file = "%PDF-1.7\n".to_owned();
    let mut table = "0000000000 65535 f \n".to_owned();
    for (index, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{} 0 obj\n{}\nendobj\n", index + 1, object.as_ref());
    }
    let (size, start) = (objects.len() + 1, file.len());
    file += &format!("xref\n0 {size}\n{table}trailer\n<</Size {size}/Root 1 0 R>>\n");
    file += &format!("startxref\n{start}\n%%EOF\n");
    file.into_bytes()
}
