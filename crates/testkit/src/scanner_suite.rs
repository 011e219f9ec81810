//! The conformance suite of scanners: one function for each check, given a scanner that knows the
//! EICAR test text, which stands for malware.
//!
//! To add a check: write it in the module of its subject and add its name to
//! [`scanner_checks`](crate::scanner_checks).

mod verdicts;

pub use verdicts::*;

/// The text that every scanner may take for malware (eicar.org). Put together here, so that no
/// scanner finds it in the sources.
pub fn eicar() -> String {
    let (begin, end) = (
        r"X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-",
        "ANTIVIRUS-TEST-FILE!$H+H*",
    );
    format!("{begin}{end}")
}

#[cfg(test)]
pub(crate) const SOURCES: &[&str] = &[include_str!("scanner_suite/verdicts.rs")];

#[doc(hidden)]
#[macro_export]
macro_rules! scanner_checks {
    ([$($callback:tt)+] $suite:ident, $argument:expr) => {
        $($callback)+! {
            $suite, $argument,
            a_file_without_malware_is_clean
            malware_is_found_wherever_its_pieces_are_cut
            malware_is_found_behind_many_bytes
            bytes_that_break_off_are_no_file
            files_at_once_do_not_mix
            the_scanner_answers
        }
    };
}
