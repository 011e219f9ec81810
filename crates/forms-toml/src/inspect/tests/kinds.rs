//! Types that labels, names, units and currencies suggest.

use super::*;

/// The types that are proposed for fields in a column, each called this with this printed before
/// it, and this behind it.
fn proposed(fields: &[(FormField, &str, &str)]) -> (String, Vec<String>) {
    let top = |row: usize| 50.0 + 40.0 * row as f32;
    let mut texts = Vec::new();
    let mut placed = Vec::new();
    for (row, (field, before, behind)) in fields.iter().enumerate() {
        let left = 20.0 + 5.0 * before.chars().count() as f32 + 5.0;
        let place = spot(left, top(row) - 2.0, 100.0, 14.0);
        texts.push(printed(before, 20.0, top(row)));
        texts.push(printed(behind, left + 104.0, top(row)));
        placed.push(FormField {
            place: Some(place),
            ..field.clone()
        });
    }
    let (text, form_type) = defined(placed, texts);
    let kinds = form_type.fields().map(|field| match field.kind {
        FieldType::Text { .. } => "text".to_owned(),
        FieldType::Date { .. } => "date".to_owned(),
        ref other => format!("{other:?}").to_lowercase(),
    });
    (text.clone(), kinds.collect())
}

fn named(name: &str) -> FormField {
    text_field(name, 0.0, 0.0)
}

fn decimal(name: &str) -> FormField {
    FormField {
        number_format: Some(NumberFormat {
            decimals: 2,
            currency: String::new(),
        }),
        ..named(name)
    }
}

#[test]
fn a_field_is_what_is_printed_beside_it_though_the_pdf_calls_it_something_else() {
    let (text, kinds) = proposed(&[
        (named("IBAN_4"), "Name des Zahlungspflichtigen", ""),
        (named("Datum"), "Dienststelle/Datum", ""),
        (named("Geburtsdatum"), "Geboren", ""),
        (named("Betrag"), "Betrag überwiesen am", ""),
        (named("Betrag Worten"), "Betrag in Worten", "Euro"),
    ]);
    assert_eq!(kinds, ["text", "text", "date", "date", "text"], "{text}");
}

#[test]
fn a_number_without_a_currency_is_no_amount_where_something_else_is_counted() {
    let (text, kinds) = proposed(&[
        (decimal("a"), "Anzahl der gefahrenen km", "mal"),
        (decimal("b"), "Eigenanteil", "%"),
        (decimal("c"), "Fahrt", "€"),
        (decimal("d"), "Reisekosten", ""),
        (decimal("e"), "Zwischenstand", ""),
        (named("Betrag"), "Betrag", "km"),
    ]);
    assert_eq!(
        kinds,
        ["text", "text", "money", "money", "money", "text"],
        "{text}"
    );
    let doubts = ["counts no euros", "by its script alone"];
    assert_eq!(doubts.map(|doubt| text.matches(doubt).count()), [3, 1]);
}

#[test]
fn a_form_in_another_currency_has_no_amounts() {
    let (text, kinds) = proposed(&[
        (decimal("a"), "Pay before tax", "£"),
        (decimal("b"), "Rent", ""),
        (named("c"), "Gesamtbetrag", ""),
    ]);
    assert_eq!(kinds, ["text", "text", "text"], "{text}");
    assert_eq!(text.matches("the form has £").count(), 2, "{text}");
}
