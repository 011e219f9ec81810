//! Names that are near to those of settings: passed over, the service would run on its defaults.
//! Among them are environment variables with one underscore where settings have two, and those that
//! were to name the configuration file.
//!
//! Others may begin like that as well, and are nobody's fault: Kubernetes and Docker name the
//! addresses of a service called `formservice` so (`FORMSERVICE_PORT`, `FORMSERVICE_SERVICE_HOST`),
//! and Docker repeats what stands in its environment (`FORMSERVICE_ENV_…`).

use crate::Setting;
use crate::variable::{FILE_SUFFIX, variable};

pub(crate) const PREFIX: &str = "FORMSERVICE_";

/// What follows it in the name of the variable that names the configuration file.
const CONFIG: &str = "CONFIG";

/// Letters to change in a name that is still taken for that of a setting.
const DISTANCE_MAX: usize = 2;

/// Whether a variable was meant to name the configuration file, but is called otherwise.
pub(crate) fn is_config(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(PREFIX).filter(|rest| *rest != CONFIG) else {
        return false;
    };
    let written = rest.strip_suffix(FILE_SUFFIX).unwrap_or(rest);
    written.starts_with("CONF") && !written.contains('_')
        || strsim::damerau_levenshtein(written, CONFIG) <= DISTANCE_MAX
}

/// The variable that was meant, if the name is one of ours by its underscores or its letters.
pub(crate) fn meant(name: &str, known: &[&'static Setting]) -> Option<String> {
    if is_config(name) {
        return Some(format!("{PREFIX}{CONFIG}"));
    }
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

/// The known name with the fewest letters to change, in the whole of it or in one of its two
/// parts, where only that is given. None if half of the letters of each would have to change.
pub(crate) fn nearest(name: &str, known: &[&'static Setting]) -> Option<&'static str> {
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
    let near = |name: &str, known: &str| {
        let distance = strsim::damerau_levenshtein(name, known);
        (2 * distance < name.chars().count()).then_some(distance)
    };
    let distance = |known: &str| {
        let section = known.split('.').next().unwrap_or_default();
        let parts = [near(&last(name), &last(known)), near(name, section)];
        let part = parts.into_iter().flatten().min();
        let distances = near(name, known)
            .into_iter()
            .chain(part.map(|part| part + 1));
        distances.min()
    };
    let keys = known.iter().map(|setting| setting.key);
    let with_distances = keys.filter_map(|key| Some((distance(key)?, key)));
    let nearest = with_distances.min_by_key(|(distance, _)| *distance)?;
    Some(nearest.1)
}

fn flat(name: &str) -> String {
    name.to_lowercase().replace("__", "_").replace('.', "_")
}

#[cfg(test)]
mod tests {
    use super::{meant, nearest};
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
            ("FORMSERVICE_CONFIG_FILE", Some("FORMSERVICE_CONFIG")),
            ("FORMSERVICE_CONFG", Some("FORMSERVICE_CONFIG")),
            ("FORMSERVICE_CONF", Some("FORMSERVICE_CONFIG")),
            ("FORMSERVICE_CONFIGURATION", Some("FORMSERVICE_CONFIG")),
            ("FORMSERVICE__CONFIG", Some("FORMSERVICE_CONFIG")),
            ("FORMSERVICE_CONFIG_SERVICE_HOST", None),
            ("FORMSERVICE_CONFIG_PORT", None),
            ("FORMSERVICE_PORT", None),
            ("FORMSERVICE_DATABASE_PORT", None),
            ("FORMSERVICE_SERVICE_HOST", None),
        ] {
            assert_eq!(meant(name, &[&URL, &STORE]).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn nearest_names_nothing_for_what_is_near_to_none() {
        let is_near = |name: &&str| nearest(name, &[&URL]).is_some();
        assert!(["url", "database.uri", "databse"].iter().all(is_near));
        // Of the last not one part is near, however long the whole is.
        let far = ["auth.zzz", "zzz", "x.y", "security_of_all.your"];
        assert!(!far.iter().any(is_near));
    }
}
