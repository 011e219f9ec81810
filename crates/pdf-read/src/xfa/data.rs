//! The values in XFA data, by the places of the fields that they belong to.
//!
//! Elements have the names of subforms and fields, counted from 0 among those of one name:
//! `form1[0].Page1[0].Name[0]`. So are fields of hybrid forms named, with parts such as
//! `#subform[0]` for subforms without a name, which have no element. Where two fields then have one
//! place, or data stands elsewhere by a rule of the template, no value is compared.

use std::collections::{BTreeMap, HashMap};

use forms::form_content::FormField;

use crate::limits::{FIELD_TEXT_BYTES_MAX, NODES_MAX, OBJECT_DEPTH_MAX};
use crate::markup::plain_text;

/// The texts of the data, by place: `form1[0].Page1[0].Name[0]`.
pub(super) type Values = BTreeMap<String, String>;

/// The texts of the elements in `datasets` and `data` that hold no other elements but formatted
/// text. `None` where the markup is broken or has no end.
pub(super) fn values(markup: &str) -> Option<Values> {
    let mut reader = Reader {
        markup,
        open: Vec::new(),
        count: 0,
        values: Values::new(),
    };
    let mut position = 0;
    while let Some(offset) = markup[position..].find('<') {
        position = reader.read_tag(position + offset)?;
    }
    reader.open.is_empty().then_some(reader.values)
}

/// Sets `xfa_data` of each field for whose place the data has a text; where two fields have the
/// same place, of neither.
pub(super) fn note(values: &Values, fields: &mut [FormField]) {
    let mut by_place: HashMap<String, Option<usize>> = HashMap::new();
    for (index, field) in fields.iter().enumerate() {
        let of_place = by_place.entry(place(&field.name));
        of_place
            .and_modify(|only| *only = None)
            .or_insert(Some(index));
    }
    for (place, index) in by_place {
        if let Some(index) = index
            && let Some(value) = values.get(&place)
        {
            fields[index].xfa_data = Some(value.clone());
        }
    }
}

fn place(name: &str) -> String {
    let parts = name.split('.').filter(|part| !part.starts_with('#'));
    let counted = parts.map(|part| match part.ends_with(']') {
        true => part.to_owned(),
        false => format!("{part}[0]"),
    });
    counted.collect::<Vec<_>>().join(".")
}

struct Reader<'markup> {
    markup: &'markup str,
    open: Vec<Element<'markup>>,
    count: usize,
    values: Values,
}

struct Element<'markup> {
    name: &'markup str,
    /// Where its content begins.
    start: usize,
    /// Below the data: the place; of the data itself an empty one.
    place: Option<String>,
    kids: HashMap<&'markup str, usize>,
    is_formatted: bool,
}

impl<'markup> Reader<'markup> {
    /// Reads what begins with `<` and tells where it ends.
    fn read_tag(&mut self, start: usize) -> Option<usize> {
        let end = start + piece_length(&self.markup[start..])?;
        let tag = &self.markup[start + 1..end - 1];
        if let Some(name) = tag.strip_prefix('/') {
            self.close(local_name(name), start)?;
        } else if !tag.starts_with(['!', '?']) {
            let name = local_name(tag);
            self.open(name, end)?;
            if tag.ends_with('/') {
                self.close(name, end)?;
            }
        }
        Some(end)
    }

    fn open(&mut self, name: &'markup str, start: usize) -> Option<()> {
        self.count += 1;
        if self.count > NODES_MAX || self.open.len() >= OBJECT_DEPTH_MAX {
            return None;
        }
        let mut place = None;
        if let Some(parent) = self.open.last_mut() {
            let count = parent.kids.entry(name).or_default();
            place = match &parent.place {
                // Formatted text is no level of the form.
                Some(_) if name == "body" => {
                    parent.is_formatted = true;
                    None
                }
                Some(above) if above.is_empty() => Some(format!("{name}[{count}]")),
                Some(above) => Some(format!("{above}.{name}[{count}]")),
                None if parent.name == "datasets" && name == "data" => Some(String::new()),
                None => None,
            };
            *count += 1;
        }
        self.open.push(Element {
            name,
            start,
            place,
            kids: HashMap::new(),
            is_formatted: false,
        });
        Some(())
    }

