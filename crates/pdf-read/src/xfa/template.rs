//! What the XFA template says about the fields whose data it holds.

use std::collections::HashSet;

use crate::limits::OBJECT_DEPTH_MAX;
use crate::markup::{local_name, piece_length, plain_text};
use crate::steps::step;

/// What `access` says of a field in which nobody types (XFA 3.3, `field`).
const NOT_TYPED: [&str; 3] = ["readOnly", "nonInteractive", "protected"];

/// The names of the fields in which nobody types, so that the form itself has written their data:
/// numbers of pages, the number of the form. A name that another field has as well is left out.
/// There are none where data may belong to fields of other names.
pub(super) fn read_only_names(template: &str) -> HashSet<&str> {
    let mut read_only = HashSet::new();
    let mut typed = HashSet::new();
    let mut rest = template;
    while let Some(start) = rest.find('<') {
        step();
        let Some(length) = piece_length(&rest[start..]) else {
            return HashSet::new();
        };
        let (tag, behind) = rest[start..].split_at(length);
        let tag = &tag[1..length - 1];
        rest = behind;
        let kind = tag.split(|end: char| end.is_whitespace() || end == '/');
        let names = match kind.into_iter().next() {
            Some("bind") if attribute(tag, "ref").is_some() => return HashSet::new(),
            Some("field") if is_read_only(tag) => &mut read_only,
            Some("field" | "exclGroup") => &mut typed,
            _ => continue,
        };
        names.extend(attribute(tag, "name"));
    }
    read_only.retain(|name| !typed.contains(name));
    read_only
}

/// The texts between tags with which fields begin (XFA 3.3, `value` of a `field`), none of which
/// somebody has typed. There are none where the template is broken.
pub(super) fn initial_texts(template: &str) -> HashSet<String> {
    find_initial_texts(template).unwrap_or_default()
}

fn find_initial_texts(template: &str) -> Option<HashSet<String>> {
    let mut texts = HashSet::new();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = template;
    while let Some(start) = rest.find('<') {
        step();
        let (text, piece) = rest.split_at(start);
        let is_initial = open.windows(2).any(|pair| pair == ["field", "value"]);
        if is_initial && !text.trim().is_empty() {
            texts.insert(plain_text(text)?.trim().to_owned());
        }
        let (piece, behind) = piece.split_at(piece_length(piece)?);
        rest = behind;
        let tag = &piece[1..piece.len() - 1];
        if let Some(name) = tag.strip_prefix('/') {
            open.pop().filter(|begun| *begun == local_name(name))?;
        } else if !tag.starts_with(['!', '?']) && !tag.ends_with('/') {
            open.push(local_name(tag));
        }
        if open.len() > OBJECT_DEPTH_MAX {
            return None;
        }
    }
    Some(texts)
}

fn is_read_only(field: &str) -> bool {
    attribute(field, "access").is_some_and(|access| NOT_TYPED.contains(&access))
}

/// The value of an attribute in a tag.
fn attribute<'tag>(tag: &'tag str, wanted: &str) -> Option<&'tag str> {
    let mut rest = tag;
    loop {
        let (before, behind) = rest.split_once('=')?;
        let behind = behind.trim_start();
        let quote = behind
            .chars()
            .next()
            .filter(|quote| "\"'".contains(*quote))?;
        let (value, next) = behind[1..].split_once(quote)?;
        if before.split_whitespace().next_back() == Some(wanted) {
            return Some(value);
        }
        rest = next;
    }
}

#[cfg(test)]
mod tests {
    use super::{initial_texts, read_only_names};

    fn names(template: &str) -> Vec<&str> {
        let mut names: Vec<_> = read_only_names(template).into_iter().collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn read_only_names_are_those_of_no_other_fields() {
        let template = "<template><subform access=\"readOnly\" name=\"s\"><draw name=\"d\"/>\
            <field name=\"page\" x=\"1mm\" access=\"readOnly\"\n><ui/></field\n>\
            <field access = 'readOnly' title=\"a>b name='x'\" name='form'/>\
            <field name=\"both\" access=\"readOnly\"/><field name=\"both\"/>\
            <field name=\"group\" access=\"readOnly\"/><exclGroup name=\"group\"/>\
            <field name=\"typed\"/><field name=\"open\" access=\"open\"/>\
            <field name=\"locked\" access=\"protected\"/>\
            <field name=\"still\" access=\"nonInteractive\"/>\
            <bind match=\"global\"/></subform></template>";
        assert_eq!(names(template), ["form", "locked", "page", "still"]);
    }

    #[test]
    fn read_only_names_are_not_looked_for_in_comments_and_scripts() {
        let field = "<field name=\"page\" access=\"readOnly\"/>";
        for before in [
            "<!-- don't -->",
            "<script><![CDATA[if (a < b) c = \"it's\";]]></script>",
            "<?target don't?>",
        ] {
            assert_eq!(names(&format!("{before}{field}")), ["page"], "{before}");
            let also_typed = format!("{field}{before}<field name='page'/>");
            assert_eq!(names(&also_typed), [""; 0], "{before}");
        }
        assert_eq!(names(&format!("<!--{field}-->")), [""; 0]);
    }

    #[test]
    fn read_only_names_are_none_where_data_may_have_other_names_or_the_markup_is_broken() {
        let field = "<field name=\"page\" access=\"readOnly\">";
        assert_eq!(names(field), ["page"]);
        for behind in [
            "<bind match=\"dataRef\" ref=\"$.number\"/>",
            "<field name=\"a",
        ] {
            assert_eq!(names(&format!("{field}{behind}")), [""; 0], "{behind}");
        }
    }

    #[test]
    fn initial_texts_are_those_in_values_of_fields() {
        let template = "<template><field name=\"f\"><caption><value><text>Label</text></value>\
            </caption><value\n><text\n>Receipt &amp; more</text></value><items><text>Ja</text>\
            </items></field><draw><value><text>Words</text></value></draw><field><value><exData>\
            <body><p>eins<span/> zwei</p></body></exData></value><ui/></field></template>";
        let mut texts: Vec<_> = initial_texts(template).into_iter().collect();
        texts.sort_unstable();
        assert_eq!(texts, ["Receipt & more", "eins", "zwei"]);
        let deep = "<field><value>".repeat(100_000);
        for broken in [
            &template[..template.len() - 20],
            "<field></value>",
            deep.as_str(),
        ] {
            assert!(initial_texts(&format!("{broken}<a")).is_empty());
        }
    }
}
