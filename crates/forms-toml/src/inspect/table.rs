//! Finds tables: columns of fields that share their rows.

use std::collections::HashSet;

use forms::form_content::FormFieldKind;
use forms::form_type::{Column, FieldType, TABLE_ROWS_MAX, Table};

use super::column::{FieldColumn, columns};
use super::column_wording::{column_label, column_name};
use super::key::Keys;
use super::kind;
use super::label_side::Side;
use super::proposal::Proposal;
use super::vocabulary::{is_speaking, words};

/// The fewest rows of a table whose fields' names do not show that they are rows.
const UNNAMED_ROWS_MIN: usize = 3;

const EMPTY_ROWS: &str =
    "table: empty rows are skipped; if each row asks something else make them fields";

/// Rows of fields.
pub(super) struct FoundTable {
    /// From left to right; all have the same number of cells.
    columns: Vec<FieldColumn>,
    kinds: Vec<FieldType>,
    /// Whether only the places of the fields, and not their names, show that it is a table.
    is_unnamed: bool,
}

/// A table as the definition has it.
pub(super) struct ProposedTable {
    pub(super) table: Table,
    /// The name of a field in the PDF and its path.
    pub(super) names: Vec<(String, String)>,
    pub(super) doubts: Vec<String>,
}

/// All tables of at least two columns, of which one is more than a box: rows in which nothing is
/// filled in are skipped, so a tick behind one of several questions would stand behind another.
pub(super) fn tables(proposals: &[Proposal<'_>]) -> Vec<FoundTable> {
    let mut groups: Vec<Vec<FieldColumn>> = Vec::new();
    let (told_apart, columns): (Vec<_>, Vec<_>) = columns(proposals)
        .into_iter()
        .partition(|column| column.is_told_apart);
    for column in columns {
        let group = groups
            .iter_mut()
            .find(|group| have_rows_in_common(proposals, &group[0], &column));
        match group {
            Some(group) => group.push(column),
            None => groups.push(vec![column]),
        }
    }
    groups
        .into_iter()
        .filter_map(|group| {
            let beside = |other: &FieldColumn| have_rows_in_common(proposals, &group[0], other);
            let beside = told_apart.iter().filter(|other| beside(other));
            found(proposals, &beside.collect::<Vec<_>>(), group)
        })
        .collect()
}

/// The table of these columns. Where a column beside them is told apart, the names have to show
/// that they are rows nevertheless; where words in front of it say what each row is about, their
/// paths have to.
fn found(
    proposals: &[Proposal<'_>],
    told_apart: &[&FieldColumn],
    columns: Vec<FieldColumn>,
) -> Option<FoundTable> {
    let have_captions = told_apart.iter().any(|column| column.has_captions);
    if have_captions && columns.iter().any(|column| column.steps.is_none()) {
        return None;
    }
    let with_kinds = columns.into_iter().filter_map(|column| {
        let cells = column.cells.iter().map(|cell| &proposals[*cell]);
        let texts = || cells.clone().map(|cell| kind::text(cell.field));
        let are_texts = cells
            .clone()
            .all(|cell| matches!(cell.field.kind, FormFieldKind::Text));
        let kind = common(cells.clone().map(|cell| cell.kind.clone()))
            .or_else(|| kind_of_head(cells.clone().collect()))
            .or_else(|| are_texts.then(|| common(texts())).flatten())?;
        Some((column, kind))
    });
    let mut with_kinds: Vec<(FieldColumn, FieldType)> = with_kinds.collect();
    let left = |column: &FieldColumn| {
        let area = proposals[column.cells[0]].area();
        area.map_or(0.0, |area| area.left)
    };
    with_kinds.sort_by(|one, other| left(&one.0).total_cmp(&left(&other.0)));
    let (columns, kinds): (Vec<_>, Vec<_>) = with_kinds.into_iter().unzip();
    let rows = columns.first()?.cells.len();
    let is_unnamed = !columns.iter().any(FieldColumn::is_named);
    // Columns of one name are halves of one list.
    let names: HashSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let are_different = match names.len() {
        1 => is_unnamed && told_apart.is_empty() && have_own_heads(&columns, proposals),
        _ => told_apart.is_empty() || columns.iter().all(|column| !column.is_counted_by_step),
    };
    let are_rows =
        are_different && rows <= TABLE_ROWS_MAX && (!is_unnamed || rows >= UNNAMED_ROWS_MIN);
    let are_boxes = kinds.iter().all(|kind| *kind == FieldType::Boolean);
    (are_rows && !are_boxes).then_some(FoundTable {
        columns,
        kinds,
        is_unnamed,
    })
}

/// What the head of a column says, where nothing else is known of the cells below.
fn kind_of_head(cells: Vec<&Proposal<'_>>) -> Option<FieldType> {
    let (head, others) = cells.split_first()?;
    let says_nothing = |cell: &&Proposal<'_>| {
        cell.printed.is_none() && cell.kind == kind::text(cell.field) && cell.kind_doubt.is_none()
    };
    let is_alike = |cell: &Proposal<'_>| {
        let field = cell.field;
        field.kind == FormFieldKind::Text
            && field.max_length == head.field.max_length
            && field.number_format.is_none()
            && field.date_format.is_none()
            && field.values.is_empty()
    };
    let is_above = head.printed.as_ref()?.side == Side::Above;
    let is_same = others.iter().all(says_nothing) && cells.iter().all(|cell| is_alike(cell));
    (is_above && is_same).then(|| head.kind.clone())
}

