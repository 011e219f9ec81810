//! What the environment variables of settings are called.

/// What their names begin with.
pub(crate) const PREFIX: &str = "FORMSERVICE__";

/// What the names of those end with that name a file in the place of the value.
pub(crate) const FILE_SUFFIX: &str = "_FILE";

/// The variable of a key.
pub(crate) fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('.', "__").to_uppercase())
}
