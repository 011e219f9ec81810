//! Rows of fields that become tables.

use super::*;

#[test]
fn rows_of_fields_become_an_array() {
    let mut fields = Vec::new();
    let mut texts = vec![
        printed("Kostenart", 50.0, 80.0),
        printed("Betrag in EUR", 250.0, 80.0),
    ];
    for row in 1..=4 {
        let top = 75.0 + 20.0 * row as f32;
        fields.push(text_field(&format!("Kosten{row}"), 50.0, top));
        let amount = if row == 1 {
            "Betrag".to_owned()
        } else {
            format!("Betrag_{row}")
        };
        fields.push(text_field(&amount, 250.0, top));
        texts.push(printed(&format!("{row}."), 35.0, top + 3.0));
    }
    fields.push(text_field("Summe", 250.0, 190.0));
    let (text, form_type) = defined(fields, texts);
    let table = form_type.tables().next().unwrap();
    assert_eq!((table.path.as_str(), table.rows), ("costs", 4));
    let columns: Vec<(&str, &str)> = table
        .columns
        .iter()
        .map(|column| (column.key.as_str(), column.label.as_str()))
        .collect();
    assert_eq!(
        columns,
        [("kosten", "Kostenart"), ("betrag", "Betrag in EUR")]
    );
    assert_eq!(table.columns[1].kind, FieldType::Money);
    assert_eq!(form_type.names["Betrag_3"], "costs.2.betrag");
    assert_eq!(form_type.fields().count(), 1);
    assert!(
        text.contains("# ? table: rows of repeated fields"),
        "{text}"
    );
}

#[test]
fn fields_that_stand_under_each_other_with_labels_of_their_own_are_no_rows() {
    let labels = ["Vorname", "Nachname", "Ort"];
    let top = |row: usize| 50.0 + 20.0 * row as f32;
    let fields = (0..3).flat_map(|row| {
        let left = text_field(&format!("Feld{row}"), 120.0, top(row));
        [left, text_field(&format!("Wert{row}"), 400.0, top(row))]
    });
    let texts = (0..3).flat_map(|row| {
        let own = printed(labels[row], 50.0, top(row) + 3.0);
        [
            own,
            printed(&format!("{} Kind", labels[row]), 320.0, top(row) + 3.0),
        ]
    });
    let (_, form_type) = defined(fields.collect(), texts.collect());
    assert_eq!(form_type.tables().count(), 0);
    assert_eq!(form_type.fields().count(), 6);
}

#[test]
fn rows_of_boxes_alone_are_questions_of_their_own() {
    let table_of = |last: FormFieldKind| {
        let columns = [("Ja", FormFieldKind::CheckBox), ("Nein", last)];
        let columns = columns.iter().zip([50.0, 250.0]);
        let fields = columns.flat_map(|((name, kind), left)| {
            (1..=4).map(move |row| FormField {
                kind: *kind,
                options: vec![option("On", "On")],
                ..text_field(&format!("{name}{row}"), left, 75.0 + 20.0 * row as f32)
            })
        });
        defined(fields.collect(), Vec::new()).1
    };
    let boxes = table_of(FormFieldKind::CheckBox);
    assert_eq!((boxes.tables().count(), boxes.fields().count()), (0, 8));
    let with_texts = table_of(FormFieldKind::Text);
    assert_eq!(with_texts.tables().count(), 1);
}

/// Three rows of two columns, called by row and column, with these heads above the first row.
fn grid(name: impl Fn(usize, usize) -> String, heads: [&str; 2]) -> (String, forms::FormType) {
    let lefts = [50.0, 250.0];
    let mut fields = Vec::new();
    for row in 0..3 {
        for (column, left) in lefts.into_iter().enumerate() {
            let top = 75.0 + 20.0 * row as f32;
            fields.push(text_field(&name(row, column), left, top));
        }
    }
    let heads = heads.into_iter().zip(lefts);
    let heads = heads.map(|(head, left)| printed(head, left, 62.0));
    defined(fields, heads.collect())
}

/// That both columns of a grid have become a table of its three rows.
fn assert_is_table(form_type: &forms::FormType, text: &str) {
    let table = form_type.tables().next();
    let table = table.unwrap_or_else(|| panic!("{text}"));
    let keys: Vec<&str> = table.columns.iter().map(|column| &*column.key).collect();
    assert_eq!((table.rows, keys), (3, vec!["zweck", "beleg"]), "{text}");
}

