//! What `check` has found to be wrong, and with which exit status it says so.

use std::fmt::Display;

use crate::{CommandError, terminal};

/// All faults, in the order in which they were found.
#[derive(Default)]
pub(super) struct Findings {
    faults: Vec<String>,
    /// Whether one of them would end `serve` as a wrong configuration.
    is_misconfigured: bool,
}

impl Findings {
    /// Prints that a part is right, or notes what is wrong with it.
    pub(super) fn report(&mut self, part: &str, outcome: Result<impl Display, CommandError>) {
        match outcome {
            Ok(state) => terminal::print_message(&format!("{part}: {state}.")),
            Err(error) => {
                self.is_misconfigured |= error.is_of_configuration();
                let said = error.sentences().join(" ");
                let said = said.trim_end_matches('.');
                self.faults.push(format!("{part}: {said}."));
            }
        }
    }

    /// Notes what is wrong with something of which nothing else is said.
    pub(super) fn note(&mut self, error: &CommandError) {
        self.is_misconfigured |= error.is_of_configuration();
        self.faults.extend(error.sentences());
    }

    /// Notes faults that do not keep the service from starting.
    pub(super) fn add(&mut self, faults: Vec<String>) {
        self.faults.extend(faults);
    }

    /// With the status that `serve` would end with, where one of them keeps it from starting: 2
    /// where it is one of the configuration, whatever else there is.
    pub(super) fn judged(self) -> Result<(), CommandError> {
        match (self.faults.is_empty(), self.is_misconfigured) {
            (true, _) => Ok(()),
            (false, true) => Err(CommandError::Configuration(self.faults)),
            (false, false) => Err(CommandError::Diagnosis(self.faults)),
        }
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::Findings;
    use crate::CommandError;

    #[test]
    fn one_fault_of_the_configuration_among_others_decides_the_status() {
        let of_configuration = || CommandError::Configuration(vec!["a.".into(), "b.".into()]);
        let other = || CommandError::from(anyhow!("away"));
        let judged = |errors: Vec<CommandError>| {
            let mut findings = Findings::default();
            for error in errors {
                findings.report("Part", Err::<&str, _>(error));
            }
            findings.judged().err()
        };
        assert!(judged(Vec::new()).is_none());
        let told = judged(vec![other(), of_configuration(), other()]).unwrap();
        assert!(told.is_of_configuration());
        let expected = ["Part: away.", "Part: a. b.", "Part: away."];
        assert_eq!(told.sentences(), expected);
        assert!(!judged(vec![other()]).unwrap().is_of_configuration());
        let mut findings = Findings::default();
        findings.add(vec!["it does not agree.".into()]);
        findings.note(&of_configuration());
        let told = findings.judged().unwrap_err();
        assert!(told.is_of_configuration());
        assert_eq!(told.sentences(), ["it does not agree.", "a.", "b."]);
    }
}
