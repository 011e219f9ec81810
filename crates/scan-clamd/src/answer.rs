//! What the daemon's answers mean. Whatever is not known is no verdict.

use ports::{ScanVerdict, Signature};

use crate::error::ClamdError;

/// The verdict in an answer to `zINSTREAM`, without the NUL at its end.
pub(crate) fn verdict(answer: &[u8]) -> Result<ScanVerdict, ClamdError> {
    let text = str::from_utf8(answer).map_err(|_| ClamdError::Unintelligible)?;
    if text == "stream: OK" {
        return Ok(ScanVerdict::Clean);
    }
    let found = text
        .strip_prefix("stream: ")
        .and_then(|rest| rest.strip_suffix(" FOUND"));
    if let Some(name) = found {
        return Ok(ScanVerdict::Infected(Signature::of(name)));
    }
    Err(match text.strip_suffix(" ERROR") {
        Some(reason) => ClamdError::Refused(plain(reason)),
        None => ClamdError::Unintelligible,
    })
}

/// Visible ASCII and spaces.
fn plain(text: &str) -> String {
    const LETTERS_MAX: usize = 100;
    let letters = text.chars().filter(|letter| (' '..='~').contains(letter));
    letters.take(LETTERS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use ports::{ScanVerdict, Signature};

    use super::verdict;

    #[test]
    fn verdict_takes_two_answers_and_no_other() {
        assert!(matches!(verdict(b"stream: OK"), Ok(ScanVerdict::Clean)));
        let found = verdict(b"stream: Win.Test.EICAR_HDB-1 FOUND").unwrap();
        let signature = Signature::of("Win.Test.EICAR_HDB-1");
        assert_eq!(found, ScanVerdict::Infected(signature));
        for other in [
            &b""[..],
            b"OK",
            b"stream: OK\n",
            b"stream: ok",
            b" stream: OK",
            b"stream: OK stream: OK",
            b"stream: FOUND",
            b"\xff\xfe",
            b"INSTREAM size limit exceeded. ERROR",
            b"stream: Can't allocate memory ERROR",
            b"UNKNOWN COMMAND",
        ] {
            assert!(verdict(other).is_err(), "{}", other.escape_ascii());
        }
    }

    #[test]
    fn verdict_shows_the_reason_of_a_refusal_without_control_characters() {
        let error = verdict(b"INSTREAM \x1b[31msize limit exceeded. ERROR").unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("INSTREAM [31msize limit exceeded.")
        );
    }
}
