//! Writes what a target begins with into a folder: `fuzz-seeds TARGET FOLDER`; prints the longest
//! input that the target is worth, in bytes.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a script reads the one, a person the other"
)]

use std::path::Path;
use std::process::ExitCode;

fn main() -> std::io::Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, folder] = arguments.as_slice() else {
        eprintln!("fuzz-seeds TARGET FOLDER");
        return Ok(ExitCode::from(2));
    };
    let Some(target) = fuzz::find(name) else {
        let names = fuzz::TARGETS.map(|target| target.name);
        eprintln!("no target {name}; there are {}", names.join(", "));
        return Ok(ExitCode::from(2));
    };
    std::fs::create_dir_all(folder)?;
    for (name, bytes) in fuzz::seeds::seeds(target.name) {
        std::fs::write(Path::new(folder).join(format!("seed-{name}")), bytes)?;
    }
    println!("{}", target.length_max);
    Ok(ExitCode::SUCCESS)
}
