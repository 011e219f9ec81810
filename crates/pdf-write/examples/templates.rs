//! Makes `template.pdf` beside each `form.toml` in the folders below a directory: `templates
//! DIRECTORY`.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args_os().nth(1).map(PathBuf::from);
    let directory = directory.ok_or("give the directory whose folders hold a form.toml each")?;
    for entry in fs::read_dir(directory)? {
        let folder = entry?.path();
        let definition = fs::read_to_string(folder.join(forms_toml::DEFINITION_FILE))?;
        let template = pdf_write::blank_template(&forms_toml::parse_definition(&definition)?)?;
        fs::write(folder.join(forms_toml::TEMPLATE_FILE), template)?;
    }
    Ok(())
}
