//! What the schemas of form types are called: `pa_form` has `PaFormData` and `PaFormChange`.
//!
//! No two form types share a name, and none has that of another schema. Generators of clients make
//! files of names, which some disks do not tell apart by case, so neither are they here.

use std::collections::BTreeSet;

/// The names of the schemas of one form type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SchemaNames {
    pub(super) data: String,
    pub(super) change: String,
}

/// The names for the form types with these keys, in their order, beside those that are taken
/// already. Whoever would get one that an earlier key has, or another schema, gets a number.
pub(super) fn for_keys(keys: &[&str], taken: &[&str]) -> Vec<SchemaNames> {
    let mut taken: BTreeSet<String> = taken.iter().map(|name| name.to_lowercase()).collect();
    // A number must not take the name of a form type that can have its own.
    let plain = keys.iter().map(|key| camel_case(key));
    let plain: Vec<_> = plain.map(|name| (free(&name, &mut taken), name)).collect();
    let mut numbered =
        |name: &str| (2_u64..).find_map(|number| free(&format!("{name}No{number}"), &mut taken));
    plain
        .into_iter()
        .filter_map(|(names, name)| names.or_else(|| numbered(&name)))
        .collect()
}

/// Takes the names that begin so, if both are free.
fn free(beginning: &str, taken: &mut BTreeSet<String>) -> Option<SchemaNames> {
    let names = SchemaNames {
        data: format!("{beginning}Data"),
        change: format!("{beginning}Change"),
    };
    let lower = [names.data.to_lowercase(), names.change.to_lowercase()];
    if lower.iter().any(|name| taken.contains(name)) {
        return None;
    }
    taken.extend(lower);
    Some(names)
}

/// `pa_form` is `PaForm`.
fn camel_case(key: &str) -> String {
    let capitalised = |word: &str| {
        let mut characters = word.chars();
        let first = characters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(characters).collect::<String>()
    };
    key.split('_').map(capitalised).collect()
}

#[cfg(test)]
mod tests {
    use super::for_keys;

    fn of(keys: &[&str]) -> Vec<String> {
        let taken = ["ApplicationData", "ApplicationChange", "HistoryChange"];
        let names = for_keys(keys, &taken);
        assert!(names.iter().all(|names| {
            names.data.strip_suffix("Data") == names.change.strip_suffix("Change")
        }));
        names.into_iter().map(|names| names.data).collect()
    }

    #[test]
    fn a_form_type_has_its_own_name() {
        assert_eq!(
            of(&["pa_form", "vsm_form", "antrag_2027"]),
            ["PaFormData", "VsmFormData", "Antrag2027Data"]
        );
    }

    #[test]
    fn whoever_comes_second_gets_a_number() {
        assert_eq!(
            of(&["antrag2027", "antrag_2027", "antrag_2027_"]),
            ["Antrag2027Data", "Antrag2027No2Data", "Antrag2027No3Data"]
        );
        assert_eq!(of(&["_", "__"]), ["Data", "No2Data"]);
        assert_eq!(of(&["ab_c", "a_bc"]), ["AbCData", "ABcNo2Data"]);
    }

    #[test]
    fn no_form_type_has_the_name_of_another_schema() {
        assert_eq!(
            of(&["application", "history", "application_no2"]),
            ["ApplicationNo3Data", "HistoryNo2Data", "ApplicationNo2Data"]
        );
    }
}
