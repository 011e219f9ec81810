//! What kind of value a label asks for.

use super::vocabulary::{date_format, is_euro, is_speaking, words};

/// A label with more words is a sentence.
const ONE_THING_WORDS_MAX: usize = 9;

/// What no type but a text holds; a word of a type in the same label outweighs it.
const OTHER_THINGS: [&str; 23] = [
    "name",
    "vorname",
    "nachname",
    "familienname",
    "geburtsname",
    "kontoinhaber",
    "kontoinhaberin",
    "straße",
    "strasse",
    "anschrift",
    "adresse",
    "wohnort",
    "plz",
    "postleitzahl",
    "hausnummer",
    "geburtsort",
    "telefon",
    "telefonnummer",
    "bic",
    "kreditinstitut",
    "beruf",
    "verwendungszweck",
    "address",
];

/// Words with which a label asks for a text, whatever stands beside them.
const OTHERS: [&str; 8] = [
    "ort",
    "place",
    "lieu",
    "grund",
    "art",
    "bezeichnung",
    "nummer",
    "wer",
];

/// The kind of value that a label asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelMeaning {
    Date,
    Euros,
    Count,
    Email,
    Iban,
}

/// The kind of value that a label asks for, if it asks for one thing only: not `Ort, Datum`.
pub(super) fn meaning(label: &str) -> Option<LabelMeaning> {
    let words: Vec<String> = words(label).collect();
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let ends = |endings: &[&str]| {
        let mut all = words.iter();
        all.any(|word| endings.iter().any(|ending| word.ends_with(ending)))
    };
    let several = is_list(label, &words);
    if has(&["iban"]) && !several {
        return Some(LabelMeaning::Iban);
    }
    let is_mail = has(&["email", "emailadresse", "mailadresse"])
        || words.windows(2).any(|two| two == ["e", "mail"]);
    if is_mail && !several {
        return Some(LabelMeaning::Email);
    }
    if several || names_another(&words) || label.contains('?') {
        return None;
    }
    let is_long = words.len() > ONE_THING_WORDS_MAX;
    // Whatever is spoken of before, the day follows: `Betrag überwiesen am`.
    if !is_long && words.len() > 1 && words.last().is_some_and(|last| last == "am") {
        return Some(LabelMeaning::Date);
    }
    if words.iter().any(|word| is_euro(word)) || label.contains('€') {
        return Some(LabelMeaning::Euros);
    }
    if is_long {
        return None;
    }
    let says_date = ends(&["datum", "geburtstag"]) || has(&["date", "dob"]);
    if says_date || date_format(label).is_some() {
        return Some(LabelMeaning::Date);
    }
    if ends(&["anzahl", "personenzahl", "teilnehmerzahl"]) || label.starts_with("Number of") {
        return Some(LabelMeaning::Count);
    }
    ends(&["betrag", "kosten", "preis", "summe"]).then_some(LabelMeaning::Euros)
}

/// Whether a label asks for something that only a text holds, whatever else its field is called:
/// for several things, or for one such as a name.
pub(super) fn asks_for_text(label: &str) -> bool {
    let words: Vec<String> = words(label).collect();
    let is_other = |word: &String| OTHER_THINGS.contains(&word.as_str());
    let names_euros = label.contains('€') || words.iter().any(|word| is_euro(word));
    is_speaking(label)
        && words.len() <= ONE_THING_WORDS_MAX
        && meaning(label).is_none()
        && !names_euros
        && (is_list(label, &words) || names_another(&words) || words.iter().any(is_other))
}

/// Whether a text names what is no quantity though it looks like one: an identifying number
/// (`Belegnummer`, `Telefon-Nr.`), or an amount in words.
pub(super) fn is_no_quantity(text: &str) -> bool {
    let words: Vec<String> = words(text).collect();
    let is_number = |word: &String| word.ends_with("nummer") || matches!(&**word, "number" | "nr");
    words.iter().any(is_number) || is_in_words(&words)
}

fn names_another(words: &[String]) -> bool {
    let ends = |word: &String| {
        let mut endings = ["nummer", "unterschrift", "signature"].iter();
        endings.any(|ending| word.ends_with(ending))
    };
    let mut all = words.iter();
    all.any(|word| OTHERS.contains(&word.as_str()) || ends(word)) || is_in_words(words)
}

fn is_in_words(words: &[String]) -> bool {
    let in_words = |two: &[String]| two[0] == "in" && matches!(&*two[1], "worten" | "words");
    words.windows(2).any(in_words)
}

