//! Names that differ in a number: `Kosten1`, `Kosten2`; `Betrag`, `Betrag_2`; `row.0.name`;
//! `10c Last`, `10d Last`; or in characters by chance: `Text-aTfOJ8oVk4`.

use std::collections::HashSet;

use super::vocabulary::kind_and_chance;

/// A name with its numbers taken out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NumberedName {
    /// The texts around the numbers. There is one more text than numbers, and the last is empty: a
    /// name without a number behind it counts as one that has it.
    texts: Vec<String>,
    numbers: Vec<String>,
}

impl NumberedName {
    pub(super) fn of(name: &str) -> Self {
        if let Some((kind, chance)) = kind_and_chance(name) {
            return Self {
                texts: vec![kind.to_owned(), String::new()],
                numbers: vec![chance.to_owned()],
            };
        }
        let mut texts = vec![String::new()];
        let mut numbers: Vec<String> = Vec::new();
        let mut characters = name.chars().peekable();
        while let Some(character) = characters.next() {
            if !character.is_ascii_digit() {
                if let Some(text) = texts.last_mut() {
                    text.push(character);
                }
                continue;
            }
            let mut number = character.to_string();
            while let Some(digit) = characters.next_if(char::is_ascii_digit) {
                number.push(digit);
            }
            // Of `10c Last` the letter counts on.
            let mut rest = characters.clone();
            let letter = rest.next().filter(char::is_ascii_lowercase);
            if letter.is_some() && rest.next().is_none_or(|next| !next.is_alphanumeric()) {
                number.extend(characters.next());
            }
            numbers.push(number);
            texts.push(String::new());
        }
        if let Some(last) = texts.last_mut().filter(|last| !last.is_empty()) {
            let bare = last.trim_end_matches([' ', '_', '-', '.']).to_owned();
            *last = bare;
            numbers.push(String::new());
            texts.push(String::new());
        }
        // Marks before the last number part it from the word: `Betrag_2`, `Betrag`.
        if let [.., before, _] = texts.as_mut_slice() {
            *before = before
                .trim_end_matches([' ', '_', '-', '.', '['])
                .to_owned();
        }
        Self { texts, numbers }
    }

    /// The name with `#` for each number, the same for all names of a row or column.
    pub(super) fn skeleton(&self) -> String {
        self.texts.join("#")
    }

    /// The name without the number that counts the rows.
    pub(super) fn without(&self, number: usize) -> String {
        let mut name = String::new();
        for (index, text) in self.texts.iter().enumerate() {
            name.push_str(text);
            match self.numbers.get(index) {
                Some(own) if index != number => name.push_str(own),
                Some(_) => name.push(' '),
                None => {}
            }
        }
        name.trim().to_owned()
    }

    /// Whether a number stands before the last step of a path.
    fn is_in_step(&self, number: usize) -> bool {
        self.texts
            .iter()
            .skip(number + 1)
            .any(|text| text.contains('.'))
    }

    /// What stands before and behind the number, where full stops part them: `costs`, `name`.
    pub(super) fn steps_around(&self, number: usize) -> Option<(&str, &str)> {
        let table = self.texts.get(number)?.strip_suffix('.')?;
        let column = self.texts.get(number + 1)?.strip_prefix('.')?;
        (number == 0 && !table.is_empty() && !column.is_empty()).then_some((table, column))
    }
}

/// The index of the number that counts the names: the only one in which they differ, and all of
/// them do.
pub(super) fn counting_number(names: &[&NumberedName]) -> Option<usize> {
    let [number] = differing(names)[..] else {
        return None;
    };
    let mut seen = HashSet::new();
    names
        .iter()
        .all(|name| seen.insert(name.numbers.get(number)))
        .then_some(number)
}

/// The index of the number that counts the names from top to bottom, where they are paths with a
/// step for each row and the fields are numbered on: `Row1[0].f1_4[0]`, `Row2[0].f1_12[0]`.
pub(super) fn counting_step(names: &[&NumberedName]) -> Option<usize> {
    let first = names.first()?;
    let steps = differing(names).into_iter();
    let mut steps = steps.filter(|number| first.is_in_step(*number));
    let number = steps.next().filter(|_| steps.next().is_none())?;
    let is_row = first.texts[number].to_lowercase();
    let is_row = ["row", "zeile"].iter().any(|row| is_row.ends_with(row));
    let count = |name: &NumberedName| name.numbers.get(number)?.parse::<u32>().ok();
    let counts_on = |two: &[&NumberedName]| {
        let counts = count(two[0]).zip(count(two[1]));
        counts.is_some_and(|(one, next)| one.checked_add(1) == Some(next))
    };
    (is_row && names.windows(2).all(counts_on)).then_some(number)
}

/// The indexes of the numbers in which names differ.
fn differing(names: &[&NumberedName]) -> Vec<usize> {
    let Some((first, others)) = names.split_first() else {
        return Vec::new();
    };
    let differs = |number: &usize| {
        let own = first.numbers.get(*number);
        others.iter().any(|other| other.numbers.get(*number) != own)
    };
    (0..first.numbers.len()).filter(differs).collect()
}

#[cfg(test)]
mod tests {
    use super::{NumberedName, counting_number, counting_step};

    fn counted(names: &[&str]) -> Option<String> {
        let names: Vec<NumberedName> = names.iter().map(|name| NumberedName::of(name)).collect();
        let alike = names
            .windows(2)
            .all(|two| two[0].skeleton() == two[1].skeleton());
        let number = counting_number(&names.iter().collect::<Vec<_>>()).filter(|_| alike)?;
        Some(names[0].without(number))
    }

    #[test]
    fn names_that_differ_in_one_number_are_counted_by_it() {
        for (names, expected) in [
            (&["Kosten1", "Kosten2"][..], Some("Kosten")),
            (&["Betrag", "Betrag_2", "Betrag_3"], Some("Betrag")),
            (&["E1-Person1", "E1-Person2"], Some("E1-Person")),
            (&["costs.0.name", "costs.1.name"], Some("costs. .name")),
            (&["10c Last", "10d Last"], Some("Last")),
            (&["Text-aTfOJ8oVk4", "Text-b2Gh99kQx1"], Some("Text")),
            (&["E1-Person1", "E2-Person2"], None),
            (&["Kosten1", "Kosten1"], None),
            (&["Name", "Ort"], None),
        ] {
            assert_eq!(counted(names).as_deref(), expected, "{names:?}");
        }
    }

    #[test]
    fn the_steps_of_rows_count_from_top_to_bottom() {
        for (names, expected) in [
            (["Row1[0].f1_4[0]", "Row2[0].f1_12[0]"], Some(0)),
            (["Table[0].BodyRow9.f1", "Table[0].BodyRow10.f5"], Some(1)),
            // Each of these is a question of its own.
            (["Line1[0].f1_4[0]", "Line2[0].f1_12[0]"], None),
            (["Row1a[0].f1_4[0]", "Row1b[0].f1_12[0]"], None),
            (["Row2.f1", "Row1.f2"], None),
            (["P1.Row1.f1", "P2.Row2.f2"], None),
            (["f1.Row1", "f2.Row2"], None),
        ] {
            let names = names.map(NumberedName::of);
            let names: Vec<&NumberedName> = names.iter().collect();
            assert_eq!(counting_step(&names), expected, "{names:?}");
        }
    }

    #[test]
    fn the_steps_of_a_path_name_table_and_column() {
        let name = NumberedName::of("costs.0.name");
        assert_eq!(name.steps_around(0), Some(("costs", "name")));
        assert_eq!(NumberedName::of("Kosten1").steps_around(0), None);
    }
}
