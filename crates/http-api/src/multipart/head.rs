//! The headers of a part: its name, file name and media type.

use super::disposition;
use crate::error::BodyError;

/// A word that is not known is shown up to this many characters.
const SHOWN_MAX: usize = 40;

/// What precedes the bytes of a part (RFC 7578, 4).
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PartHead {
    /// The name of its field; empty where it has none.
    pub(crate) name: String,
    /// The name of its file, as sent.
    pub(crate) filename: Option<String>,
    /// Its media type as sent, valid or not.
    pub(crate) content_type: Option<String>,
    /// Its `Content-Transfer-Encoding`, where that changes the bytes.
    transfer_encoding: Option<String>,
}

impl PartHead {
    pub(super) fn parse(head: &[u8]) -> Self {
        let mut parsed = Self::default();
        let mut rest = head;
        while !rest.is_empty() {
            let (line, after) = rest.split_at(line_length(rest));
            rest = after.get(2..).unwrap_or_default();
            let Some(colon) = line.iter().position(|byte| *byte == b':') else {
                continue;
            };
            let (name, value) = (line[..colon].trim_ascii(), &line[colon + 1..]);
            if name.eq_ignore_ascii_case(b"content-disposition") {
                parsed.take_disposition(value);
            } else if name.eq_ignore_ascii_case(b"content-type") {
                let value = String::from_utf8_lossy(value).replace("\r\n", "");
                parsed.content_type = Some(value.trim().to_owned());
            } else if name.eq_ignore_ascii_case(b"content-transfer-encoding") {
                let value = String::from_utf8_lossy(value).trim().to_ascii_lowercase();
                let is_as_it_is = ["", "7bit", "8bit", "binary"].contains(&value.as_str());
                parsed.transfer_encoding = Some(value).filter(|_| !is_as_it_is);
            }
        }
        parsed
    }

    /// Refuses a part whose bytes are encoded by a `Content-Transfer-Encoding` (RFC 7578, 4.7).
    pub(crate) fn check_encoding(&self) -> Result<(), BodyError> {
        let Some(encoding) = &self.transfer_encoding else {
            return Ok(());
        };
        let shown: String = encoding.chars().take(SHOWN_MAX).collect();
        let sentence = format!(
            "The part `{}` is sent with the Content-Transfer-Encoding \"{}\", send its bytes as \
                they are.",
            self.name,
            shown.replace(char::is_control, " ")
        );
        Err(BodyError::UploadInvalid(vec![sentence]))
    }

    fn take_disposition(&mut self, value: &[u8]) {
        let mut filename = None;
        let mut extended = None;
        for (name, value) in disposition::parameters(value) {
            match name.as_str() {
                "name" => self.name = disposition::text(&value),
                "filename" => filename = Some(disposition::text(&value)),
                "filename*" => extended = disposition::extended(&value),
                _ => {}
            }
        }
        self.filename = extended.or(filename);
    }
}

/// The length of the first line, with those that continue it (RFC 5322, 2.2.3).
fn line_length(lines: &[u8]) -> usize {
    let ends = memchr::memmem::find_iter(lines, b"\r\n");
    let continues = |end: usize| matches!(lines.get(end + 2), Some(b' ' | b'\t'));
    ends.into_iter()
        .find(|end| !continues(*end))
        .unwrap_or(lines.len())
}

#[cfg(test)]
mod tests {
    use super::PartHead;

    fn filename(value: &[u8]) -> Option<String> {
        let head = [
            b"Content-Disposition: form-data; name=\"file\"; " as &[u8],
            value,
            b"\r\n",
        ];
        let head = PartHead::parse(&head.concat());
        assert_eq!(head.name, "file");
        head.filename
    }

    #[test]
    fn parse_reads_file_names_as_browsers_curl_and_old_programs_send_them() {
        for (sent, expected) in [
            (&br#"filename="Angebot.pdf""#[..], "Angebot.pdf"),
            (r#"filename="Müller.pdf""#.as_bytes(), "Müller.pdf"),
            (&b"filename=\"M\xfcller \x80.pdf\""[..], "Müller €.pdf"),
            (
                br#"filename="C:\Users\Ida\Angebot.pdf""#,
                r"C:\Users\Ida\Angebot.pdf",
            ),
            (
                br#"filename="\\server\Angebot.pdf""#,
                r"\server\Angebot.pdf",
            ),
            (
                br#"filename="das \"beste\" Angebot.pdf""#,
                r#"das "beste" Angebot.pdf"#,
            ),
            (br#"filename="a;b.pdf"; more=x"#, "a;b.pdf"),
            (b"filename=\"a\x00b\x07\n\r\x1b.pdf\"", "ab.pdf"),
            (b"FileName = plain.pdf ; x", "plain.pdf"),
            (b"filename=", ""),
            (
                b"filename=\"a.pdf\"; filename*=UTF-8''M%C3%BCller.pdf",
                "Müller.pdf",
            ),
            (
                b"filename*=iso-8859-1'de'M%FCller.pdf; filename=a.pdf",
                "Müller.pdf",
            ),
            (b"filename=\"a.pdf\"; filename*=broken", "a.pdf"),
            (b"filename=\"open.pdf", "open.pdf"),
        ] {
            let shown = String::from_utf8_lossy(sent);
            assert_eq!(filename(sent).as_deref(), Some(expected), "{shown}");
        }
        assert_eq!(filename(b""), None);
    }

    #[test]
    fn parse_takes_a_head_without_anything() {
        assert_eq!(PartHead::parse(b""), PartHead::default());
        assert_eq!(PartHead::parse(b"junk\r\n:\r\n"), PartHead::default());
        let head = PartHead::parse(b"content-type:  text/plain \r\n");
        assert_eq!(head.content_type.as_deref(), Some("text/plain"));
    }

    #[test]
    fn parse_joins_lines_that_are_folded() {
        let head = PartHead::parse(
            b"Content-Disposition: form-data;\r\n name=\"file\";\r\n\tfilename=\"a.pdf\"\r\n\
                Content-Type: text/plain;\r\n charset=x\r\n",
        );
        assert_eq!(head.name, "file");
        assert_eq!(head.filename.as_deref(), Some("a.pdf"));
        assert_eq!(head.content_type.as_deref(), Some("text/plain; charset=x"));
    }

    #[test]
    fn check_encoding_takes_only_bytes_as_they_are() {
        let check = |encoding: &str| {
            let head = format!("Content-Transfer-Encoding: {encoding}\r\n");
            PartHead::parse(head.as_bytes()).check_encoding()
        };
        for taken in ["binary", " 8BIT ", "7bit", ""] {
            assert!(check(taken).is_ok(), "{taken}");
        }
        for refused in ["base64", "Quoted-Printable", "x-unknown"] {
            let detail = check(refused).unwrap_err().detail();
            assert!(detail.contains(&refused.to_lowercase()), "{detail}");
        }
    }
}
