//! What is wrong with the structure of a `form.toml` that is no definition: members that are
//! missing, unknown or of another kind, all of them, in words for who wrote it.
//!
//! It is asked only where serde has refused a text, and decides nothing: where it finds no fault,
//! serde's sentence stands.

mod members;

use toml::de::{DeTable, DeValue};

use self::members::{FORM, Members, Shape};
use super::fault::{DefinitionFault, Place};

/// Longer names are not searched for the one that is meant.
const NAME_BYTES_MAX: usize = 100;

/// The faults of a text that is TOML; none of one that is not.
pub(super) fn faults(text: &str) -> Vec<DefinitionFault> {
    let mut faults = Vec::new();
    if let Ok(document) = DeTable::parse(text) {
        judge(&FORM, document.get_ref(), &Place::default(), &mut faults);
    }
    faults
}

fn judge(
    members: &'static Members,
    table: &DeTable<'_>,
    place: &Place,
    faults: &mut Vec<DefinitionFault>,
) {
    let start = start_of(table);
    for (name, _) in members.required {
        if !table.contains_key(*name) {
            let sentence = format!("{start}{name} is missing, {} needs one", members.name);
            faults.push(place.member(name).fault(sentence));
        }
    }
    for (name, value) in table {
        let name = name.get_ref().as_ref();
        let place = place.member(name);
        match members.shape(name) {
            Some(shape) => judge_value((name, shape), value.get_ref(), (&start, place), faults),
            None => faults.push(place.fault(format!("{start}{}", unknown(members, name)))),
        }
    }
}

fn judge_value(
    (name, shape): (&str, Shape),
    value: &DeValue<'_>,
    (start, place): (&str, Place),
    faults: &mut Vec<DefinitionFault>,
) {
    let is_text = |value: &DeValue<'_>| matches!(value, DeValue::String(_));
    let wanted = match (shape, value) {
        (Shape::Text, DeValue::String(_))
        | (Shape::Number, DeValue::Integer(_))
        | (Shape::YesNo, DeValue::Boolean(_)) => return,
        (Shape::Version, DeValue::Integer(number))
            if u32::from_str_radix(number.as_str(), number.radix()).is_ok() =>
        {
            return;
        }
        (Shape::Texts, DeValue::Array(items))
            if items.iter().all(|item| is_text(item.get_ref())) =>
        {
            return;
        }
        (Shape::Names, DeValue::Table(names))
            if names.values().all(|name| is_text(name.get_ref())) =>
        {
            return;
        }
        (Shape::Tables(members), DeValue::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                let place = place.item(index);
                match item.get_ref() {
                    DeValue::Table(table) => judge(members, table, &place, faults),
                    _ => faults.push(place.fault(format!("{start}{}", wanted_tables(name)))),
                }
            }
            return;
        }
        (Shape::Text, _) => format!("{name} is a text, give it in quotes"),
        (Shape::Number, _) => format!("{name} is a whole number, give it without quotes"),
        (Shape::Version, _) => format!(
            "{name} is a whole number from 0 to {}, give it without quotes",
            u32::MAX
        ),
        (Shape::YesNo, _) => format!("{name} is true or false, without quotes"),
        (Shape::Texts, _) => format!("{name} is a list of texts, as [\"one\", \"two\"]"),
        (Shape::Names, _) => format!("{name} has a text in quotes for each name"),
        (Shape::Tables(_), _) => wanted_tables(name),
    };
    faults.push(place.fault(format!("{start}{wanted}")));
}

/// What names the table in a sentence, with a colon.
fn start_of(table: &DeTable<'_>) -> String {
    let names = ["key", "table"].into_iter();
    let mut values = names.filter_map(|name| table.get(name)?.get_ref().as_str());
    values
        .next()
        .map_or_else(String::new, |name| format!("{name}: "))
}

fn wanted_tables(name: &str) -> String {
    match name {
        "section" => "a section begins with a line [[section]], and a title below it, before its \
                      entries"
            .to_owned(),
        "entry" => "an entry begins with a line [[section.entry]]".to_owned(),
        _ => format!(
            "{name} is a list in which each one has a key and a label, as \
             {{ key = \"sport\", label = \"Sport\" }}"
        ),
    }
}

fn unknown(members: &Members, name: &str) -> String {
    if name == "entry" {
        return "an entry belongs to a section, write [[section.entry]] below a [[section]]".into();
    }
    let short = (name.len() <= NAME_BYTES_MAX).then_some(name);
    match short.and_then(|name| members.nearest(name)) {
        Some(nearest) => format!("{name:?} is unknown, perhaps {nearest} is meant"),
        None => {
            let known: Vec<&str> = members.all().map(|(name, _)| *name).collect();
            format!(
                "{name:?} is unknown, {} has {}",
                members.name,
                known.join(", ")
            )
        }
    }
}

#[cfg(test)]
mod tests;
