//! Formatted texts that programs leave over when they change the plain text of a field.
//!
//! Acrobat writes a value twice, plain (`V`) and formatted (`RV`); most programs change the plain
//! one alone. A formatted text counts only where it is not the one of the template: there nobody
//! typed it.

use std::collections::BTreeMap;

use super::{ContentError, DataReader};
use crate::Faults;
use crate::form_content::{FormField, FormattedText};
use crate::form_type::FormType;

/// The formatted texts of a template, by the names of its fields.
pub type TemplateTexts = BTreeMap<String, FormattedText>;

/// Those of these fields.
pub fn template_texts(fields: Vec<FormField>) -> TemplateTexts {
    let texts = fields
        .into_iter()
        .filter_map(|field| Some((field.name, field.formatted?)));
    texts.collect()
}

/// The fields without what is left over, if any of them has some. A formatted text that is not the
/// template's and says something else than the plain one is a contradiction.
pub(crate) fn without_left_over(
    form_type: &FormType,
    fields: &[FormField],
    template: &TemplateTexts,
) -> Result<Option<Vec<FormField>>, ContentError> {
    let mut reading = DataReader::default();
    let mut cleared = Vec::new();
    for (position, field) in fields.iter().enumerate() {
        let Some(formatted) = &field.formatted else {
            continue;
        };
        match template.get(&field.name) {
            Some(own) if formatted.says(&own.text) => {
                if formatted.is_value && !own.is_value {
                    cleared.push(position);
                }
            }
            _ if formatted.says(&field.values.concat()) => {}
            _ => reading.ambiguous(
                form_type.path_of_template_name(&field.name),
                "has another formatted text than plain text".to_owned(),
            ),
        }
    }
    Faults::unless_none(reading.faults, ()).map_err(|faults| ContentError {
        faults,
        ambiguous: true,
    })?;
    Ok((!cleared.is_empty()).then(|| {
        let mut fields = fields.to_vec();
        for position in cleared {
            fields[position].values.clear();
        }
        fields
    }))
}

#[cfg(test)]
mod tests {
    use super::{template_texts, without_left_over};
    use crate::form_content::{FormField, FormattedText};
    use crate::form_type::sample::sample;

    fn field(plain: Option<&str>, formatted: &str) -> FormField {
        FormField {
            name: "x".to_owned(),
            values: vec![plain.unwrap_or(formatted).to_owned()],
            formatted: Some(FormattedText {
                text: formatted.to_owned(),
                is_value: plain.is_none(),
            }),
            ..FormField::default()
        }
    }

    #[test]
    fn without_left_over_counts_a_formatted_text_where_it_is_not_the_templates() {
        let plain = field(Some("Vordruck"), "Vordruck");
        let formatted = field(None, "Vordruck");
        for (template, filled, values) in [
            // The plain text was changed, the formatted one left.
            (Some(&plain), field(Some("neu"), "Vordruck"), Some("neu")),
            (
                Some(&formatted),
                field(Some("neu"), " Vordruck "),
                Some("neu"),
            ),
            // Both were changed alike.
            (Some(&plain), field(Some("neu"), "neu"), Some("neu")),
            (None, field(Some("neu"), "neu"), Some("neu")),
            // The plain text was taken away.
            (Some(&plain), field(None, "Vordruck"), None),
            // It never was there.
            (Some(&formatted), field(None, "Vordruck"), Some("Vordruck")),
            (None, field(None, "neu"), Some("neu")),
        ] {
            let template = template_texts(template.into_iter().cloned().collect());
            let fields = [filled];
            let read = without_left_over(&sample(), &fields, &template).unwrap();
            let read = read.unwrap_or(fields.to_vec()).remove(0);
            assert_eq!(read.values.first().map(String::as_str), values);
        }
    }

    #[test]
    fn without_left_over_names_every_other_formatted_text() {
        let template = template_texts(vec![field(Some("Vordruck"), "Vordruck")]);
        for fields in [[field(Some("neu"), "anders")], [field(Some(""), "anders")]] {
            let refused = without_left_over(&sample(), &fields, &template).unwrap_err();
            assert!(refused.is_ambiguous());
            assert!(refused.to_string().contains('x'), "{refused}");
        }
    }
}
