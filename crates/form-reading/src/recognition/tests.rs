use forms::form_content::{FormField, PagePlace, PlacedText};
use forms::form_type::Entry;
use forms::form_type::sample::sample;
use forms::{FormContent, FormType};

use super::{RecognitionError, best_match, recognise};

/// A form type that knows only two of the sample's fields.
fn smaller() -> FormType {
    let mut form_type = sample();
    form_type.key = "smaller_form".to_owned();
    form_type.sections.truncate(1);
    form_type.sections[0].entries.truncate(2);
    form_type
}

fn fields(names: &[&str]) -> FormContent {
    let field = |name: &&str| FormField {
        name: (*name).to_owned(),
        ..FormField::default()
    };
    FormContent::Fields(names.iter().map(field).collect(), Vec::new())
}

fn page_place(line: usize) -> PagePlace {
    PagePlace {
        page: 0,
        left: 40.0,
        top: 20.0 * line as f32,
        width: 100.0,
        height: 9.0,
    }
}

fn texts(texts: &[&str]) -> FormContent {
    let run = |(index, text): (usize, &&str)| PlacedText {
        text: (*text).to_owned(),
        place: page_place(index),
        words: Vec::new(),
        clipped_by: None,
        line_end: None,
        field: None,
        is_ordered: false,
    };
    FormContent::printed(texts.iter().enumerate().map(run).collect())
}

fn recognised(content: &FormContent) -> Result<(), RecognitionError> {
    recognise(content, &smaller(), [&sample(), &smaller()])
}

#[test]
fn recognise_takes_what_fits_no_other_type_better() {
    assert_eq!(recognised(&fields(&["name", "x"])), Ok(()));
    assert_eq!(
        recognised(&texts(&["Projektname   Fest", "Lage: hier"])),
        Ok(())
    );
}

#[test]
fn recognise_names_the_type_that_fits_best() {
    let mismatch = Err(RecognitionError::OtherFormType {
        form_type: "smaller_form".to_owned(),
        best: "sample_form".to_owned(),
    });
    assert_eq!(recognised(&fields(&["name", "costs.0.name"])), mismatch);
    assert_eq!(
        recognised(&texts(&["Projektname *", "E-Mail: a@b.de"])),
        mismatch
    );
    assert_eq!(recognised(&texts(&["Kosten", "Teilnehmende"])), mismatch);
}

#[test]
fn recognise_of_types_that_fit_alike_names_the_one_with_the_fewest_fields() {
    let (small, mut large) = (smaller(), sample());
    large.key = "large_form".to_owned();
    let mut meant = sample();
    meant.key = "meant_form".to_owned();
    meant.sections.clear();
    let content = fields(&["name", "x"]);
    let found = recognise(&content, &meant, [&large, &small]);
    let best = "smaller_form".to_owned();
    let form_type = "meant_form".to_owned();
    assert_eq!(
        found,
        Err(RecognitionError::OtherFormType { form_type, best })
    );
}

#[test]
fn recognise_counts_a_long_table_no_more_than_its_columns() {
    let mut form_type = sample();
    form_type.sections.truncate(1);
    let mut other = sample();
    other.sections[0].entries.truncate(1);
    other.key = "costs_form".to_owned();
    let own = ["name", "projectBeginn", "projectEnd", "applicant.email"];
    let rows = (0..8).map(|row| [format!("costs.{row}.name"), format!("costs.{row}.amount")]);
    let cells: Vec<String> = rows.flatten().collect();
    let names: Vec<&str> = own
        .into_iter()
        .chain(cells.iter().map(String::as_str))
        .collect();
    assert_eq!(recognise(&fields(&names), &form_type, [&other]), Ok(()));
}

/// A form type with single fields for the cells of the sample's first row of costs, and more fields
/// and labels than that.
fn larger() -> FormType {
    let mut form_type = sample();
    form_type.key = "larger_form".to_owned();
    for cell in ["costs.0.name", "costs.0.amount"] {
        form_type
            .names
            .insert(cell.to_owned(), format!("single.{cell}"));
        let Entry::Field(mut field) = form_type.sections[0].entries[0].clone() else {
            unreachable!("the sample begins with a field");
        };
        field.path = format!("single.{cell}");
        form_type.sections[0].entries.push(Entry::Field(field));
    }
    form_type.sections.truncate(1);
    form_type
}

