//! What a number is a number of: euros, or something that no field type prints.

use super::vocabulary::{begins_with_euro, words};

/// What a text says that a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Euros,
    /// Kilometres, hours, shares, another currency.
    Other,
}

/// The text that says it first: what follows the field, then its label, tooltip and name.
pub(super) fn said<'text>(
    behind: Option<&'text str>,
    sources: [&'text str; 3],
) -> Option<(&'text str, Unit)> {
    let after = behind.filter(|text| !text.is_empty());
    let after = after.and_then(|text| Some((text, of(text.split_whitespace().next()?)?)));
    let mut said = sources
        .into_iter()
        .filter_map(|text| Some((text, of(text)?)));
    after.or_else(|| said.next())
}

/// Words of what is no euro.
const OTHERS: [&str; 27] = [
    "km",
    "kilometer",
    "stunden",
    "stunde",
    "std",
    "hours",
    "minuten",
    "tage",
    "days",
    "anzahl",
    "menge",
    "quantity",
    "stück",
    "prozent",
    "percent",
    "prozentsatz",
    "kg",
    "qm",
    "chf",
    "franken",
    "usd",
    "dollar",
    "gbp",
    "pounds",
    "jahre",
    "monate",
    "personenzahl",
];

fn of(text: &str) -> Option<Unit> {
    const MONEY: [&str; 13] = [
        "betrag",
        "betraege",
        "beträge",
        "kosten",
        "preis",
        "gebühr",
        "gebühren",
        "ausgaben",
        "einnahmen",
        "geld",
        "miete",
        "amount",
        "cost",
    ];
    let words: Vec<String> = words(text).collect();
    let is_euro = |word: &String| begins_with_euro(word);
    let is_money = |word: &String| MONEY.iter().any(|ending| word.ends_with(ending));
    if text.contains('€') || words.iter().any(|word| is_euro(word) || is_money(word)) {
        return Some(Unit::Euros);
    }
    // `Wochenstunden`
    let is_compound = |word: &String| {
        ["stunden", "kilometer"]
            .iter()
            .any(|end| word.ends_with(end))
    };
    let is_other = |word: &String| OTHERS.contains(&word.as_str()) || is_compound(word);
    if text.contains(['%', '£', '$']) || words.iter().any(is_other) {
        return Some(Unit::Other);
    }
    // There are sums of kilometres, too.
    let is_sum = words.iter().any(|word| word.ends_with("summe"));
    is_sum.then_some(Unit::Euros)
}

/// The currency of a form that prints another one and euros nowhere.
pub(super) fn foreign_currency<'text>(
    texts: impl Iterator<Item = &'text str>,
) -> Option<&'static str> {
    let mut foreign = None;
    for text in texts {
        if text.contains('€') || words(text).any(|word| begins_with_euro(&word)) {
            return None;
        }
        let is_franc = || words(text).any(|word| word == "chf");
        foreign = foreign.or(match text {
            _ if text.contains('£') => Some("£"),
            _ if text.contains('$') => Some("$"),
            _ if is_franc() => Some("CHF"),
            _ => None,
        });
    }
    foreign
}

#[cfg(test)]
mod tests {
    use super::{Unit, foreign_currency, said};

    #[test]
    fn what_is_counted_is_said_behind_the_field_or_by_its_label() {
        for (behind, label, expected) in [
            (Some("km"), "Fahrtkosten", Some(Unit::Other)),
            (Some("€ je km"), "Strecke", Some(Unit::Euros)),
            (Some("und"), "Anzahl der gefahrenen km", Some(Unit::Other)),
            (None, "Kilometergeld", Some(Unit::Euros)),
            (None, "Kosten für 30 km", Some(Unit::Euros)),
            (None, "Anteil in %", Some(Unit::Other)),
            (None, "Summe km", Some(Unit::Other)),
            (None, "Wochenstunden angeben", Some(Unit::Other)),
            (None, "Stundenlohnkosten", Some(Unit::Euros)),
            (None, "Zwischensumme", Some(Unit::Euros)),
            (None, "Zwischenstand", None),
        ] {
            let found = said(behind, [label, "", "Text1"]);
            assert_eq!(found.map(|found| found.1), expected, "{label}");
        }
    }

    #[test]
    fn a_form_has_another_currency_if_it_prints_euros_nowhere() {
        let texts = ["Total £", "Name"];
        assert_eq!(foreign_currency(texts.into_iter()), Some("£"));
        let with_euros = ["Total £", "in EUR"];
        assert_eq!(foreign_currency(with_euros.into_iter()), None);
        assert_eq!(foreign_currency(["Name"].into_iter()), None);
    }
}
