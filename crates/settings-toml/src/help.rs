//! The settings as a help text shows them.

use crate::Setting;

const COLUMNS: usize = 100;
const KEY_COLUMNS: usize = 31;

/// A line for each setting, with its default in brackets; long defaults have a line of their own.
pub fn help(settings: &[&Setting]) -> String {
    let mut lines = vec![
        "Settings (in TOML, or as FORMSERVICE__SECTION__KEY in the environment, which wins):"
            .to_owned(),
    ];
    for setting in settings {
        let line = format!("  {:KEY_COLUMNS$} {}", setting.key, setting.about);
        let default = format!("[{}]", setting.default);
        if line.len() + 1 + default.len() <= COLUMNS {
            lines.push(format!("{line} {default}"));
        } else {
            lines.extend([line, format!("{default:>COLUMNS$}")]);
        }
    }
    lines.push(
        "Lists in the environment are separated by spaces. FORMSERVICE__SECTION__KEY_FILE names a \
            file\nthat holds the value."
            .to_owned(),
    );
    lines.join("\n")
}
