//! `Content-Disposition`: the name under which a browser saves a file (RFC 6266).

use actix_web::http::header::{Charset, ContentDisposition, ExtendedValue};
use actix_web::http::header::{DispositionParam, DispositionType};

/// `attachment` with the name twice: for old clients in ASCII, for others as RFC 8187 writes it.
pub(crate) fn attachment(filename: &str) -> ContentDisposition {
    let plain = |character: char| match character {
        ' '..='~' if !matches!(character, '"' | '\\' | '%') => character,
        _ => '_',
    };
    ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![
            DispositionParam::Filename(filename.chars().map(plain).collect()),
            DispositionParam::FilenameExt(ExtendedValue {
                charset: Charset::Ext("UTF-8".to_owned()),
                language_tag: None,
                value: filename.into(),
            }),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::attachment;

    #[test]
    fn any_name_of_an_attachment_is_safe_in_the_header() {
        assert_eq!(
            attachment("Angebot Müller & Söhne.pdf").to_string(),
            "attachment; filename=\"Angebot M_ller & S_hne.pdf\"; \
                filename*=UTF-8''Angebot%20M%C3%BCller%20&%20S%C3%B6hne.pdf"
        );
        let header = attachment("a\"; filename=\"b.exe\\").to_string();
        assert!(
            header.starts_with("attachment; filename=\"a_; filename=_b.exe_\"; filename*="),
            "{header}"
        );
    }
}
