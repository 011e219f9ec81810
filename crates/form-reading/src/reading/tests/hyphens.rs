//! Hyphens that are written as soft ones, and seen as any other.

use forms::form_content::{FormField, FormFieldKind, FormFieldOption};

use crate::text_layout::text_in_place::with_text;

#[test]
fn an_option_with_a_soft_hyphen_is_found_by_the_hyphen_that_is_seen() {
    let option = |export: &str, display: &str| FormFieldOption {
        export: export.into(),
        display: display.into(),
    };
    let field = FormField {
        kind: FormFieldKind::Choice,
        options: vec![option("a", "Kita\u{AD}platz"), option("b", "Hort-platz")],
        ..FormField::default()
    };
    for (seen, stored) in [("Kita-platz", "a"), ("Hort-platz", "b"), ("Hort", "Hort")] {
        assert_eq!(with_text(&field, seen).values, [stored], "{seen}");
    }
}
