//! What words in labels and names mean, in German and English forms.

/// Names that PDF editors give to fields by default.
const GENERIC: [&str; 57] = [
    "text",
    "textfield",
    "textfeld",
    "textbox",
    "field",
    "feld",
    "formularfeld",
    "check",
    "checkbox",
    "box",
    "kontrollkästchen",
    "optionsfeld",
    "option",
    "radio",
    "radiobutton",
    "radiobuttonlist",
    "button",
    "group",
    "gruppe",
    "list",
    "listbox",
    "listenfeld",
    "combo",
    "combobox",
    "dropdown",
    "dropdownlist",
    "kombinationsfeld",
    "undefined",
    "untitled",
    "unnamed",
    "fill",
    "toggle",
    "numeric",
    "numericfield",
    "datefield",
    "datumsfeld",
    "zeitfeld",
    "währungsfeld",
    "markierfeld",
    "numerisches",
    "formatiertes",
    "maskiertes",
    "page",
    "seite",
    "subform",
    "row",
    "zeile",
    "cell",
    "zelle",
    "table",
    "tabelle",
    "input",
    "eingabe",
    "form",
    "image",
    "choice",
    "pdfobj",
];

/// Labels of answers, which mean nothing without their question.
const ANSWERS: [&str; 6] = ["ja", "nein", "yes", "no", "n/a", "x"];

/// Lower-case words: letters without digits, also where only capitals part them (`dateOfBirth`).
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let mut parted = String::new();
    let mut previous = ' ';
    for character in text.chars() {
        if character.is_uppercase() && previous.is_lowercase() {
            parted.push(' ');
        }
        parted.extend(character.to_lowercase());
        previous = character;
    }
    let words: Vec<String> = parted
        .split(|character: char| !character.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.into_iter()
}

/// The parts of a name that is the kind of field and characters by chance, as some programs give
/// them: `Text-aTfOJ8oVk4`.
pub(super) fn kind_and_chance(name: &str) -> Option<(&str, &str)> {
    const LENGTH_MIN: usize = 8;
    // Between capitals, small letters and digits; a word and a number have fewer.
    const CHANGES_MIN: usize = 4;
    let (kind, chance) = name.split_once('-')?;
    let is_kind = GENERIC.contains(&kind.to_lowercase().as_str());
    let sort = |byte: u8| (byte.is_ascii_uppercase(), byte.is_ascii_digit());
    let neighbours = chance.as_bytes().windows(2);
    let changes = neighbours
        .filter(|two| sort(two[0]) != sort(two[1]))
        .count();
    let is_chance = chance.len() >= LENGTH_MIN
        && chance.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && changes >= CHANGES_MIN;
    (is_kind && is_chance).then_some((kind, chance))
}

/// Whether a text has a telling name: a word of three letters or more that is not merely the kind
/// of field, nor there by chance.
pub(super) fn is_speaking(text: &str) -> bool {
    let text = kind_and_chance(text).map_or(text, |(kind, _)| kind);
    words(text).any(|word| word.chars().count() >= 3 && !GENERIC.contains(&word.as_str()))
}

/// Whether a label is only an answer, such as `Ja`, or a letter of a list.
pub(super) fn is_answer(text: &str) -> bool {
    let bare = bare_label(text);
    bare.chars().count() < 2 || is_answer_word(bare)
}

pub(super) fn is_answer_word(text: &str) -> bool {
    ANSWERS.contains(&text.trim().to_lowercase().as_str())
}

pub(super) fn begins_with_euro(text: &str) -> bool {
    text.starts_with('€') || words(text).next().is_some_and(|word| is_euro(&word))
}

pub(super) fn is_euro(word: &str) -> bool {
    matches!(word, "eur" | "euro")
}

