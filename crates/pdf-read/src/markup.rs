//! The plain text of XHTML and XML as they occur in forms (rich text, PDF 32000-1, 12.7.3.4; XFA
//! data).
//!
//! Only what those need: tags, references, comments, CDATA. Document types and entities that a
//! document defines are left out.

/// What begins with `<` and holds no tags: comments, instructions, sections of characters.
const WITHOUT_TAGS: [(&str, &str); 3] = [("<!--", "-->"), ("<?", "?>"), CHARACTERS];

/// A section of characters, all of which stand for themselves.
const CHARACTERS: (&str, &str) = ("<![CDATA[", "]]>");

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
        } else {
            let (piece, rest) = special.split_at(piece_length(special)?);
            if let Some(characters) = characters_of(piece) {
                text.push_str(characters);
            } else if is_line(&piece[1..]) && !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            rest
        };
    }
    text.push_str(rest);
    text.truncate(text.trim_end_matches('\n').len());
    Some(text)
}

/// How long a piece of markup is that begins with `<`: a tag, or what holds none. `None` where it
/// has no end.
pub(crate) fn piece_length(markup: &str) -> Option<usize> {
    let mut kinds = WITHOUT_TAGS.iter();
    match kinds.find(|(begin, _)| markup.starts_with(begin)) {
        Some((begin, end)) => {
            let behind = markup[begin.len()..].find(end)?;
            Some(begin.len() + behind + end.len())
        }
        None => tag_length(markup),
    }
}

/// How long a tag is: `>` in the value of an attribute does not end it.
fn tag_length(tag: &str) -> Option<usize> {
    let mut quote = None;
    for (position, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return Some(position + 1),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// What a section of characters holds.
pub(crate) fn characters_of(piece: &str) -> Option<&str> {
    let (begin, end) = CHARACTERS;
    piece.strip_prefix(begin)?.strip_suffix(end)
}

/// The name of an element without the prefix of its name space.
pub(crate) fn local_name(tag: &str) -> &str {
    let end = tag.find(|character: char| character.is_whitespace() || character == '/');
    let name = &tag[..end.unwrap_or(tag.len())];
    name.split_once(':').map_or(name, |(_, name)| name)
}

/// `tag` from behind its `<`.
fn is_line(tag: &str) -> bool {
    let name = tag
        .split(|end: char| end.is_whitespace() || end == '/' || end == '>')
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
    fn a_tag_ends_where_no_attribute_is_open() {
        let markup = "<p style=\"font-family:'A>B'\">a</p><br title='>'/>b<!-->--><?x <p> ?>";
        assert_eq!(plain_text(markup).as_deref(), Some("a\nb"));
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
            "<!-->",
            "<p title='>x",
        ] {
            assert_eq!(plain_text(markup), None, "{markup}");
        }
    }
}
