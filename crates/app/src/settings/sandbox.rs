//! `sandbox.required`: whether the service runs where the kernel cannot confine its workers.

use settings_toml::DefaultValue::Text;
use settings_toml::{Setting, SettingsReader};

const REQUIRED: Setting = Setting::new(
    "sandbox.required",
    Text("true"),
    "refuse to start where the kernel has neither Landlock nor seccomp",
);

pub(super) fn is_required(reader: &mut SettingsReader) -> Option<bool> {
    reader.switch(&REQUIRED)
}
