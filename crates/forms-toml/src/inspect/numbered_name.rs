//! Names that differ in a number: `Kosten1`, `Kosten2`; `Betrag`, `Betrag_2`; `row.0.name`;
//! `10c Last`, `10d Last`.

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
    let (first, others) = names.split_first()?;
    let differs = |number: &usize| {
        others
            .iter()
            .any(|other| other.numbers.get(*number) != first.numbers.get(*number))
    };
    let mut differing = (0..first.numbers.len()).filter(differs);
    let number = differing.next().filter(|_| differing.next().is_none())?;
    let mut seen = std::collections::HashSet::new();
    names
        .iter()
        .all(|name| seen.insert(name.numbers.get(number)))
        .then_some(number)
}

#[cfg(test)]
mod tests {
    use super::{NumberedName, counting_number};

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
            (&["E1-Person1", "E2-Person2"], None),
            (&["Kosten1", "Kosten1"], None),
            (&["Name", "Ort"], None),
        ] {
            assert_eq!(counted(names).as_deref(), expected, "{names:?}");
        }
    }

    #[test]
    fn the_steps_of_a_path_name_table_and_column() {
        let name = NumberedName::of("costs.0.name");
        assert_eq!(name.steps_around(0), Some(("costs", "name")));
        assert_eq!(NumberedName::of("Kosten1").steps_around(0), None);
    }
}
