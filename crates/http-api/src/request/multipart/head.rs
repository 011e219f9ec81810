//! The headers of a part: its name, file name and media type.

use forms::excerpt::excerpt;

use super::header_parameters;

/// The headers by which a part says that its bytes are encoded, and the words by which it says that
/// they are not (RFC 2045, 6.1; RFC 9110, 8.4.1).
const ENCODINGS: [(&str, &[&str]); 2] = [
    ("Content-Transfer-Encoding", &["", "7bit", "8bit", "binary"]),
    ("Content-Encoding", &["", "identity"]),
];

/// A name, or a word that is not known, is shown up to this many characters.
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
    /// The encodings of its bytes: a header and its value in lower case.
    encodings: Vec<(&'static str, String)>,
}

/// A header, or a parameter of `Content-Disposition`, that a head gives more than once.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Repeated(pub(super) &'static str);

impl PartHead {
    /// The head, or what it gives twice: readers before this one may have gone by the other.
    pub(super) fn parse(head: &[u8]) -> Result<Self, Repeated> {
        let mut parsed = Self::default();
        let mut disposition = None;
        let mut rest = head;
        while !rest.is_empty() {
            let (line, after) = rest.split_at(line_length(rest));
            rest = after.get(2..).unwrap_or_default();
            let Some(colon) = line.iter().position(|byte| *byte == b':') else {
                continue;
            };
            let (name, value) = (line[..colon].trim_ascii(), &line[colon + 1..]);
            if name.eq_ignore_ascii_case(b"content-disposition") {
                put_once(&mut disposition, value, "Content-Disposition")?;
            } else if name.eq_ignore_ascii_case(b"content-type") {
                let value = String::from_utf8_lossy(value).replace("\r\n", "");
                let value = value.trim().to_owned();
                put_once(&mut parsed.content_type, value, "Content-Type")?;
            } else {
                parsed.take_encoding(name, value);
            }
        }
        parsed.take_disposition(disposition.unwrap_or_default())?;
        Ok(parsed)
    }

    /// What is wrong with a part whose bytes are encoded (RFC 7578, 4.7): a sentence.
    pub(crate) fn encoding_mistake(&self) -> Option<String> {
        let shown = |(header, encoding): &(&str, String)| {
            format!("the {header} \"{}\"", excerpt(encoding, SHOWN_MAX))
        };
        let encodings: Vec<_> = self.encodings.iter().map(shown).collect();
        (!encodings.is_empty()).then(|| {
            format!(
                "The part `{}` is sent with {}, send its bytes as they are.",
                excerpt(&self.name, SHOWN_MAX),
                encodings.join(" and ")
            )
        })
    }

    fn take_encoding(&mut self, name: &[u8], value: &[u8]) {
        let is_named = |header: &str| name.eq_ignore_ascii_case(header.as_bytes());
        let known = ENCODINGS.iter().find(|(header, _)| is_named(header));
        let value = String::from_utf8_lossy(value).trim().to_ascii_lowercase();
        if let Some((header, as_it_is)) = known
            && !as_it_is.contains(&value.as_str())
        {
            self.encodings.push((header, value));
        }
    }

    fn take_disposition(&mut self, value: &[u8]) -> Result<(), Repeated> {
        let (mut name, mut filename, mut extended) = (None, None, None);
        for (parameter, value) in header_parameters::parameters(value) {
            match parameter.as_str() {
                "name" => put_once(&mut name, value, "name")?,
                "filename" => put_once(&mut filename, value, "filename")?,
                "filename*" => put_once(&mut extended, value, "filename*")?,
                _ => {}
            }
        }
        self.name = header_parameters::text(&name.unwrap_or_default());
        let extended = extended.and_then(|extended| header_parameters::extended(&extended));
        self.filename =
            extended.or_else(|| filename.map(|filename| header_parameters::text(&filename)));
        Ok(())
    }
}

