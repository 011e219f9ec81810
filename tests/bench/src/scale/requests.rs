//! The requests that are measured, as bytes.

use test_servers::Fallible;

use crate::client::Client;

/// The master key of the instances.
pub(crate) const MASTER_KEY: &str = "a master key for benches only";

const BOUNDARY: &str = "a-line-that-is-in-no-form";

/// An application that was uploaded.
#[derive(Clone)]
pub(crate) struct Own {
    pa_id: String,
    key: String,
}

impl Own {
    /// Uploads a form.
    pub(crate) fn upload(client: &mut Client, upload: &[u8]) -> Fallible<Self> {
        let answer = client.done(upload)?;
        let text = |member: &str| {
            let rest = answer.split(&format!("\"{member}\":\"")).nth(1);
            let text = rest.and_then(|rest| rest.split('"').next());
            text.map(str::to_owned).ok_or("an answer without it")
        };
        Ok(Self {
            pa_id: text("pa_id")?,
            key: text("pa_key")?,
        })
    }

    /// Its data.
    pub(crate) fn read(&self) -> Vec<u8> {
        let (pa_id, key) = (&self.pa_id, &self.key);
        get(
            &format!("/applications/{pa_id}"),
            &format!("X-PA-KEY: {key}"),
        )
    }

    /// An offer for its first cost position.
    pub(crate) fn offer(&self) -> Vec<u8> {
        let (pa_id, key) = (&self.pa_id, &self.key);
        let body = r#"{"supplier_name": "Müller & Söhne", "amount": 1190.5}"#;
        let head = format!(
            "POST /applications/{pa_id}/costs/0/offers HTTP/1.1\r\nHost: a\r\nX-PA-KEY: \
                {key}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        [head.as_bytes(), body.as_bytes()].concat()
    }
}

/// The upload of a form.
pub(crate) fn upload(form: &[u8]) -> Vec<u8> {
    let before = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; \
            name=\"form_type\"\r\n\r\npa_form\r\n--{BOUNDARY}\r\n\
         Content-Disposition: form-data; name=\"file\"; filename=\"antrag.pdf\"\r\nContent-Type: \
         application/pdf\r\n\r\n"
    );
    let after = format!("\r\n--{BOUNDARY}--\r\n");
    let length = before.len() + form.len() + after.len();
    let head = format!(
        "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; \
            boundary={BOUNDARY}\r\nContent-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), before.as_bytes(), form, after.as_bytes()].concat()
}

/// A page of the list of all applications.
pub(crate) fn page(query: &str) -> Vec<u8> {
    get(
        &format!("/applications?{query}"),
        &format!("X-MASTER-KEY: {MASTER_KEY}"),
    )
}

fn get(path: &str, header: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: a\r\n{header}\r\n\r\n").into_bytes()
}
