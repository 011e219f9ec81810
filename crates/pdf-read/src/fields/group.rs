//! Terminal fields of one name, which are one field (PDF 32000-1, 12.7.3.2).

use std::collections::HashMap;

use forms::form_content::FormFieldKind;
use ports::PdfError;

use super::kind;
use super::tree::Terminal;
use crate::document::Document;

/// All terminal fields with one name; at least one.
pub(super) struct Group {
    pub(super) name: String,
    pub(super) kind: FormFieldKind,
    first: Terminal,
    others: Vec<Terminal>,
}

/// The fields by name and kind, in the order in which they first occur.
pub(super) fn groups(
    document: &dyn Document,
    terminals: Vec<Terminal>,
) -> Result<Vec<Group>, PdfError> {
    let mut groups: Vec<Group> = Vec::new();
    // Few names have fields of different kinds, and there are few kinds.
    let mut positions: HashMap<String, Vec<usize>> = HashMap::new();
    for terminal in terminals {
        let kind = kind(document, &terminal)?;
        let named = positions.entry(terminal.name.clone()).or_default();
        // Widgets without any name share none.
        let mut known = named.iter().filter(|_| !terminal.name.is_empty());
        let known = known.find(|position| {
            groups
                .get(**position)
                .is_some_and(|group| group.kind == kind)
        });
        match known.and_then(|position| groups.get_mut(*position)) {
            Some(group) => group.others.push(terminal),
            None => {
                named.push(groups.len());
                groups.push(Group {
                    name: terminal.name.clone(),
                    kind,
                    first: terminal,
                    others: Vec::new(),
                });
            }
        }
    }
    Ok(groups)
}

impl Group {
    /// The first of the fields, from which everything but the value is taken.
    pub(super) fn first(&self) -> &Terminal {
        &self.first
    }

    pub(super) fn terminals(&self) -> impl Iterator<Item = &Terminal> {
        std::iter::once(&self.first).chain(&self.others)
    }
}
