//! The requests that are measured, as bytes.

use test_servers::Fallible;

use crate::client::Client;

/// The master key of the instances.
pub const MASTER_KEY: &str = "a master key for benches only";

const BOUNDARY: &str = "a-line-that-is-in-no-form";

/// An application that was uploaded.
#[derive(Clone)]
pub struct Own {
    pa_id: String,
    key: String,
}

impl Own {
    /// Uploads a form.
    pub fn upload(client: &mut Client, upload: &[u8]) -> Fallible<Self> {
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
    pub fn read(&self) -> Vec<u8> {
        self.read_of("")
    }

    /// What of it is asked for: the end of a path, such as `/attachments` or `?format=pdf`.
    pub fn read_of(&self, rest: &str) -> Vec<u8> {
        let (pa_id, key) = (&self.pa_id, &self.key);
        get(
            &format!("/applications/{pa_id}{rest}"),
            &format!("X-PA-KEY: {key}"),
        )
    }

    /// A merge patch of its data.
    pub fn change(&self, patch: &str) -> Vec<u8> {
        let head = self.head("PUT", "", "application/json", patch.len());
        [head.as_bytes(), patch.as_bytes()].concat()
    }

    /// An offer for its first cost position.
    pub fn offer(&self) -> Vec<u8> {
        self.offer_for(0)
    }

    /// An offer for a cost position.
    pub fn offer_for(&self, position: usize) -> Vec<u8> {
        let body = r#"{"supplier_name": "Müller & Söhne", "amount": 1190.5}"#;
        let path = format!("/costs/{position}/offers");
        let head = self.head("POST", &path, "application/json", body.len());
        [head.as_bytes(), body.as_bytes()].concat()
    }

    /// The head of a request that attaches a file, whose body is [`attachment`].
    pub fn attach(&self, body_bytes: usize) -> Vec<u8> {
        let form_data = format!("multipart/form-data; boundary={BOUNDARY}");
        let head = self.head("POST", "/attachments", &form_data, body_bytes);
        head.into_bytes()
    }

    fn head(&self, method: &str, path: &str, content_type: &str, body_bytes: usize) -> String {
        let (pa_id, key) = (&self.pa_id, &self.key);
        format!(
            "{method} /applications/{pa_id}{path} HTTP/1.1\r\nHost: a\r\nX-PA-KEY: \
             {key}\r\nContent-Type: {content_type}\r\nContent-Length: {body_bytes}\r\n\r\n"
        )
    }
}

/// The body of a request that attaches these bytes.
pub fn attachment(bytes: &[u8]) -> Vec<u8> {
    let before = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; \
         filename=\"angebot.bin\"\r\nContent-Type: application/octet-stream\r\n\r\n"
    );
    let after = format!("\r\n--{BOUNDARY}--\r\n");
    [before.as_bytes(), bytes, after.as_bytes()].concat()
}

/// The upload of a form.
pub fn upload(form: &[u8]) -> Vec<u8> {
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
pub fn page(query: &str) -> Vec<u8> {
    get(
        &format!("/applications?{query}"),
        &format!("X-MASTER-KEY: {MASTER_KEY}"),
    )
}

/// A request for a path, with one header line.
pub fn get(path: &str, header: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: a\r\n{header}\r\n\r\n").into_bytes()
}