/// A label without the number in front of it, what ends the sentence before, and the marks behind
/// it: `3. Name: *`, `EUR. Davon zahle ich`.
pub(super) fn bare_label(label: &str) -> &str {
    let is_mark = |character: char| {
        character.is_whitespace() || matches!(character, '.' | ',' | ';' | ':' | ')' | '/' | '–')
    };
    let label = label.trim_start_matches(is_mark);
    let unit = ["EUR", "Euro", "€"].into_iter();
    let rest = unit.filter_map(|unit| label.strip_prefix(unit)).next();
    let label = rest
        .filter(|rest| rest.is_empty() || rest.starts_with(is_mark))
        .map_or(label, |rest| rest.trim_start_matches(is_mark));
    let label = label.trim_end_matches(|character: char| {
        character.is_whitespace() || matches!(character, '*' | ':')
    });
    let number = label.split_once(' ').filter(|(number, _)| {
        let digits = number.trim_end_matches(['.', ')']);
        digits.len() < number.len()
            && digits.len() <= 3
            && digits.chars().any(|character| character.is_ascii_digit())
    });
    number.map_or(label, |(_, rest)| rest.trim_start())
}

/// The date format that a label asks for: `TT.MM.JJJJ`, `(mm/dd/yyyy)`, in the letters of the
/// definition.
pub(super) fn date_format(label: &str) -> Option<String> {
    let words = label.split(|character: char| {
        character.is_whitespace() || matches!(character, '(' | ')' | '[' | ']' | ':' | ',')
    });
    let letters = |word: &str| word.to_lowercase().replace('t', "d").replace('j', "y");
    words
        .map(letters)
        .find(|word| forms::field_value::date::is_format(word))
}

/// Whether most of the small words in a text are German ones.
pub(super) fn is_german<'text>(texts: impl Iterator<Item = &'text str>) -> bool {
    const GERMAN_LETTERS: [char; 4] = ['ä', 'ö', 'ü', 'ß'];
    const GERMAN: [&str; 9] = [
        "der", "die", "das", "und", "für", "nicht", "ist", "von", "bei",
    ];
    const ENGLISH: [&str; 9] = ["the", "of", "and", "for", "not", "is", "to", "your", "with"];
    let (mut german, mut english) = (0, 0);
    for word in texts.flat_map(words) {
        german += usize::from(GERMAN.contains(&word.as_str()) || word.contains(GERMAN_LETTERS));
        english += usize::from(ENGLISH.contains(&word.as_str()));
    }
    german >= english
}

#[cfg(test)]
mod tests {
    use super::{bare_label, date_format, is_speaking};

    #[test]
    fn names_that_programs_give_say_nothing() {
        for name in [
            "Text12",
            "Check Box 4",
            "f1_01[0]",
            "B2",
            "Feld.1",
            "undefined_3",
            "Text-aTfOJ8oVk4",
            "PDFOBJ318",
            "☒",
        ] {
            assert!(!is_speaking(name), "{name}");
        }
        for name in [
            "Straße",
            "iban",
            "Text der Anzeige",
            "PLZ",
            "Text-Vorschlag",
            "IBAN-aTfOJ8oVk4",
        ] {
            assert!(is_speaking(name), "{name}");
        }
    }

    #[test]
    fn a_label_is_taken_without_number_and_marks() {
        assert_eq!(bare_label("3. Name: *"), "Name");
        assert_eq!(bare_label("12b) Ort"), "Ort");
        assert_eq!(bare_label("2 Kinder"), "2 Kinder");
        assert_eq!(bare_label("EUR. Davon zahle ich"), "Davon zahle ich");
        assert_eq!(bare_label(".. EUR."), "");
        assert_eq!(
            date_format("Tag (TT.MM.JJJJ)").as_deref(),
            Some("dd.mm.yyyy")
        );
        assert_eq!(
            date_format("birth (mm/dd/yyyy)").as_deref(),
            Some("mm/dd/yyyy")
        );
        assert_eq!(date_format("Datum"), None);
    }
}