fn put_once<T>(place: &mut Option<T>, value: T, what: &'static str) -> Result<(), Repeated> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(Repeated(what)),
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
    use super::{PartHead, Repeated};

    fn filename(value: &[u8]) -> Option<String> {
        let head = [
            b"Content-Disposition: form-data; name=\"file\"; " as &[u8],
            value,
            b"\r\n",
        ];
        let head = PartHead::parse(&head.concat()).unwrap();
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
            (
                br#"filename="das %22beste%22%0D%0A Angebot.pdf""#,
                r#"das "beste" Angebot.pdf"#,
            ),
            (
                br#"filename="100%25 %0d %2 %C3%BC.pdf""#,
                "100%25 %0d %2 %C3%BC.pdf",
            ),
            (b"filename=bare%22.pdf", "bare%22.pdf"),
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
        assert_eq!(PartHead::parse(b""), Ok(PartHead::default()));
        assert_eq!(PartHead::parse(b"junk\r\n:\r\n"), Ok(PartHead::default()));
        let head = PartHead::parse(b"content-type:  text/plain \r\n").unwrap();
        assert_eq!(head.content_type.as_deref(), Some("text/plain"));
    }

    #[test]
    fn parse_joins_lines_that_are_folded() {
        let head = PartHead::parse(
            b"Content-Disposition: form-data;\r\n name=\"file\";\r\n\tfilename=\"a.pdf\"\r\n\
                Content-Type: text/plain;\r\n charset=x\r\n",
        )
        .unwrap();
        assert_eq!(head.name, "file");
        assert_eq!(head.filename.as_deref(), Some("a.pdf"));
        assert_eq!(head.content_type.as_deref(), Some("text/plain; charset=x"));
    }

    #[test]
    fn encoding_mistake_is_none_only_for_bytes_as_they_are() {
        let mistake = |head: &str| {
            let head = PartHead::parse(head.as_bytes()).unwrap();
            head.encoding_mistake()
        };
        for taken in ["binary", " 8BIT ", "7bit", ""] {
            let head = format!("Content-Transfer-Encoding: {taken}\r\n");
            assert_eq!(mistake(&head), None);
        }
        assert_eq!(mistake("content-encoding: Identity\r\n"), None);
        for refused in ["base64", "Quoted-Printable", "x-unknown"] {
            let sentence = mistake(&format!("Content-Transfer-Encoding: {refused}\r\n")).unwrap();
            assert!(sentence.contains(&refused.to_lowercase()), "{sentence}");
        }
        let both = "content-encoding: gzip\r\ncontent-transfer-encoding: base64\r\n";
        let sentence = mistake(both).unwrap();
        let named = "the Content-Encoding \"gzip\" and the Content-Transfer-Encoding \"base64\"";
        assert!(sentence.contains(named), "{sentence}");
    }

    #[test]
    fn encoding_mistake_shows_long_names_and_words_by_their_beginning() {
        let long = "x".repeat(5000);
        let head = format!(
            "Content-Disposition: form-data; name=\"{long}\"\r\nContent-Encoding: {long}\r\n"
        );
        let head = PartHead::parse(head.as_bytes()).unwrap();
        let shown = format!("{}…", "x".repeat(40));
        assert_eq!(
            head.encoding_mistake().unwrap(),
            format!(
                "The part `{shown}` is sent with the Content-Encoding \"{shown}\", \
                 send its bytes as they are."
            )
        );
    }

    #[test]
    fn parse_refuses_what_is_given_twice() {
        let named = "Content-Disposition: form-data; name=\"file\"";
        let once = format!("{named}; filename=\"a\"; filename*=UTF-8''b\r\nContent-Type: a/b\r\n");
        assert!(PartHead::parse(once.as_bytes()).is_ok());
        for (head, what) in [
            (format!("{named}; NAME=file\r\n"), "name"),
            (format!("{named}; filename=a; filename=a\r\n"), "filename"),
            (
                format!("{named}; filename*=UTF-8''a; filename*=UTF-8''b\r\n"),
                "filename*",
            ),
            (format!("{named}\r\n{named}\r\n"), "Content-Disposition"),
            (
                "content-type: a/b\r\nContent-Type: a/b\r\n".to_owned(),
                "Content-Type",
            ),
        ] {
            assert_eq!(PartHead::parse(head.as_bytes()), Err(Repeated(what)));
        }
    }
}
