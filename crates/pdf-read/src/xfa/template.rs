//! What the XFA template says about the fields whose data it holds.

use std::collections::HashSet;

use super::tag_length;
use crate::steps::step;

/// The names of the fields that nobody can type in, so that only the form itself writes their data:
/// numbers of pages, the number of the form. None where data may belong to fields of other names,
/// or a name to another field as well.
pub(super) fn untyped_names(template: &str) -> HashSet<&str> {
    let mut untyped = HashSet::new();
    let mut typed = HashSet::new();
    let mut rest = template;
    while let Some(start) = rest.find('<') {
        step();
        let Some(length) = tag_length(&rest[start..]) else {
            return HashSet::new();
        };
        let (tag, behind) = rest[start..].split_at(length);
        let tag = &tag[1..length - 1];
        rest = behind;
        let kind = tag.split(|end: char| end.is_whitespace() || end == '/');
        let names = match kind.into_iter().next() {
            Some("bind") if attribute(tag, "ref").is_some() => return HashSet::new(),
            Some("field") if attribute(tag, "access") == Some("readOnly") => &mut untyped,
            Some("field" | "exclGroup") => &mut typed,
            _ => continue,
        };
        names.extend(attribute(tag, "name"));
    }
    untyped.retain(|name| !typed.contains(name));
    untyped
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
    use super::untyped_names;

    fn names(template: &str) -> Vec<&str> {
        let mut names: Vec<_> = untyped_names(template).into_iter().collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn untyped_names_are_those_of_read_only_fields_alone() {
        let template = "<template><subform access=\"readOnly\" name=\"s\"><draw name=\"d\"/>\
            <field name=\"page\" x=\"1mm\" access=\"readOnly\"\n><ui/></field\n>\
            <field access = 'readOnly' title=\"a>b name='x'\" name='form'/>\
            <field name=\"both\" access=\"readOnly\"/><field name=\"both\"/>\
            <field name=\"group\" access=\"readOnly\"/><exclGroup name=\"group\"/>\
            <field name=\"typed\"/><field name=\"locked\" access=\"protected\"/>\
            <bind match=\"global\"/></subform></template>";
        assert_eq!(names(template), ["form", "page"]);
    }

    #[test]
    fn untyped_names_are_none_where_data_may_have_other_names_or_the_markup_is_broken() {
        let field = "<field name=\"page\" access=\"readOnly\">";
        assert_eq!(names(field), ["page"]);
        for behind in [
            "<bind match=\"dataRef\" ref=\"$.number\"/>",
            "<field name=\"a",
        ] {
            assert_eq!(names(&format!("{field}{behind}")), [""; 0], "{behind}");
        }
    }
}
