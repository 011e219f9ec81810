//! Makes `template.pdf` beside each `form.toml` in the folders below a directory: `templates DIRECTORY`.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(directory) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("give the directory whose folders hold a form.toml each");
        return ExitCode::FAILURE;
    };
    match make_all(&directory) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn make_all(directory: &PathBuf) -> Result<(), Box<dyn std::error::Error>> {
    for entry in std::fs::read_dir(directory)? {
        let folder = entry?.path();
        let definition = std::fs::read_to_string(folder.join(forms_toml::DEFINITION_FILE))?;
        let template = pdf_write::blank_template(&forms_toml::parse_definition(&definition)?)?;
        std::fs::write(folder.join(forms_toml::TEMPLATE_FILE), template)?;
    }
    Ok(())
}
