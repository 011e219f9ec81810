//! Makes `template.pdf` beside every `form.toml` below a folder: `cargo run -p pdf-write --example templates -- crates/forms-toml/forms`.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let folders = std::env::args_os()
        .nth(1)
        .map(PathBuf::from)
        .ok_or("give the folder that holds the folders of form types")?;
    for entry in fs::read_dir(folders)? {
        let folder = entry?.path();
        if folder.join(forms_toml::DEFINITION_FILE).is_file() {
            make(&folder)?;
        }
    }
    Ok(())
}

fn make(folder: &Path) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(folder.join(forms_toml::DEFINITION_FILE))?;
    let form_type = forms_toml::parse_definition(&text)?;
    let template = pdf_write::template::blank_template(&form_type)?;
    fs::write(folder.join(forms_toml::TEMPLATE_FILE), template)?;
    Ok(())
}