    fn close(&mut self, name: &str, end: usize) -> Option<()> {
        let element = self.open.pop().filter(|element| element.name == name)?;
        let is_value = element.kids.is_empty() || element.is_formatted;
        if let Some(place) = element.place.filter(|place| is_value && !place.is_empty()) {
            let text = plain_text(&self.markup[element.start.min(end)..end])?;
            if text.len() <= FIELD_TEXT_BYTES_MAX {
                self.values.insert(place, text);
            }
        }
        Some(())
    }
}

/// What holds no tags, though it begins with `<`: comments, sections of characters, instructions.
const WITHOUT_TAGS: [(&str, &str); 3] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];

/// How long a piece of markup is that begins with `<`: a tag, or what holds none.
pub(super) fn piece_length(markup: &str) -> Option<usize> {
    let mut kinds = WITHOUT_TAGS.iter();
    match kinds.find(|(begin, _)| markup.starts_with(begin)) {
        Some((_, end)) => markup.find(end).map(|at| at + end.len()),
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

/// The name of an element without the prefix of its name space.
pub(super) fn local_name(tag: &str) -> &str {
    let end = tag.find(|character: char| character.is_whitespace() || character == '/');
    let name = &tag[..end.unwrap_or(tag.len())];
    name.split_once(':').map_or(name, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use forms::form_content::FormField;

    use super::{note, values};

    fn read(data: &str) -> Option<Vec<(String, String)>> {
        let markup = format!(
            "<xfa:datasets xmlns:xfa=\"x>y\"><xfa:data\n>{data}</xfa:data><dd:dataDescription>\
             <a>x</a></dd:dataDescription></xfa:datasets>"
        );
        values(&markup).map(|values| values.into_iter().collect())
    }

    #[test]
    fn values_are_told_by_their_places() {
        let found = read(
            "<form1><!-- <n>x</n> --><n>Anna</n\n><row><c>1</c></row><row><c> 2&amp;</c><d/></row>\
             <t><body xmlns=\"y\"><p>Eins</p><p>zwei</p></body></t><u><![CDATA[<v>]]></u></form1>",
        );
        let pairs = [
            ("n[0]", "Anna"),
            ("row[0].c[0]", "1"),
            ("row[1].c[0]", " 2&"),
            ("row[1].d[0]", ""),
            ("t[0]", "Eins\nzwei"),
            ("u[0]", "<v>"),
        ];
        let pairs = pairs.map(|(place, text)| (format!("form1[0].{place}"), text.to_owned()));
        assert_eq!(found, Some(pairs.to_vec()));
    }

    #[test]
    fn values_of_broken_markup_are_none() {
        for data in [
            "<a>",
            "<a></b>",
            "</a>",
            "<a",
            "<!-- ",
            "<a b='>",
            "<a>&x;</a>",
        ] {
            assert_eq!(read(data), None, "{data}");
        }
        assert_eq!(read(&"<a>".repeat(100_000)), None);
    }

    #[test]
    fn note_finds_fields_whose_place_is_theirs_alone() {
        let names = [
            "form1[0].#subform[0].Name[0]",
            "form1[0].#pageSet[0].#pageArea[0].Twice[0]",
            "form1[0].#pageSet[0].#pageArea[1].Twice[0]",
            "x",
            "y",
        ];
        let mut fields = names.map(|name| FormField {
            name: name.to_owned(),
            ..FormField::default()
        });
        let values = [
            ("form1[0].Name[0]", "Anna"),
            ("form1[0].Twice[0]", "b"),
            ("x[0]", "c"),
        ];
        let values = values.map(|(place, text)| (place.to_owned(), text.to_owned()));
        note(&values.into_iter().collect(), &mut fields);
        let noted = fields.map(|field| field.xfa_data);
        let texts = noted.each_ref().map(Option::as_deref);
        assert_eq!(texts, [Some("Anna"), None, None, Some("c"), None]);
    }
}
