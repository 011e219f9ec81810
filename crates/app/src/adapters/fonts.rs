//! Fonts beside the built-in ones.

use std::path::PathBuf;

use cli::CommandError;
use pdf_write::AddedFonts;
use settings_toml::DefaultValue::Unset;
use settings_toml::{Setting, SettingsReader};

const DIRECTORY: Setting = Setting::new(
    "fonts.dir",
    Unset("none"),
    "folder of more fonts, for characters that the built-in ones lack",
);

/// The folder that they are in, if there are any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FontSettings(pub(crate) Option<PathBuf>);

impl FontSettings {
    pub(crate) fn read(reader: &mut SettingsReader) -> Self {
        Self(reader.text(&DIRECTORY).map(PathBuf::from))
    }

    /// The fonts, which stay in memory; a sentence for each that cannot be used.
    pub(crate) fn build(&self) -> Result<AddedFonts, CommandError> {
        let fonts = self.0.as_deref().map(AddedFonts::read).transpose();
        let fonts = fonts.map_err(|faults| {
            let sentence = |fault| format!("`fonts.dir`: {fault}.");
            CommandError::Configuration(faults.into_iter().map(sentence).collect())
        })?;
        Ok(fonts.unwrap_or_default())
    }

    /// What can be said of them.
    pub(crate) fn check(&self) -> Result<String, CommandError> {
        let count = self.build()?.count();
        Ok(match (&self.0, count) {
            (None, _) => "the built-in ones".to_owned(),
            (Some(_), 1) => "the built-in ones and 1 more".to_owned(),
            (Some(_), count) => format!("the built-in ones and {count} more"),
        })
    }
}
