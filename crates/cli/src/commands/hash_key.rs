//! `hash-key`: from a master key to its hash.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _, Stdin};

use anyhow::{Context as _, bail, ensure};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

use crate::{CommandError, MasterKeyHasher, terminal};

/// Shorter keys can be guessed.
const CHARACTERS_MIN: usize = 16;

/// Reads a key from standard input and prints its hash.
pub(crate) fn run<H: MasterKeyHasher>() -> Result<(), CommandError> {
    let key = read_line(H::MASTER_KEY_BYTES_MAX)?;
    check(&key, H::MASTER_KEY_BYTES_MAX)?;
    let hash = H::hash_master_key(&key)?;
    Ok(terminal::print(&format!("{hash}\n"))?)
}

/// Whether a client could send the key in a header, and nobody guess it.
fn check(key: &str, bytes_max: usize) -> anyhow::Result<()> {
    ensure!(
        key.chars().count() >= CHARACTERS_MIN,
        "The key is too short: it must have at least {CHARACTERS_MIN} characters."
    );
    ensure!(
        key.len() <= bytes_max,
        "The key is too long: it may have at most {bytes_max} characters."
    );
    let can_be_sent = key
        .bytes()
        .all(|byte| byte == b' ' || byte.is_ascii_graphic());
    ensure!(
        can_be_sent && key.trim() == key,
        "The key must be made of visible ASCII characters, with spaces only between them: other \
            keys cannot be sent in a header."
    );
    Ok(())
}

/// The first line of standard input, without its end.
fn read_line(bytes_max: usize) -> anyhow::Result<String> {
    let stdin = io::stdin();
    let _hidden = if stdin.is_terminal() {
        terminal::print_message("Master key (it is not shown):");
        Some(Hidden::on(&stdin)?)
    } else {
        None
    };
    let mut line = Vec::new();
    // One byte more than a key may have, and the end of its line: enough to see that it is too
    // long.
    let bytes_max = bytes_max as u64 + 3;
    stdin
        .lock()
        .take(bytes_max)
        .read_until(b'\n', &mut line)
        .context("Standard input cannot be read")?;
    let Ok(line) = String::from_utf8(line) else {
        bail!("The key is no text.");
    };
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// While it lives, the terminal does not show what is typed.
struct Hidden<'terminal> {
    stdin: &'terminal Stdin,
    before: Termios,
}

impl<'terminal> Hidden<'terminal> {
    fn on(stdin: &'terminal Stdin) -> anyhow::Result<Self> {
        let before = tcgetattr(stdin).context("The terminal does not answer")?;
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        tcsetattr(stdin, OptionalActions::Flush, &hidden)
            .context("The terminal does not answer")?;
        Ok(Self { stdin, before })
    }
}

impl Drop for Hidden<'_> {
    fn drop(&mut self) {
        // There is no other way to show again what is typed, so there is nothing to do if this
        // fails.
        let _ = tcsetattr(self.stdin, OptionalActions::Flush, &self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn a_key_must_be_long_enough_and_fit_into_a_header() {
        assert!(check("sixteen letters.", 1024).is_ok());
        for key in [
            "fifteen letters",
            "ein Schlüssel mit Umlaut",
            "a key with a\ttabulator",
            " a key that begins with a space",
            &"x".repeat(1025),
        ] {
            assert!(check(key, 1024).is_err(), "{key}");
        }
    }
}
