//! The workers that read PDFs: this very program, confined; and what becomes of the service where
//! the kernel does not go along with that.

use std::fs;

use anyhow::{Context as _, anyhow};
use cli::{CommandError, PDF_WORKER};
use pdf_sandbox::{
    Confinement, SandboxLimits, SandboxedReader, WorkerCommand, close_serving_process,
};
use ports::{FormReader as _, PdfError};

/// The running program, also after an upgrade has replaced its file.
const PROGRAM: &str = "/proc/self/exe";

/// Opened for the streams of a process that is started.
const NOTHING: &str = "/dev/null";

/// Workers that are started, and tried.
pub(super) async fn form_reader() -> anyhow::Result<SandboxedReader> {
    close_serving_process()
        .context("The memory of the service cannot be closed to its workers (`prctl`)")?;
    fs::read_link(PROGRAM).context(
        "The workers that read PDFs are started from `/proc`, which is not mounted here",
    )?;
    fs::File::open(NOTHING)
        .context("The workers that read PDFs are started with `/dev/null`, which is not there")?;
    let command = WorkerCommand {
        program: PROGRAM.into(),
        arguments: vec![PDF_WORKER.into()],
    };
    let reader = SandboxedReader::start(command, SandboxLimits::default()).await;
    let reader = reader.context("The workers that read PDFs cannot be started")?;
    try_reading(&reader).await?;
    Ok(reader)
}

/// A form that is known to be right, so that a C library that needs more system calls than the
/// filter lets through is found out now and not with the first upload; and what is no PDF.
async fn try_reading(reader: &SandboxedReader) -> anyhow::Result<()> {
    let forms = forms_toml::builtin();
    let forms = forms.map_err(|faults| anyhow!(faults.into_sentences().join(" ")))?;
    let form = forms
        .into_iter()
        .next()
        .context("There is no built-in form")?;
    let read = reader.fields(form.template).await;
    match read.context("The workers that read PDFs do not work")? {
        Err(PdfError::Hostile) => {
            return Err(anyhow!(
                "The filter of system calls ends a worker that reads a form that is right: it does \
                 not fit this C library."
            ));
        }
        read => read.context("The workers that read PDFs cannot read a form that is right")?,
    };
    match reader.fields(bytes::Bytes::new()).await? {
        Err(PdfError::NotAPdf) => Ok(()),
        _ => Err(anyhow!(
            "The workers that read PDFs take anything for a PDF."
        )),
    }
}

/// The same for the service, which reads what strangers send.
pub(super) async fn confined_reader(is_required: bool) -> Result<SandboxedReader, CommandError> {
    let reader = form_reader().await?;
    let confinement = reader.confinement();
    require(confinement, is_required)?;
    for gap in confinement.gaps() {
        tracing::warn!("{gap}");
    }
    Ok(reader)
}

/// How the workers are confined, in words.
pub(super) async fn check(is_required: bool) -> Result<String, CommandError> {
    let confinement = form_reader().await?.confinement();
    require(confinement, is_required)?;
    let mut said = confinement.to_string();
    for gap in confinement.gaps() {
        said.push_str(". ");
        said.push_str(gap.trim_end_matches('.'));
    }
    Ok(said)
}

fn require(confinement: Confinement, is_required: bool) -> Result<(), CommandError> {
    if confinement.holds() || !is_required {
        return Ok(());
    }
    Err(CommandError::Configuration(vec![format!(
        "Nothing here keeps a worker that a PDF takes over from the data of others. {} One of both \
         is enough. To run without, where every uploader is trusted, set `sandbox.required` to \
         false.",
        confinement.gaps().join(" ")
    )]))
}

#[cfg(test)]
mod tests {
    use cli::CommandError;
    use pdf_sandbox::Confinement;

    use super::require;

    #[test]
    fn require_refuses_only_where_nothing_confines_and_something_must() {
        for (landlock_abi, has_system_call_filter) in [(0, false), (0, true), (1, false)] {
            let confinement = Confinement {
                landlock_abi,
                has_system_call_filter,
            };
            let refused = require(confinement, true);
            assert_eq!(refused.is_ok(), confinement.holds());
            if let Err(CommandError::Configuration(said)) = refused {
                assert!(said[0].contains("`sandbox.required`"), "{said:?}");
                assert!(
                    said[0].contains("Landlock") && said[0].contains("seccomp"),
                    "{said:?}"
                );
            }
            assert!(require(confinement, false).is_ok());
        }
    }
}
