//! Letters that a program has named wrongly when it printed a filled form anew.

use forms::form_content::FormContent;

use super::moved_words::{LINE, moved, read, run};

/// What is said of a file with this text in the place of the value that stands at these points from
/// the left and lines from the top.
fn refusal(text: &str, left: f32, line: f32) -> String {
    let mut texts = moved(0.0, 0.0);
    texts.retain(|own| (own.place.left, own.place.top) != (left, line * LINE));
    texts.push(run(text, left, line));
    let refused = read(&FormContent::printed(texts)).unwrap_err();
    refused.to_string()
}

#[test]
fn a_value_with_such_letters_is_refused_wherever_it_stands() {
    let problem = "some of its letters are drawn as one and cannot be decoded, as the program that \
                   wrote this PDF anew has named them wrongly; upload the PDF as it was before.";
    for (left, line, path) in [
        (42.0, 6.0, "name"),
        (42.0, 12.0, "description"),
        (42.0, 23.0, "costs.0.name"),
        (300.0, 45.0, "otherFields.Seite 1"),
    ] {
        for text in ["O\u{FDD0}ce", "\u{FDD0}"] {
            let sentence = refusal(text, left, line);
            assert_eq!(sentence, format!("{path}: {problem}"), "{text}");
        }
    }
}
