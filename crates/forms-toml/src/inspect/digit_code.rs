//! Labels of digits that are no quantity, so that a 0 in front counts: postcodes, numbers of
//! telephones.

use super::vocabulary::words;

const CODES: [&str; 12] = [
    "plz", "postcode", "zip", "zipcode", "code", "telefon", "tel", "phone", "fax", "mobil",
    "vorwahl", "blz",
];

/// Ends of German compounds: `Bankleitzahl`, `Kundennummer`, `Telefonnr`.
const ENDINGS: [&str; 3] = ["leitzahl", "nummer", "nr"];

/// Whether a text names such digits: not the number of something, nor a number and no more.
pub(super) fn is_digit_code(text: &str) -> bool {
    let words: Vec<String> = words(text).collect();
    words.iter().any(|word| is_code(word)) || words.windows(2).any(is_number_of_one)
}

fn is_code(word: &str) -> bool {
    let is_compound = ENDINGS.iter().any(|ending| word.ends_with(ending));
    CODES.contains(&word) || is_compound && !is_number(word)
}

/// `Account Number`, `Nr. des Belegs`, not `Number of children`.
fn is_number_of_one(two: &[String]) -> bool {
    is_number(&two[1]) || is_number(&two[0]) && two[1] != "of"
}

fn is_number(word: &str) -> bool {
    matches!(word, "number" | "nummer" | "nr")
}

#[cfg(test)]
mod tests {
    use super::is_digit_code;

    #[test]
    fn is_digit_code_knows_identifying_numbers_from_counts() {
        for (label, expected) in [
            ("PLZ, Ort", true),
            ("5 digit ZIP code", true),
            ("Postleitzahl", true),
            ("Telefon-Nr.", true),
            ("Faxnr", true),
            ("Matrikelnummer", true),
            ("Account Number", true),
            ("Nr. des Belegs", true),
            ("Number of children", false),
            ("Nr. of rooms", false),
            ("Number_1", false),
            ("Nummer", false),
            ("Anzahl der Kinder", false),
            ("Jahr", false),
        ] {
            assert_eq!(is_digit_code(label), expected, "{label}");
        }
    }
}
