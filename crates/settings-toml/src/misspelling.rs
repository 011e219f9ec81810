//! Environment variables with one underscore where settings have two. Others may begin like that as
//! well, and are nobody's fault: Kubernetes and Docker name the addresses of a service called
//! `formservice` so (`FORMSERVICE_PORT`, `FORMSERVICE_SERVICE_HOST`), and Docker repeats what
//! stands in its environment (`FORMSERVICE_ENV_…`).

use crate::Setting;
use crate::variable::{FILE_SUFFIX, variable};

pub(crate) const PREFIX: &str = "FORMSERVICE_";

/// Letters to change in a name that is still taken for that of a setting.
const DISTANCE_MAX: usize = 2;

/// The variable that was meant, if the name is one of ours by its underscores or its letters.
pub(crate) fn meant(name: &str, known: &[&'static Setting]) -> Option<String> {
    let rest = name.strip_prefix(PREFIX)?;
    let (written, suffix) = match rest.strip_suffix(FILE_SUFFIX) {
        Some(written) => (written, FILE_SUFFIX),
        None => (rest, ""),
    };
    let distance = |key: &str| strsim::damerau_levenshtein(&flat(written), &flat(key));
    let keys = known.iter().map(|setting| setting.key);
    let nearest = keys.min_by_key(|key| distance(key))?;
    let is_repeated = rest.starts_with("ENV_") || rest.contains("_ENV_");
    let is_ours = rest.contains("__") && !is_repeated || distance(nearest) <= DISTANCE_MAX;
    is_ours.then(|| format!("{}{suffix}", variable(nearest)))
}

fn flat(name: &str) -> String {
    name.to_lowercase().replace("__", "_").replace('.', "_")
}

#[cfg(test)]
mod tests {
    use super::meant;
    use crate::{DefaultValue, Setting};

    const URL: Setting = Setting::new("database.url", DefaultValue::Unset("none"), "where");
    const STORE: Setting = Setting::new("rate_limit.store", DefaultValue::Unset("none"), "who");

    #[test]
    fn meant_names_the_setting_that_was_misspelled_and_none_for_variables_of_others() {
        for (name, expected) in [
            (
                "FORMSERVICE_DATABASE_URL",
                Some("FORMSERVICE__DATABASE__URL"),
            ),
            (
                "FORMSERVICE_DATABASE_URI",
                Some("FORMSERVICE__DATABASE__URL"),
            ),
            (
                "FORMSERVICE_DATABASE_URL_FILE",
                Some("FORMSERVICE__DATABASE__URL_FILE"),
            ),
            (
                "FORMSERVICE_RATE_LIMIT__STORAGE",
                Some("FORMSERVICE__RATE_LIMIT__STORE"),
            ),
            ("FORMSERVICE_ENV_FORMSERVICE__DATABASE__URL", None),
            ("FORMSERVICE_CONFIG", None),
            ("FORMSERVICE_PORT", None),
            ("FORMSERVICE_DATABASE_PORT", None),
            ("FORMSERVICE_SERVICE_HOST", None),
        ] {
            assert_eq!(meant(name, &[&URL, &STORE]).as_deref(), expected, "{name}");
        }
    }
}
