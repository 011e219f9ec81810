//! System calls as `strace -f -y -o FILE` writes them, in their order.

use std::collections::HashMap;

/// One call of one thread.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) name: String,
    /// As `strace` shows them, separated by commas.
    pub(crate) arguments: String,
    /// The number of the line in which it begins.
    pub(crate) began: usize,
    /// The number of the line in which it ends; none where the thread ended first.
    pub(crate) ended: Option<usize>,
    /// Whether it succeeded.
    pub(crate) succeeded: bool,
}

impl Call {
    /// The path of the descriptor that is the first argument.
    pub(crate) fn descriptor_path(&self) -> &str {
        let first = self.arguments.split_once('<');
        let path = first.and_then(|(number, rest)| {
            let is_number = number.bytes().all(|digit| digit.is_ascii_digit());
            is_number.then_some(rest)?.split_once('>')
        });
        path.map_or("", |(path, _)| path)
    }

    /// The arguments in quotes.
    pub(crate) fn texts(&self) -> Vec<&str> {
        self.arguments.split('"').skip(1).step_by(2).collect()
    }

    /// Whether it had ended, well, when the other began.
    pub(crate) fn is_done_before(&self, other: &Self) -> bool {
        self.succeeded && self.ended.is_some_and(|ended| ended < other.began)
    }
}

/// All calls of the text. Lines about signals and ends of threads are no calls.
pub(crate) fn read(text: &str) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    let mut unfinished: HashMap<&str, usize> = HashMap::new();
    for (number, line) in text.lines().enumerate() {
        let Some((thread, rest)) = line.split_once(' ') else {
            continue;
        };
        let rest = rest.trim_start();
        if rest.starts_with("<... ") {
            if let Some(index) = unfinished.remove(thread) {
                calls[index].ended = Some(number);
                calls[index].succeeded = is_success(rest);
            }
            continue;
        }
        let Some((name, arguments)) = called(rest) else {
            continue;
        };
        let is_unfinished = arguments.ends_with("<unfinished ...>");
        if is_unfinished {
            unfinished.insert(thread, calls.len());
        }
        calls.push(Call {
            name: name.to_owned(),
            arguments: arguments.to_owned(),
            began: number,
            ended: (!is_unfinished).then_some(number),
            succeeded: !is_unfinished && is_success(arguments),
        });
    }
    calls
}

/// Name and arguments, with what follows them.
fn called(rest: &str) -> Option<(&str, &str)> {
    let (name, arguments) = rest.split_once('(')?;
    let is_name = |name: &str| {
        name.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    (!name.is_empty() && is_name(name)).then_some((name, arguments))
}

/// Whether the line ends with a result that is no error.
fn is_success(line: &str) -> bool {
    let result = line.rsplit_once(" = ").map(|(_, result)| result);
    result.is_some_and(|result| result.starts_with(|first: char| first.is_ascii_digit()))
}

#[test]
fn read_joins_the_halves_of_a_call_and_passes_over_other_lines() {
    let text = "7 fsync(3</data/a> <unfinished ...>\n\
        8 write(4</data/b>, \"x = 1\", 5) = -1 EIO (Input/output error)\n\
        7 <... fsync resumed>)             = 0\n\
        8 --- SIGURG {si_signo=SIGURG} ---\n\
        8 +++ killed by SIGKILL +++\n\
        9 fsync(5</data/c>) = ? <unavailable>\n";
    let calls = read(text);
    let seen: Vec<_> = calls
        .iter()
        .map(|call| (call.name.as_str(), call.began, call.ended, call.succeeded))
        .collect();
    let expected = [
        ("fsync", 0, Some(2), true),
        ("write", 1, Some(1), false),
        ("fsync", 5, Some(5), false),
    ];
    assert_eq!(seen, expected);
    assert_eq!(calls[0].descriptor_path(), "/data/a");
    assert_eq!(calls[1].texts(), ["x = 1"]);
}
