//! `forms list`: which versions of form types there are, since when, and how many applications have
//! each.

use usecases::{FormVersionFault, FormVersionReport};

use crate::command_line::Forms;
use crate::{CommandError, ExistingStorage, FormLibrary, ProgramSettings, terminal};

use super::runtime;

/// How many digits of a digest are shown: enough to tell one from the others.
const DIGEST_DIGITS: usize = 12;

pub(super) fn run<I>(forms: &Forms) -> Result<(), CommandError>
where
    I: ProgramSettings + FormLibrary + ExistingStorage,
{
    let installation: I = forms.configuration.read()?;
    let catalogue = installation.form_types(forms.forms_dir.as_deref())?;
    let store = installation.existing_store()?;
    let runtime = runtime()?;
    let listed = runtime.block_on(catalogue.list_versions(&store))?;
    for fault in runtime.block_on(catalogue.version_faults(&store))? {
        if matches!(fault, FormVersionFault::Senseless { .. }) {
            terminal::print_message(&fault.to_string());
        }
    }
    Ok(terminal::print(&table(&listed))?)
}

fn table(listed: &[FormVersionReport]) -> String {
    let heading = [
        "FORM TYPE",
        "VERSION",
        "DIGEST",
        "SINCE (UTC)",
        "APPLICATIONS",
        "",
    ];
    let rows = listed.iter().map(cells);
    let rows: Vec<_> = [heading.map(str::to_owned)]
        .into_iter()
        .chain(rows)
        .collect();
    let widths = [0, 1, 2, 3, 4].map(|column| {
        let lengths = rows.iter().map(|row| row[column].len());
        lengths.max().unwrap_or_default()
    });
    let line = |row: &[String; 6]| {
        let [form_type, version, digest, since, applications, note] = row;
        let [a, b, c, d, e] = widths;
        let line = format!(
            "{form_type:a$}  {version:>b$}  {digest:c$}  {since:d$}  {applications:>e$}  {note}"
        );
        format!("{}\n", line.trim_end())
    };
    rows.iter().map(line).collect()
}

fn cells(report: &FormVersionReport) -> [String; 6] {
    let since = match (report.stored_at, report.version) {
        (Some(stored_at), _) => stored_at.to_string(),
        (None, Some(_)) => "not used yet".to_owned(),
        (None, None) => "not stored".to_owned(),
    };
    let note = match report.is_served {
        true => "new applications get it",
        false => "",
    };
    let digest = |digest: String| digest.chars().take(DIGEST_DIGITS).collect();
    let package = report.version.map(|version| version.package.to_string());
    let number = report.version.map(|version| version.number.to_string());
    [
        report.form_type.clone(),
        number.unwrap_or_else(|| "unknown".to_owned()),
        package.map_or_else(String::new, digest),
        since,
        report.applications.to_string(),
        note.to_owned(),
    ]
}
