//! How long files and functions may be. Clippy measures each function (`.clippy.toml`).

use architecture::functions::functions;
use architecture::sources::{Source, sources};

const FILE_LINES_MAX: usize = 300;
/// Tables of cases read well in one piece.
const TEST_FILE_LINES_MAX: usize = 400;
/// Nine of ten functions are no longer.
const FUNCTION_LINES_USUAL: usize = 30;

#[test]
fn no_file_is_too_long() {
    let limit = |source: &Source| {
        if source.is_test() {
            TEST_FILE_LINES_MAX
        } else {
            FILE_LINES_MAX
        }
    };
    let long: Vec<String> = sources()
        .expect("sources")
        .iter()
        .filter(|source| source.line_count() > limit(source))
        .map(|source| format!("{}: {} lines", source.path, source.line_count()))
        .collect();
    assert!(
        long.is_empty(),
        "these hold more than one thing; split them by what they are about:\n{}",
        long.join("\n")
    );
}

#[test]
fn no_line_is_wider_than_100_columns() {
    let wide: Vec<String> = sources()
        .expect("sources")
        .iter()
        .flat_map(|source| {
            let wide = source.wide_lines();
            wide.map(|line| format!("{}:{line}", source.path))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(wide.is_empty(), "break these lines:\n{}", wide.join("\n"));
}

#[test]
fn nine_of_ten_functions_are_short() {
    let mut lengths: Vec<usize> = sources()
        .expect("sources")
        .iter()
        .flat_map(|source| functions(source).expect(&source.path))
        .map(|function| function.line_count)
        .collect();
    lengths.sort_unstable();
    let ninth = lengths.get(lengths.len() * 9 / 10).copied().unwrap_or(0);
    assert!(
        ninth <= FUNCTION_LINES_USUAL,
        "a tenth of all functions has more than {ninth} lines; {FUNCTION_LINES_USUAL} is the \
            mark: split the longest"
    );
}

#[test]
fn a_function_is_measured_from_its_signature_to_its_last_brace() {
    let source = Source {
        path: "example.rs".to_owned(),
        text: "/// Says.\n#[test]\nfn one() {\n    two();\n}\nimpl A {\n    fn b(\n        \
            self,\n    ) {}\n}\n"
            .to_owned(),
    };
    let found = functions(&source).expect("Rust");
    let measured: Vec<(&str, usize, usize)> = found
        .iter()
        .map(|function| (function.name.as_str(), function.line, function.line_count))
        .collect();
    assert_eq!(measured, [("one", 3, 3), ("b", 7, 3)]);
}
