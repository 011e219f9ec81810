//! Each fault names the line that it is about.

use super::parse_definition;

const TEXT: &str = r#"form_type = 'X'
title = '''
key = "a"
label = "L" '''
version = 1
[[section]]
title = 'key = "a"'
# key = "a"
[[section.entry]]
label = 'L'
key = 'a'
type = 'text'
[[section.entry]]
label = 'L' # key = "b"
type = 'text'
[[section]]
title = 'B'
entry = [
  { key = 'c', label = 'L', type = 'day' },
  { label = 'L', width = 'wide', type = 'text', key = 'd' },
]
[[section]]
title = 'C'
[[section.entry]]
label = 'L'
table = "t"
rows = 2
columns = [
  { label = 'key', key = 'key', type = 'text' },
  { label = 'key', key = 'sum', type = 'money', max_length = 3 },
  { label = 'key', key = 'time', type = 'hour' },
  { label = 'key',
    type = 'text',
    key = 'key' },
]
[[section.entry]]
key = 'a'
label = 'L'
type = 'text'
max_length = 0
[[section.entry]]
label = 'L'
key = 'e'
[[section.entry]]
label = 'L'
table = "a.b"
rows = 1
columns = []
[names]
"a" = 'a'
'b' = 'a'
"Feld = 7" = 'nothing'
"#;

/// What stands before the sentence that has this part.
fn line_of(text: &str, part: &str) -> String {
    let faults = parse_definition(text).unwrap_err().into_sentences();
    let found = faults.iter().find(|fault| fault.contains(part));
    let fault = found.unwrap_or_else(|| panic!("{part} is not in {faults:?}"));
    fault.split_once(": ").unwrap_or_default().0.to_owned()
}

#[test]
fn with_lines_names_the_line_of_the_member_whatever_other_lines_have_the_same_words() {
    for (part, line) in [
        ("form_type \"X\" must be", 1),
        ("the entry labelled", 14),
        ("c: type \"day\" is unknown", 19),
        ("d: width \"wide\"", 20),
        ("t.N.sum: max_length does not go", 30),
        ("t.N.time: type \"hour\" is unknown", 31),
        ("t: two columns have", 34),
        ("a: two entries have this path", 37),
        ("a: max_length must be", 40),
        ("e: type is missing", 43),
        ("a.b: a cannot be both", 46),
        ("a.b: a table has", 48),
        ("names.\"b\": a has another name", 51),
        ("names.\"Feld = 7\": nothing is no field", 52),
    ] {
        assert_eq!(line_of(TEXT, part), format!("line {line}"), "{part}");
    }
}

#[test]
fn with_lines_counts_lines_whatever_ends_them_and_gives_a_whole_form_none() {
    let lines = [
        "form_type = 'x_form'\ntitle = 'ä'\nversion = 1\n[[section]]\ntitle = 'A'\n",
        "[[section.entry]]\nlabel = 'L'\nkey = 'ä'\ntype = 'text'\n",
    ];
    for text in [lines.concat(), lines.concat().replace('\n', "\r\n")] {
        assert_eq!(line_of(&text, "a path is"), "line 8");
    }
    assert!(line_of(lines[0], "this one has 0").is_empty());
}