/// The type of all cells of a column, if they have one in common.
fn common(kinds: impl IntoIterator<Item = FieldType>) -> Option<FieldType> {
    kinds
        .into_iter()
        .map(Some)
        .reduce(|one, other| match (one?, other?) {
            (
                FieldType::Text { max_length, .. },
                FieldType::Text {
                    max_length: other, ..
                },
            ) => Some(FieldType::Text {
                max_length: max_length.min(other),
                multiline: false,
            }),
            (one, other) => (one == other).then_some(one),
        })?
}

fn have_rows_in_common(proposals: &[Proposal<'_>], one: &FieldColumn, other: &FieldColumn) -> bool {
    let area = |cell: &usize| proposals[*cell].area();
    one.cells.len() == other.cells.len()
        && one.cells.iter().zip(&other.cells).all(|(one, other)| {
            area(one)
                .zip(area(other))
                .is_some_and(|(one, other)| one.shares_line(&other))
        })
}

/// Whether a text of its own is printed above each of several columns.
fn have_own_heads(columns: &[FieldColumn], proposals: &[Proposal<'_>]) -> bool {
    let heads = columns.iter().filter_map(|column| {
        let head = proposals[column.cells[0]].printed.as_ref();
        head.filter(|head| head.side == Side::Above)
    });
    let different: HashSet<&str> = heads.map(|head| head.text.as_str()).collect();
    columns.len() > 1 && different.len() == columns.len()
}

impl FoundTable {
    /// The indexes of its fields among the proposals.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> {
        self.columns
            .iter()
            .flat_map(|column| column.cells.iter().copied())
    }

    pub(super) fn proposed(&self, proposals: &[Proposal<'_>], keys: &mut Keys) -> ProposedTable {
        let mut column_keys = Keys::default();
        let heads: Vec<&Proposal<'_>> = self
            .columns
            .iter()
            .map(|column| &proposals[column.cells[0]])
            .collect();
        let columns: Vec<Column> = self
            .columns
            .iter()
            .zip(&self.kinds)
            .zip(&heads)
            .map(|((column, kind), head)| Column {
                key: column_keys.unique(&column_name(column, head)),
                label: column_label(column, head),
                kind: kind.clone(),
            })
            .collect();
        let (name, mut doubts) = self.name(&columns);
        let may_ask = |column: &FieldColumn| column.is_counted_by_step || column.has_own_tooltips;
        if self.columns.iter().any(may_ask) {
            doubts.push(EMPTY_ROWS.to_owned());
        }
        if self.is_unnamed {
            doubts.push("table: told by the places of its fields alone".to_owned());
        }
        let of_kinds = heads.iter().zip(&columns).zip(&self.kinds);
        doubts.extend(of_kinds.filter_map(|((head, column), kind)| {
            let doubt = head.kind_doubt.as_ref().filter(|_| *kind == head.kind)?;
            Some(format!("{}: {doubt}", column.key))
        }));
        doubts.extend(heads.iter().zip(&columns).flat_map(|(head, column)| {
            let says_nothing = !is_speaking(&column.label);
            let unnamed = head.wording.doubts.iter().filter(move |_| says_nothing);
            unnamed.map(|doubt| format!("{}: {doubt}", column.key))
        }));
        let path = keys.unique(&name);
        let cells = self.columns.iter().zip(&columns).flat_map(|(column, own)| {
            let cells = column.cells.iter().enumerate();
            let (path, key) = (&path, &own.key);
            cells.map(move |(row, cell)| {
                (
                    proposals[*cell].field.name.clone(),
                    format!("{path}.{row}.{key}"),
                )
            })
        });
        ProposedTable {
            names: cells.collect(),
            table: Table {
                label: columns[0].label.clone(),
                rows: self.columns[0].cells.len(),
                columns,
                path: path.clone(),
            },
            doubts,
        }
    }

    /// The path of the array and what is uncertain about it: from the fields' names, or `costs` and
    /// `income` where amounts of them stand in it.
    fn name(&self, columns: &[Column]) -> (String, Vec<String>) {
        let steps = self.columns[0].steps.as_ref();
        if let Some((table, _)) = steps.filter(|(table, _)| is_speaking(table)) {
            return (table.clone(), Vec::new());
        }
        let texts = self.columns.iter().zip(columns);
        let texts = texts.filter(|(_, column)| column.kind != FieldType::Boolean);
        let all: Vec<String> = texts.flat_map(|(own, _)| words(&own.name)).collect();
        let speaks_of = |stems: &[&str]| {
            let mut stems = stems.iter();
            stems.any(|stem| all.iter().any(|word| word.contains(stem)))
        };
        let has_amounts = columns.iter().any(|column| column.kind == FieldType::Money);
        let name = if has_amounts && speaks_of(&["kosten", "ausgabe", "cost", "expense"]) {
            "costs".to_owned()
        } else if has_amounts && speaks_of(&["einnahme", "income"]) {
            "income".to_owned()
        } else {
            format!("{}Rows", columns[0].key)
        };
        let doubt = "table: rows of repeated fields; give it a better name".to_owned();
        (name, vec![doubt])
    }
}
