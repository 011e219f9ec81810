//! The structure of `form.toml` for serde, before any rule is checked.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDefinition {
    pub(super) form_type: String,
    pub(super) title: String,
    pub(super) version: u32,
    pub(super) language: Option<String>,
    pub(super) introduction: Option<String>,
    #[serde(default)]
    pub(super) presets: BTreeSet<String>,
    pub(super) section: Vec<RawSection>,
    #[serde(default)]
    pub(super) names: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSection {
    pub(super) title: String,
    #[serde(default)]
    pub(super) entry: Vec<RawEntry>,
}

/// A field (`key`) or a table (`table`). One struct for both, so that an error can say which
/// members do not go together.
pub(super) struct RawEntry {
    pub(super) key: Option<String>,
    pub(super) table: Option<String>,
    pub(super) label: String,
    pub(super) required: Option<bool>,
    pub(super) not_before: Option<String>,
    pub(super) hint: Option<String>,
    pub(super) width: Option<String>,
    pub(super) rows: Option<usize>,
    pub(super) columns: Option<Vec<RawColumn>>,
    pub(super) options: RawOptions,
}

pub(super) struct RawColumn {
    pub(super) key: String,
    pub(super) label: String,
    pub(super) options: RawOptions,
}

/// What says which values a field may have.
#[derive(Default)]
pub(super) struct RawOptions {
    pub(super) kind: Option<String>,
    pub(super) max_length: Option<usize>,
    pub(super) multiline: Option<bool>,
    pub(super) min: Option<i64>,
    pub(super) max: Option<i64>,
    pub(super) format: Option<String>,
    pub(super) choices: Option<Vec<RawChoice>>,
    pub(super) multiple: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawChoice {
    pub(super) key: String,
    pub(super) label: String,
    pub(super) export: Option<String>,
}

/// All members an entry can have, flat: serde's `flatten` would let unknown ones pass.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatEntry {
    key: Option<String>,
    table: Option<String>,
    label: String,
    #[serde(rename = "type")]
    kind: Option<String>,
    max_length: Option<usize>,
    multiline: Option<bool>,
    min: Option<i64>,
    max: Option<i64>,
    format: Option<String>,
    choices: Option<Vec<RawChoice>>,
    multiple: Option<bool>,
    required: Option<bool>,
    not_before: Option<String>,
    hint: Option<String>,
    width: Option<String>,
    rows: Option<usize>,
    columns: Option<Vec<RawColumn>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlatColumn {
    key: String,
    label: String,
    #[serde(rename = "type")]
    kind: Option<String>,
    max_length: Option<usize>,
    min: Option<i64>,
    max: Option<i64>,
    format: Option<String>,
    choices: Option<Vec<RawChoice>>,
}

impl<'de> Deserialize<'de> for RawEntry {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let flat = FlatEntry::deserialize(deserializer)?;
        let FlatEntry {
            key,
            table,
            label,
            required,
            not_before,
            hint,
            width,
            rows,
            columns,
            kind,
            max_length,
            multiline,
            min,
            max,
            format,
            choices,
            multiple,
        } = flat;
        let options = RawOptions {
            kind,
            max_length,
            multiline,
            min,
            max,
            format,
            choices,
            multiple,
        };
        Ok(Self {
            key,
            table,
            label,
            required,
            not_before,
            hint,
            width,
            rows,
            columns,
            options,
        })
    }
}

impl<'de> Deserialize<'de> for RawColumn {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let FlatColumn {
            key,
            label,
            kind,
            max_length,
            min,
            max,
            format,
            choices,
        } = FlatColumn::deserialize(deserializer)?;
        Ok(Self {
            key,
            label,
            options: RawOptions {
                kind,
                max_length,
                min,
                max,
                format,
                choices,
                ..RawOptions::default()
            },
        })
    }
}
