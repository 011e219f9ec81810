//! Terminal fields of one name, which are one field (PDF 32000-1, 12.7.3.2).

use std::collections::HashMap;

use forms::form_content::FormFieldKind;
use ports::PdfError;

use super::kind;
use super::tree::Terminal;
use crate::document::Document;
use crate::steps::step;

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
    let mut positions: HashMap<(String, FormFieldKind), usize> = HashMap::new();
    for terminal in terminals {
        let kind = kind(document, &terminal)?;
        let key = (terminal.name.clone(), kind);
        // Widgets without any name share none.
        let known = positions.get(&key).filter(|_| !terminal.name.is_empty());
        match known.and_then(|position| groups.get_mut(*position)) {
            Some(group) => group.others.push(terminal),
            None => {
                positions.insert(key, groups.len());
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

    /// How many widgets stand in the terminals before this one.
    pub(super) fn widgets_before(&self, terminal: &Terminal) -> usize {
        let before = self.terminals().inspect(|_| step());
        let before = before.take_while(|one| !std::ptr::eq(*one, terminal));
        before.map(|one| one.widgets.len()).sum()
    }
}