/// A form type whose fields are all among those of the larger one.
fn part() -> FormType {
    let mut form_type = smaller();
    let Entry::Table(mut costs) = sample().sections[1].entries[0].clone() else {
        unreachable!("the second section of the sample begins with a table");
    };
    costs.rows = 1;
    form_type.sections[0].entries.push(Entry::Table(costs));
    form_type
}

#[test]
fn a_form_whose_fields_are_all_in_a_larger_one_is_itself() {
    let names = ["name", "projectBeginn", "costs.0.name", "costs.0.amount"];
    let FormContent::Fields(fields, _) = fields(&names) else {
        unreachable!("they are fields");
    };
    let labels = texts(&["E-Mail:", "IBAN:", "Teilnehmende:"])
        .texts()
        .to_vec();
    let content = FormContent::Fields(fields, labels);
    let (part, larger) = (part(), larger());
    assert_eq!(recognise(&content, &part, [&larger]), Ok(()));
    let best = best_match(&content, [&larger, &part]).map(|best| &best.key);
    assert_eq!(best, Some(&part.key));
    let (form_type, best) = (larger.key.clone(), part.key.clone());
    assert_eq!(
        recognise(&content, &larger, [&part]),
        Err(RecognitionError::OtherFormType { form_type, best })
    );
}

#[test]
fn a_form_with_more_fields_than_a_part_of_it_is_the_whole() {
    let content = fields(&["name", "projectBeginn", "costs.0.name", "participants"]);
    let (part, larger) = (part(), larger());
    assert_eq!(recognise(&content, &larger, [&part]), Ok(()));
    let (form_type, best) = (part.key.clone(), larger.key.clone());
    assert_eq!(
        recognise(&content, &part, [&larger]),
        Err(RecognitionError::OtherFormType { form_type, best })
    );
}

#[test]
fn fields_that_a_larger_form_left_on_no_page_do_not_make_it_that_form() {
    let names = ["name", "projectBeginn", "applicant.email", "participants"];
    let mut content = fields(&names);
    let FormContent::Fields(fields, _) = &mut content else {
        unreachable!("they are fields");
    };
    for field in &mut fields[..2] {
        field.place = Some(page_place(0));
    }
    assert_eq!(recognise(&content, &smaller(), [&sample()]), Ok(()));
}

#[test]
fn of_a_file_that_was_printed_in_part_the_labels_tell() {
    let printed = texts(&["Projektname:", "E-Mail:", "IBAN:", "Teilnehmende:"]);
    let FormContent::Text(pages) = printed else {
        unreachable!("they are texts");
    };
    let content = FormContent::PartlyFlat(fields(&["name"]).fields().to_vec(), pages);
    let (part, larger) = (part(), larger());
    assert_eq!(recognise(&content, &larger, [&part]), Ok(()));
}

#[test]
fn recognise_refuses_letters_and_scans() {
    let none = Err(RecognitionError::NotThisForm {
        form_type: "smaller_form".to_owned(),
    });
    assert_eq!(recognised(&fields(&["absender", "betreff"])), none);
    assert_eq!(
        recognised(&texts(&["Sehr geehrte Damen und Herren,"])),
        none
    );
    assert_eq!(recognised(&texts(&[])), Err(RecognitionError::WithoutText));
}

fn matched(content: &FormContent) -> String {
    let mut last = smaller();
    last.key = "last_form".to_owned();
    last.title = "Antrag auf Anderes".to_owned();
    let form_types = [sample(), smaller(), last];
    best_match(content, &form_types).unwrap().key.clone()
}

#[test]
fn best_match_is_the_type_that_knows_most_of_the_pdf() {
    assert_eq!(matched(&fields(&["name", "costs.0.name"])), "sample_form");
    assert_eq!(matched(&texts(&["Kosten", "Teilnehmende"])), "sample_form");
}

#[test]
fn best_match_of_equals_is_the_closest_and_then_the_first() {
    assert_eq!(matched(&fields(&["name"])), "smaller_form");
    assert_eq!(matched(&fields(&["unknown"])), "smaller_form");
    let titled = texts(&["Antrag auf Anderes", "Projektname *"]);
    assert_eq!(matched(&titled), "last_form");
}
