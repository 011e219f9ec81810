//! Fields that two nodes of the field tree list, as where a program has copied the nodes above.

use lopdf::{Dictionary, dictionary};

use crate::form::{Form, is_ambiguous, text};

#[test]
fn a_field_that_is_reached_through_two_copies_of_its_parent_is_one_field() {
    let form = |names: [&str; 2], values: [&str; 2]| {
        let mut form = Form::new();
        let cell = form.widget(dictionary! { "T" => text("was"), "FT" => "Tx", "V" => text("Ä") });
        let loose = form.widget(Dictionary::new());
        let sum = dictionary! { "T" => text("summe"), "FT" => "Tx", "V" => text(values[0]) };
        let sum = form.parent(sum, &[loose]);
        let row = form.parent(dictionary! { "T" => text(names[0]) }, &[cell, sum]);
        let table = form.parent(dictionary! { "T" => text("posten") }, &[row]);
        let sum_again = form.add(dictionary! {
            "T" => text("summe"), "FT" => "Tx", "V" => text(values[1]), "Kids" => vec![loose.into()]
        });
        let row_again = form.add(dictionary! {
            "T" => text(names[1]), "Kids" => vec![cell.into(), sum_again.into()], "Parent" => table
        });
        form.fields.extend([table.into(), row_again.into()]);
        form
    };
    let fields = form(["0", "0"], ["1,50"; 2]).read_fields();
    let found: Vec<_> = fields
        .iter()
        .map(|field| (&*field.name, &*field.values[0], field.widgets.len()))
        .collect();
    assert_eq!(
        found,
        [("posten.0.was", "Ä", 1), ("posten.0.summe", "1,50", 1)]
    );
    let other_name = form(["0", "1"], ["1,50"; 2]).read();
    assert!(
        is_ambiguous(&other_name, "two places of the field tree"),
        "{other_name:?}"
    );
    let other_value = form(["0", "0"], ["1,50", "2,50"]).read();
    assert!(
        is_ambiguous(&other_value, "the field posten.0.summe"),
        "{other_value:?}"
    );
}

#[test]
fn a_field_that_has_the_values_of_two_parents_is_refused() {
    let form = |names: [&str; 2], values: [&str; 2]| {
        let mut form = Form::new();
        let cell = form.widget(dictionary! { "T" => text("was"), "FT" => "Tx" });
        let row = dictionary! { "T" => text(names[0]), "V" => text(values[0]) };
        let row = form.parent(row, &[cell]);
        let row_again = form.add(dictionary! {
            "T" => text(names[1]), "V" => text(values[1]), "Kids" => vec![cell.into()]
        });
        form.fields.extend([row.into(), row_again.into()]);
        form
    };
    let same = form(["z", "z"], ["eins"; 2]).read_fields();
    let same: Vec<_> = same.iter().map(|field| &*field.name).collect();
    assert_eq!(same, ["z.was"]);
    for (names, values) in [
        (["z", "z"], ["eins", "zwei"]),
        (["z", "z [17]"], ["eins", "zwei"]),
        (["z [1]", "z [2]"], ["eins"; 2]),
        (["z", "z []"], ["eins"; 2]),
    ] {
        let refused = form(names, values).read();
        assert!(
            is_ambiguous(&refused, "two places of the field tree"),
            "{names:?} {refused:?}"
        );
    }
}
