//! On which line of a `form.toml` stands what a fault names.

/// The fault with its line before it, where the line can be told.
pub(super) fn with_line(text: &str, fault: String) -> String {
    match line_of(text, &fault) {
        Some(line) => format!("line {line}: {fault}"),
        None => fault,
    }
}

/// The line, from 1. Faults begin with a path and a colon, with `names."field":`, with a member of
/// the form itself, or name an entry by its label.
fn line_of(text: &str, fault: &str) -> Option<usize> {
    if let Some(rest) = fault.strip_prefix("names.") {
        let (name, _) = rest.split_once("\": ")?;
        let name = name.strip_prefix('"')?;
        return find(text, 0, |line| is_member_of_names(line, name));
    }
    if let Some(rest) = fault.strip_prefix("the entry labelled ") {
        let label = rest.strip_prefix('"')?.split('"').next()?;
        return find(text, 0, |line| has(line, "label", label));
    }
    if fault.starts_with("form_type ") {
        return find(text, 0, |line| member(line, "form_type").is_some());
    }
    let (path, _) = fault.split_once(": ")?;
    let entry = find(text, 0, |line| {
        has(line, "key", path) || has(line, "table", path)
    });
    entry.or_else(|| {
        let (table, column) = path.split_once(".N.")?;
        let table = find(text, 0, |line| has(line, "table", table))?;
        find(text, table, |line| {
            let column_key = line.split("key").skip(1);
            column_key
                .into_iter()
                .any(|rest| quoted(rest) == Some(column))
        })
    })
}

/// The first line behind so many that fits.
fn find(text: &str, behind: usize, fits: impl Fn(&str) -> bool) -> Option<usize> {
    let mut lines = text.lines().enumerate().skip(behind);
    lines
        .find(|(_, line)| fits(line))
        .map(|(index, _)| index + 1)
}

fn has(line: &str, key: &str, value: &str) -> bool {
    member(line, key).and_then(quoted) == Some(value)
}

/// What stands behind the name of a member that begins a line.
fn member<'line>(line: &'line str, key: &str) -> Option<&'line str> {
    let rest = line.trim_start().strip_prefix(key)?.trim_start();
    rest.starts_with('=').then_some(rest)
}

/// The string behind an equals sign.
fn quoted(rest: &str) -> Option<&str> {
    let value = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = value
        .chars()
        .next()
        .filter(|quote| ['"', '\''].contains(quote))?;
    value[1..].split(quote).next()
}

fn is_member_of_names(line: &str, name: &str) -> bool {
    let line = line.trim_start();
    let bare = line.strip_prefix(['"', '\'']).unwrap_or(line);
    let rest = bare.strip_prefix(name);
    rest.is_some_and(|rest| rest.trim_start_matches(['"', '\'', ' ']).starts_with('='))
}

#[cfg(test)]
mod tests {
    use super::line_of;

    const TEXT: &str = "form_type = 'X'\ntitle = 'T'\n\n[[section.entry]]\nkey = \"a.b\"\n\
        label = 'L'\n[[section.entry]]\ntable = 'costs'\ncolumns = [\n  { key = 'name', type = \
        'x' },\n  { key = 'sum' },\n]\n[names]\n\"Feld 7\" = 'a.b'\n";

    #[test]
    fn line_of_a_fault_is_that_of_what_it_names() {
        for (fault, line) in [
            ("form_type \"X\" must be", Some(1)),
            ("a.b: max_length must be", Some(5)),
            ("the entry labelled \"L\" needs", Some(6)),
            ("costs: a table has", Some(8)),
            ("costs.N.sum: type is missing", Some(11)),
            ("names.\"Feld 7\": c is no field", Some(14)),
            ("a form has 1 to 5000 fields", None),
            ("gone: type is missing", None),
        ] {
            assert_eq!(line_of(TEXT, fault), line, "{fault}");
        }
    }
}
