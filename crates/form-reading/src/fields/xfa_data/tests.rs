use forms::form_content::{FormField, FormFieldKind, FormFieldOption};
use forms::form_type::FieldType;

use super::{contradicts, says_nothing};

#[test]
fn contradicts_knows_how_raw_values_are_shown() {
    for (data, shown) in [
        ("Anna", "Anna"),
        ("123456789", "123-45-6789"),
        ("2026-11-22", "22.11.2026"),
        ("2026-11-02", "11/2/26"),
        ("2026-11-22T00:00:00", "22. November 2026"),
        ("1234.5", "1.234,50 €"),
        ("1234", "1,234.00"),
        ("1234", "1.234"),
        ("1.234", "1.234"),
        ("0", "0,00"),
        ("1234567890", "(123) 456-7890"),
        ("-5", "(5,00)"),
        ("a\nb", "a b"),
        ("12345678901", "123.456.789-01"),
        ("DE02120300000000202051", "DE02 1203 0000 0000 2020 51"),
        ("12", "12 km"),
        ("10:30:00", "10:30"),
        ("0.19", "19 %"),
        ("0.195", "19,5%"),
        ("19", "19 %"),
        ("1234.5678", "1.234,57"),
        ("2026-11-22", "11222026"),
        ("1.25", "1,250"),
        ("0.000", " "),
    ] {
        let field = field(FormFieldKind::Text, &[shown], data);
        assert!(!contradicts(None, &field), "{data} {shown}");
    }
}

#[test]
fn contradicts_knows_other_amounts_days_and_texts() {
    for (data, shown) in [
        ("Anna", "Anne"),
        ("2026-11-22", "21.11.2026"),
        ("2026-11-22", "22.11.2025"),
        ("2026-11-22", "22.10.2026"),
        ("1234.5", "1.235,50"),
        ("100", "1"),
        ("100", "1,00"),
        ("0", "keine"),
        ("1", ""),
        ("-5", "5"),
        ("5", "-5"),
        ("1.234,50", "123450"),
        ("1,5", "15"),
        ("15", "1,5"),
        ("1,5 km", "15 km"),
        ("15", "1,5 km"),
        ("-", "+"),
        ("12", "Hauptstrasse 12"),
        ("12", "12 a"),
        ("2026-11-22", "22. Oktober 2026"),
        ("2026-11-02", "11.02.2026"),
        ("1.5", "2"),
        ("0.19", "0,20 %"),
        ("12", "1/2"),
        ("12345", "1.2345"),
        ("12345", "\u{2013}12345"),
        ("12345", "~12,345"),
        ("Muellermeier", "Mueller-Meier"),
        ("01067", "1067"),
    ] {
        let field = field(FormFieldKind::Text, &[shown], data);
        assert!(contradicts(None, &field), "{data} {shown}");
    }
}

#[test]
fn contradicts_knows_other_values_whichever_of_both_is_data() {
    for (one, other) in [
        ("1.234,50", "123450"),
        ("5,00", "500"),
        ("+90,00", "9000"),
        ("\u{2212}5", "5"),
        ("-", "+"),
        ("12", "Hauptstrasse 12"),
        ("12", "1 2"),
        ("2026-11-22", "22. Oktober 2026"),
        ("2026-11-02", "11.02.2026"),
        ("2026-02-11", "02.11.2026"),
        ("26.11.2031", "2026-11-26"),
    ] {
        for (data, shown) in [(one, other), (other, one)] {
            let field = field(FormFieldKind::Text, &[shown], data);
            assert!(contradicts(None, &field), "{data} {shown}");
            for kind in [FieldType::Money, date("dd.mm.yyyy")] {
                assert!(contradicts(Some(&kind), &field), "{data} {shown} {kind:?}");
            }
        }
    }
}

#[test]
fn contradicts_reads_what_is_shown_by_the_type_of_the_field() {
    let (german, american) = (date("dd.mm.yyyy"), date("mm/dd/yyyy"));
    for (field_type, data, shown, is_other) in [
        (FieldType::Money, "1.234", "1,234", true),
        (FieldType::Money, "1234", "1.234", false),
        (FieldType::Money, "1.234,50", "1234,5 €", false),
        (FieldType::Money, "1.234,50", "123450", true),
        (FieldType::Money, "1234.5", "1.235", true),
        (FieldType::Money, "1234.5678", "1.234,57", false),
        (FieldType::Money, "0.00000000", "0,00 €", false),
        (american.clone(), "2026-11-02", "02/11/2026", true),
        (american, "2026-11-02", "11/02/2026", false),
        (german.clone(), "2.11.2026", "02.11.26", false),
        (german, "2026-11-02", "02.11.2026", false),
    ] {
        let field = field(FormFieldKind::Text, &[shown], data);
        let found = contradicts(Some(&field_type), &field);
        assert_eq!(found, is_other, "{data} {shown}");
    }
    let scripted = FormField {
        date_format: Some("mm/dd/yyyy".to_owned()),
        ..field(FormFieldKind::Text, &["02/11/2026"], "2026-11-02")
    };
    assert!(contradicts(None, &scripted));
}

#[test]
fn says_nothing_where_all_digits_are_0() {
    for data in ["", " ", "0", "0.00", "0.00000000", "-0.0"] {
        assert!(says_nothing(data), "{data:?}");
    }
    for data in ["0.01", "0,5", "a", "0.0.0", "-"] {
        assert!(!says_nothing(data), "{data:?}");
    }
}

fn date(format: &str) -> FieldType {
    FieldType::Date {
        format: format.to_owned(),
    }
}

fn field(kind: FormFieldKind, values: &[&str], data: &str) -> FormField {
    let option = |export: &str, display: &str| FormFieldOption {
        export: export.to_owned(),
        display: display.to_owned(),
    };
    FormField {
        kind,
        values: values.iter().map(|&value| value.to_owned()).collect(),
        xfa_data: Some(data.to_owned()),
        options: vec![option("1", "eins"), option("2", "zwei")],
        ..FormField::default()
    }
}

#[test]
fn contradicts_where_data_and_field_hold_two_values() {
    use FormFieldKind::{CheckBox, Choice, Radio, Text};
    for (kind, values, data) in [
        (Text, &["a"][..], "b"),
        (Text, &[], "b"),
        (Text, &["1"], "0"),
        (Choice, &["1"], "2"),
        (Radio, &["1"], "2"),
        (CheckBox, &[], "1"),
        (CheckBox, &["1"], "0"),
        (CheckBox, &["1"], "Off"),
        (Text, &[" "], "b"),
    ] {
        assert!(
            contradicts(None, &field(kind, values, data)),
            "{values:?} {data}"
        );
    }
    for (kind, values, data) in [
        (Text, &["a"][..], ""),
        (Text, &[], " "),
        (Text, &[], "0"),
        (Choice, &["1"], "eins"),
        (Choice, &["1"], "1"),
        (Choice, &["1", "2"], "1"),
        (Radio, &["1"], "1"),
        (Radio, &["1"], "eins"),
        (CheckBox, &["1"], "anders"),
        (CheckBox, &[], "0"),
        (Text, &[], "0.00"),
    ] {
        assert!(
            !contradicts(None, &field(kind, values, data)),
            "{values:?} {data}"
        );
    }
    assert!(!contradicts(None, &FormField::default()));
}