/// Whether a label lists things, by words or by marks between them: `Ort, Datum`, `BIC/IBAN`.
fn is_list(label: &str, words: &[String]) -> bool {
    const JOINING: [&str; 8] = ["und", "oder", "and", "or", "et", "ou", "bzw", "sowie"];
    let (outside, inside) = parted_at_brackets(label);
    // Of two halves of a word (`Miet-/Pachteinnahmen`) both are the same thing, as are two words
    // for one day (`am/seit`).
    let outside = ["/€", "/EUR", "-/"]
        .iter()
        .fold(outside, |text, unit| text.replace(unit, ""));
    let is_day = |part: &str| DAY_PREPOSITIONS.contains(&part.trim().to_lowercase().as_str());
    let is_one_day = outside.split('/').all(is_day);
    let mut all = words.iter();
    all.any(|word| JOINING.contains(&word.as_str()))
        || !is_one_day && outside.trim_end_matches([',', ' ']).contains(LIST_MARKS)
        || lists_kinds(&inside)
}

/// Words behind which a day follows.
const DAY_PREPOSITIONS: [&str; 6] = ["am", "seit", "ab", "bis", "von", "vom"];

const LIST_MARKS: [char; 5] = [',', '/', ';', '+', '&'];

/// Whether what stands in brackets is more than an explanation: `Datum/Uhrzeit`, but not
/// `Tag/Monat/Jahr` or `brutto, in Euro`.
fn lists_kinds(inside: &str) -> bool {
    let is_kind = |part: &str| meaning(part).is_some_and(|part| part != LabelMeaning::Euros);
    inside.contains(LIST_MARKS) && inside.split(LIST_MARKS).any(is_kind)
}

/// What stands outside of brackets, and what inside.
fn parted_at_brackets(label: &str) -> (String, String) {
    let mut parted = (String::new(), String::new());
    let mut is_inside = false;
    for character in label.chars() {
        match character {
            '(' | ')' => is_inside = character == '(',
            _ if is_inside => parted.1.push(character),
            _ => parted.0.push(character),
        }
    }
    parted
}

#[cfg(test)]
mod tests {
    use super::{LabelMeaning, asks_for_text, meaning};

    #[test]
    fn a_label_that_speaks_of_one_thing_says_what_it_is() {
        for (label, expected) in [
            ("Geburtsdatum", Some(LabelMeaning::Date)),
            ("Ort, Datum", None),
            ("Datum und Uhrzeit", None),
            ("Rechnungsdatum (TT.MM.JJJJ)", Some(LabelMeaning::Date)),
            ("Beginn (TT.MM.JJJJ)", Some(LabelMeaning::Date)),
            ("Ort, Beginn (TT.MM.JJJJ)", None),
            ("E-Mail-Adresse", Some(LabelMeaning::Email)),
            ("Telefon / E-Mail", None),
            ("IBAN", Some(LabelMeaning::Iban)),
            ("IBAN/BIC", None),
            ("Kontostand in EUR", Some(LabelMeaning::Euros)),
            ("Gesamtbetrag", Some(LabelMeaning::Euros)),
            ("Wer trägt die Kosten?", None),
            ("Belegnummer", None),
            ("Anzahl der Teilnehmenden", Some(LabelMeaning::Count)),
            ("Postleitzahl", None),
            ("dateOfBirth", Some(LabelMeaning::Date)),
            ("Kandidatur", None),
            ("Betrag überwiesen am", Some(LabelMeaning::Date)),
            ("Betrag in Worten", None),
            ("Betrag/€", Some(LabelMeaning::Euros)),
            ("Beginn der Dienstreise (Datum/Uhrz.)", None),
            ("Datum (Tag/Monat/Jahr)", Some(LabelMeaning::Date)),
            ("Datum (falls bekannt), Ort", None),
            ("Betrag (brutto, in Euro)", Some(LabelMeaning::Euros)),
            ("Date et lieu de naissance", None),
            ("am/seit (TT.MM.JJJJ)", Some(LabelMeaning::Date)),
            ("Miet-/Pachteinnahmen in Euro", Some(LabelMeaning::Euros)),
            ("von/bis", None),
        ] {
            assert_eq!(meaning(label), expected, "{label}");
        }
    }

    #[test]
    fn a_label_that_asks_for_something_else_asks_for_a_text() {
        for label in [
            "Geburtsort, -datum",
            "Dienststelle/Datum",
            "Date et lieu de naissance",
            "Name des Zahlungspflichtigen",
            "Ort",
            "PLZ",
            "Betrag in Worten",
        ] {
            assert!(asks_for_text(label), "{label}");
        }
        for label in [
            "geboren am",
            "Geboren",
            "E-Mail-Adresse",
            "ja, mtl. EUR netto",
            "Bonn,",
            "Wann beginnt es?",
            "Das Datum, an dem die Leistung ganz oder in Teilen erbracht worden ist",
        ] {
            assert!(!asks_for_text(label), "{label}");
        }
    }
}
