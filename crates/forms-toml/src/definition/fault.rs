//! Faults of a definition, and the lines of its text that they are about.

use toml::de::{DeTable, DeValue};

/// Where something stands in a document: names and numbers, from its root inwards.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place(Vec<Step>);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Member(String),
    Item(usize),
}

#[derive(Debug)]
pub(super) struct DefinitionFault {
    place: Place,
    pub(super) sentence: String,
}

impl Place {
    pub(super) fn member(&self, name: &str) -> Self {
        self.with(Step::Member(name.to_owned()))
    }

    /// From 0.
    pub(super) fn item(&self, index: usize) -> Self {
        self.with(Step::Item(index))
    }

    pub(super) fn fault(self, sentence: String) -> DefinitionFault {
        DefinitionFault {
            place: self,
            sentence,
        }
    }

    fn with(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }
}

/// The sentences, each after the line that it is about; what is about the whole form has none.
pub(super) fn with_lines(text: &str, faults: Vec<DefinitionFault>) -> Vec<String> {
    let document = DeTable::parse(text).ok();
    let line_ends: Vec<usize> = text.match_indices('\n').map(|(end, _)| end).collect();
    let sentence = |fault: DefinitionFault| {
        let start = document.as_ref().and_then(|document| {
            let (Step::Member(name), rest) = fault.place.0.split_first()? else {
                return None;
            };
            start_of_member(document.get_ref(), name, rest)
        });
        match start {
            Some(start) => {
                let line = line_ends.partition_point(|end| *end < start) + 1;
                format!("line {line}: {}", fault.sentence)
            }
            None => fault.sentence,
        }
    };
    faults.into_iter().map(sentence).collect()
}

/// Where a member begins; where it is missing, what names the table that should have it.
fn start_of_member(table: &DeTable<'_>, name: &str, rest: &[Step]) -> Option<usize> {
    let Some((key, value)) = table.get_key_value(name) else {
        let names = ["key", "table", "label"];
        let (named, _) = names.iter().find_map(|&name| table.get_key_value(name))?;
        return Some(named.span().start);
    };
    let inside = start_inside(value.get_ref(), rest);
    Some(inside.unwrap_or(key.span().start))
}

fn start_inside(value: &DeValue<'_>, steps: &[Step]) -> Option<usize> {
    match (value, steps.split_first()?) {
        (DeValue::Table(table), (Step::Member(name), rest)) => start_of_member(table, name, rest),
        (DeValue::Array(items), (Step::Item(index), rest)) => {
            let item = items.get(*index)?;
            start_inside(item.get_ref(), rest).or_else(|| Some(item.span().start))
        }
        _ => None,
    }
}