#[test]
fn columns_of_default_names_are_a_table_if_a_head_of_its_own_stands_above_each() {
    let name = |row: usize, column: usize| format!("Text{}", 8 + 2 * row + column);
    let (text, form_type) = grid(name, ["Zweck", "Beleg"]);
    assert_is_table(&form_type, &text);
    assert!(
        text.contains("told by the places of its fields alone"),
        "{text}"
    );
    // Under one head, or none, they are halves of one list.
    for heads in [["Zweck", "Zweck"], ["", ""]] {
        assert_eq!(grid(name, heads).1.tables().count(), 0);
    }
}

#[test]
fn the_step_of_a_row_counts_it_though_the_fields_are_numbered_on() {
    let name = |row: usize, column: usize| {
        let number = 4 + 8 * row + column;
        format!("form1[0].Row{}[0].f1_{number}[0]", row + 1)
    };
    let (text, form_type) = grid(name, ["Zweck", "Beleg"]);
    assert_is_table(&form_type, &text);
}

#[test]
fn rows_with_captions_of_their_own_are_no_rows_though_their_steps_count() {
    let mut fields = Vec::new();
    let mut texts = Vec::new();
    for (row, caption) in ["Miete", "Strom", "Porto"].into_iter().enumerate() {
        let top = 75.0 + 20.0 * row as f32;
        texts.push(printed(caption, 20.0, top + 3.0));
        for column in 0..3 {
            let name = format!("form1[0].Row{}[0].f1_{}[0]", row + 1, 4 + 8 * row + column);
            fields.push(text_field(&name, 60.0 + 160.0 * column as f32, top));
        }
    }
    let (text, form_type) = defined(fields, texts);
    assert_eq!(form_type.tables().count(), 0, "{text}");
}

#[test]
fn a_total_below_is_no_row_and_the_head_says_what_the_cells_hold() {
    let mut fields = Vec::new();
    for row in 0..3 {
        let top = 75.0 + 20.0 * row as f32;
        fields.push(text_field(&format!("Text{}", 8 + 2 * row), 50.0, top));
        fields.push(text_field(&format!("Text{}", 9 + 2 * row), 250.0, top));
    }
    fields.push(text_field("Text14", 250.0, 135.0));
    let texts = vec![
        printed("Zweck", 50.0, 62.0),
        printed("Betrag/€", 250.0, 62.0),
        printed("Summe:", 210.0, 138.0),
    ];
    let (text, form_type) = defined(fields, texts);
    let table = form_type
        .tables()
        .next()
        .unwrap_or_else(|| panic!("{text}"));
    assert_eq!((table.rows, table.columns.len()), (3, 2), "{text}");
    assert_eq!(table.columns[1].kind, FieldType::Money);
    assert!(
        text.contains("type: money, since \"Betrag/€\" reads like it"),
        "{text}"
    );
    assert_eq!(form_type.fields().next().unwrap().path, "summe");
}

#[test]
fn rows_that_are_only_counted_are_rows_and_the_first_column_is_called_by_its_name() {
    let mut fields = Vec::new();
    let mut texts = vec![printed("Zweck", 250.0, 62.0)];
    for (row, letter) in ["c", "d", "e"].into_iter().enumerate() {
        let top = 75.0 + 20.0 * row as f32;
        fields.push(text_field(&format!("10{letter} Empfänger"), 50.0, top));
        fields.push(text_field(&format!("10{letter} Zweck"), 250.0, top));
        texts.push(printed(&format!("10{letter}"), 25.0, top + 3.0));
    }
    let (text, form_type) = defined(fields, texts);
    let table = form_type.tables().next();
    let table = table.unwrap_or_else(|| panic!("{text}"));
    let labels: Vec<&str> = table.columns.iter().map(|column| &*column.label).collect();
    assert_eq!((table.rows, labels), (3, vec!["Empfänger", "Zweck"]));
}

/// An empty row of a table is skipped, so what stands in the third would come back in the first.
#[test]
fn rows_that_words_in_front_of_them_ask_for_are_no_rows_though_their_names_are_counted() {
    let captions = ["Anreisetag", "Aufenthaltstage", "Rückreisetag"];
    let defined_with = |captions: [&str; 3]| {
        let mut fields = Vec::new();
        let mut texts = Vec::new();
        for (row, caption) in captions.into_iter().enumerate() {
            let top = 75.0 + 20.0 * row as f32;
            texts.push(printed(caption, 50.0, top + 3.0));
            for (column, name) in ["Frühstück", "Mittag", "Abend"].into_iter().enumerate() {
                let left = 140.0 + 120.0 * column as f32;
                fields.push(text_field(&format!("{name}{}", row + 1), left, top));
            }
        }
        defined(fields, texts)
    };
    let (text, form_type) = defined_with(captions);
    assert_eq!(form_type.tables().count(), 0, "{text}");
    let (text, form_type) = defined_with(["1.", "2.", "3."]);
    assert_eq!(form_type.tables().count(), 1, "{text}");
}
