//! `attachments.types`: which files are taken, by their bytes.

use domain::attachment::AllowedTypes;
use settings_toml::DefaultValue::Unset;
use settings_toml::{Setting, SettingsReader};

const TYPES: Setting = Setting::new(
    "attachments.types",
    Unset("any"),
    "media types of attachments, by their bytes",
);

/// `None` only where a fault was noted.
pub(super) fn allowed_types(reader: &mut SettingsReader) -> Option<AllowedTypes> {
    if !reader.is_given(&TYPES) {
        reader.list(&TYPES);
        return Some(AllowedTypes::ANY);
    }
    let known = AllowedTypes::known();
    let what = format!(
        "media types that the bytes of a file tell: {} (documents of Word, Excel and OpenDocument \
            are application/zip; of texts such as text/csv the bytes tell nothing)",
        known.join(", ")
    );
    let parse = |text: &str| known.iter().find(|known| **known == text).copied();
    let types = reader.parsed_list(&TYPES, &what, parse)?;
    Some(AllowedTypes::only(types))
}
