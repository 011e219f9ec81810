//! How a command can fail, and with which exit status.

use std::process::ExitCode;

use forms::{Fault, Faults};

use crate::terminal;

/// Why a command did not do what it was called for.
#[derive(Debug)]
pub enum CommandError {
    /// Wrong configuration: every fault, a sentence each.
    Configuration(Vec<String>),
    /// The diagnosis of a file: what is wrong with it, a sentence each.
    Diagnosis(Vec<String>),
    /// Any other failure, with its causes.
    Other(anyhow::Error),
}

impl CommandError {
    /// A diagnosis with a sentence for each fault, which begins with its path.
    pub(crate) fn from_faults(faults: &Faults) -> Self {
        let sentence = |fault: &Fault| format!("{}: {}.", fault.path, fault.problem);
        Self::Diagnosis(faults.iter().map(sentence).collect())
    }

    /// Writes what is wrong to the log. Answers the exit status: 2 for the configuration, else 1.
    pub(crate) fn log(&self) -> ExitCode {
        for sentence in self.sentences() {
            tracing::error!(error = sentence, "the service cannot run");
        }
        self.status()
    }

    /// Prints what is wrong to standard error. Answers the exit status: 2 for the configuration,
    /// else 1.
    pub(crate) fn report(&self) -> ExitCode {
        for sentence in self.sentences() {
            terminal::print_error(&sentence);
        }
        self.status()
    }

    pub(crate) fn sentences(&self) -> Vec<String> {
        match self {
            Self::Configuration(faults) | Self::Diagnosis(faults) => faults.clone(),
            Self::Other(error) => vec![format!("{error:#}")],
        }
    }

    pub(crate) fn is_of_configuration(&self) -> bool {
        matches!(self, Self::Configuration(_))
    }

    fn status(&self) -> ExitCode {
        match self {
            Self::Configuration(_) => ExitCode::from(2),
            Self::Diagnosis(_) | Self::Other(_) => ExitCode::FAILURE,
        }
    }
}

impl<E: Into<anyhow::Error>> From<E> for CommandError {
    fn from(error: E) -> Self {
        Self::Other(error.into())
    }
}
