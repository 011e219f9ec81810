//! The plain text of XHTML and XML as they occur in forms (rich text, PDF 32000-1, 12.7.3.4; XFA
//! data).
//!
//! Only what those need: tags, references, comments, CDATA. Document types and entities that a
//! document defines are left out.

/// Elements that begin a new line.
const LINES: [&str; 4] = ["p", "br", "div", "li"];

/// The text between the tags; paragraphs and breaks are line ends. `None` if a tag or reference is
/// broken, since text could be lost.
pub(crate) fn plain_text(markup: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = markup;
    while let Some(start) = rest.find(['<', '&']) {
        let (before, special) = rest.split_at(start);
        text.push_str(before);
        rest = if let Some(reference) = special.strip_prefix('&') {
            let (reference, rest) = reference.split_once(';')?;
            text.push(character(reference)?);
            rest
        } else if let Some(comment) = special.strip_prefix("<!--") {
            comment.split_once("-->")?.1
        } else if let Some(data) = special.strip_prefix("<![CDATA[") {
            let (data, rest) = data.split_once("]]>")?;
            text.push_str(data);
            rest
        } else {
            let (tag, rest) = special[1..].split_once('>')?;
            if is_line(tag) && !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            rest
        };
    }
    text.push_str(rest);
    text.truncate(text.trim_end_matches('\n').len());
    Some(text)
}

fn is_line(tag: &str) -> bool {
    let name = tag
        .split(|character: char| character.is_whitespace() || character == '/')
        .next();
    name.is_some_and(|name| LINES.contains(&name))
}

fn character(reference: &str) -> Option<char> {
    let number = |digits: &str, radix| {
        u32::from_str_radix(digits, radix)
            .ok()
            .and_then(char::from_u32)
    };
    let found = match reference {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => match reference.strip_prefix('#')? {
            hexadecimal if hexadecimal.starts_with(['x', 'X']) => number(&hexadecimal[1..], 16),
            decimal => number(decimal, 10),
        },
    };
    found.filter(|character| *character != '\0')
}

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn paragraphs_and_breaks_are_lines() {
        let markup = concat!(
            r#"<?xml version="1.0"?><body xmlns="http://www.w3.org/1999/xhtml">"#,
            r#"<p style="a">Eins <b>zwei</b></p><p>drei<br/>vier</p></body>"#
        );
        assert_eq!(plain_text(markup).as_deref(), Some("Eins zwei\ndrei\nvier"));
    }

    #[test]
    fn references_comments_and_data_sections_are_read() {
        assert_eq!(
            plain_text("a &amp; b &lt;c&gt; &#228;&#xDF;<!-- <p> --><![CDATA[<x>]]>").as_deref(),
            Some("a & b <c> äß<x>")
        );
    }

    #[test]
    fn broken_markup_has_no_text() {
        for markup in [
            "a <b",
            "a & b",
            "&unknown;",
            "<!-- x",
            "&#0;",
            "&#xd800;",
            "<![CDATA[x",
        ] {
            assert_eq!(plain_text(markup), None, "{markup}");
        }
    }
}
