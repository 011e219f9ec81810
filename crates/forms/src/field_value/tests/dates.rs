//! Dates: every spelling they are read in, and the one of their field they are written in.

use super::{date_type, filled};
use crate::Value;
use crate::field_value::date;
use crate::form_content::{FormField, FormFieldKind};
use crate::form_type::FieldType;

#[test]
fn dates_are_read_in_every_settled_spelling() {
    for text in [
        "01.02.2026",
        "1.2.2026",
        "01.02.26",
        "2026-02-01",
        " 1.2.26 ",
    ] {
        assert_eq!(
            date_type().read_text(text),
            Ok(Some(Value::text("2026-02-01"))),
            "{text}"
        );
    }
    assert_eq!(
        date_type().read_text("29.02.2024"),
        Ok(Some(Value::text("2024-02-29")))
    );
    assert_eq!(date_type().read_text("  "), Ok(None));
}

#[test]
fn what_is_no_date_is_named_as_it_was_read() {
    for text in [
        "31.02.2026",
        "29.02.2026",
        "1.2",
        "02/01/2026",
        "1.2.226",
        "morgen",
        "2026-2-1",
        "0000-01-01",
        "1.2.2026 oder später",
        "+1.2.2026",
    ] {
        let problem = date_type().read_text(text).unwrap_err();
        assert!(problem.contains(text), "{problem}");
    }
}

#[test]
fn the_example_tells_the_day_from_the_month() {
    for (format, example) in [
        ("dd.mm.yyyy", "31.12.2026"),
        ("mm/dd/yyyy", "12/31/2026"),
        ("d-m-yy", "31-12-26"),
    ] {
        let format = format.to_owned();
        let problem = FieldType::Date { format }.read_text("morgen").unwrap_err();
        assert_eq!(
            problem,
            format!("\"morgen\" is no date, give it as {example}")
        );
    }
}

#[test]
fn a_template_has_its_own_date_format() {
    let american = FieldType::Date {
        format: "mm/dd/yyyy".to_owned(),
    };
    assert_eq!(
        american.read_text("02/01/2026"),
        Ok(Some(Value::text("2026-02-01")))
    );
    assert_eq!(
        american.read_text("01.02.2026"),
        Ok(Some(Value::text("2026-02-01")))
    );
    assert_eq!(american.write(&Value::text("2026-02-01")), "02/01/2026");
    let short = FieldType::Date {
        format: "d.m.yy".to_owned(),
    };
    for day in ["2026-02-01", "1999-12-31", "2100-01-01"] {
        assert_eq!(
            short.read_text(&short.write(&Value::text(day))),
            Ok(Some(Value::text(day))),
            "{day}"
        );
    }
    for (format, valid) in [
        ("dd.mm.yyyy", true),
        ("d. m. yy", true),
        ("yyyy/mm/dd", true),
        ("mmm d, yyyy", false),
        ("dd.mm", false),
        ("ddmmyyyy", false),
        ("", false),
    ] {
        assert_eq!(date::is_format(format), valid, "{format}");
    }
}

#[test]
fn a_date_format_may_end_with_a_space() {
    let spaced = FieldType::Date {
        format: "dd/mm/yyyy ".to_owned(),
    };
    let day = Value::text("2026-02-03");
    assert_eq!(spaced.write(&day), "03/02/2026 ");
    assert_eq!(spaced.read_text("03/02/2026 "), Ok(Some(day.clone())));
    assert_eq!(spaced.read_text("03/02/2026"), Ok(Some(day)));
}

#[test]
fn a_day_that_the_file_writes_in_another_order_is_refused() {
    let american = FieldType::Date {
        format: "mm/dd/yyyy".to_owned(),
    };
    let typed = |text: &str, format: &str| FormField {
        date_format: Some(format.to_owned()),
        ..filled(FormFieldKind::Text, &[text])
    };
    let refused = american
        .read(&typed("02/03/2026", "dd/mm/yyyy"))
        .unwrap_err();
    assert_eq!(
        refused,
        "\"02/03/2026\" is another day as the PDF writes days (dd/mm/yyyy) than as the form does \
         (mm/dd/yyyy); fill in the present form"
    );
    for (text, format) in [
        ("02/03/2026", "mm/dd/yyyy"),
        ("02/03/2026", "mm/dd/yy"),
        ("03/03/2026", "dd/mm/yyyy"),
        ("12/31/2026", "dd/mm/yyyy"),
        ("03.02.2026", "dd/mm/yyyy"),
        ("02/03/2026", "mmm d, yyyy"),
    ] {
        assert!(
            american.read(&typed(text, format)).is_ok(),
            "{text} {format}"
        );
    }
}

#[test]
fn json_dates_have_one_form() {
    assert_eq!(
        date_type().accept(&Value::text("2026-02-01")),
        Ok(Some(Value::text("2026-02-01")))
    );
    for text in [
        "01.02.2026",
        "2026-02-30",
        "2026-02-01T00:00:00",
        " 2026-02-01",
    ] {
        assert!(date_type().accept(&Value::text(text)).is_err(), "{text}");
    }
}
