//! Which form type a PDF is most likely of, where nobody says.

use std::sync::Arc;

use forms::form_type::FormType;
use forms::{FormContent, form_content::PlacedText};
use ports::FormPackage;
use usecases::FormCatalogue;

/// The form type that knows most of the PDF's fields; of a PDF without fields, the one most of
/// whose words stand in its text. Of several that know equally many, the one with the fewest fields
/// of its own, which fits closest. `None` without form types.
pub(super) fn best_match(
    catalogue: &FormCatalogue,
    content: &FormContent,
) -> Option<Arc<FormPackage>> {
    let fit = |package: &&Arc<FormPackage>| {
        let form_type = &package.form_type;
        let known = match content {
            FormContent::Fields(fields) => fields
                .iter()
                .filter(|field| form_type.place_of_template_name(&field.name).is_some())
                .count(),
            FormContent::Text(runs) => words(form_type)
                .filter(|word| stands_in(runs, word))
                .count(),
        };
        (known, std::cmp::Reverse(words(form_type).count()))
    };
    // Of equals `max_by_key` takes the last; the first is the better known.
    catalogue.list().iter().rev().max_by_key(fit).cloned()
}

/// What stands printed on the form: its title and its labels.
fn words(form_type: &FormType) -> impl Iterator<Item = &str> {
    let labels = form_type.fields().map(|field| field.label.as_str());
    let captions = form_type.tables().map(|table| table.label.as_str());
    std::iter::once(form_type.title.as_str())
        .chain(labels)
        .chain(captions)
}

fn stands_in(runs: &[PlacedText], word: &str) -> bool {
    runs.iter().any(|run| run.text.contains(word))
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use forms::FormContent;
    use forms::form_content::{FormField, PagePlace, PlacedText};
    use forms::form_type::{Entry, Field, FieldType, FormType, Section, Width};
    use ports::FormPackage;
    use usecases::FormCatalogue;

    use super::best_match;

    fn package(key: &str, paths: &[&str]) -> FormPackage {
        let entries = paths.iter().map(|path| Entry::Field(field(path)));
        let form_type = FormType {
            key: key.to_owned(),
            title: format!("Antrag {key}"),
            version: 1,
            language: "de-DE".to_owned(),
            introduction: None,
            sections: vec![Section {
                title: String::new(),
                entries: entries.collect(),
            }],
            names: [("Feld 7".to_owned(), "special".to_owned())].into(),
        };
        FormPackage::new(form_type, Bytes::new(), Bytes::new())
    }

    fn field(path: &str) -> Field {
        Field {
            path: path.to_owned(),
            label: format!("label of {path}"),
            kind: FieldType::Money,
            required: false,
            not_before: None,
            hint: None,
            width: Width::Full,
        }
    }

    fn matched(content: &FormContent) -> String {
        let packages = [
            package("first", &["name", "date"]),
            package("second", &["name", "date", "sum"]),
            package("third", &["name", "special"]),
        ];
        let package = best_match(&FormCatalogue::new(packages), content).unwrap();
        package.form_type.key.clone()
    }

    fn fields(names: &[&str]) -> FormContent {
        let field = |name: &&str| FormField {
            name: (*name).to_owned(),
            ..FormField::default()
        };
        FormContent::Fields(names.iter().map(field).collect())
    }

    #[test]
    fn the_type_that_knows_most_fields_is_taken() {
        assert_eq!(matched(&fields(&["name", "sum", "date", "x"])), "second");
        assert_eq!(matched(&fields(&["name", "Feld 7"])), "third");
    }

    #[test]
    fn of_equals_the_closest_and_then_the_first_is_taken() {
        assert_eq!(matched(&fields(&["name", "date"])), "first");
        assert_eq!(matched(&fields(&["unknown"])), "first");
    }

    #[test]
    fn a_flat_form_is_known_by_its_words() {
        let place = PagePlace {
            page: 0,
            left: 0.0,
            top: 0.0,
            width: 1.0,
            height: 1.0,
        };
        let run = |text: &str| PlacedText {
            text: text.to_owned(),
            place,
        };
        let text = FormContent::Text(vec![run("Antrag third"), run("label of name *")]);
        assert_eq!(matched(&text), "third");
    }
}
