//! Names the build by a digest of all sources, so that what a client keeps of a filled form is
//! asked for anew when another program may fill it otherwise. The number of a release is not
//! enough: it is raised by hand.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::{fs, io};

fn main() -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    let mut sources = ["Cargo.lock", "Cargo.toml"]
        .map(|file| Path::new("../..").join(file))
        .to_vec();
    for crate_folder in entries(Path::new(".."))? {
        let manifest = crate_folder.join("Cargo.toml");
        println!("cargo:rerun-if-changed={}", manifest.display());
        sources.push(manifest);
        for part in ["src", "assets", "fonts", "forms"] {
            let folder = crate_folder.join(part);
            if folder.is_dir() {
                println!("cargo:rerun-if-changed={}", folder.display());
                list_files(&folder, &mut sources)?;
            }
        }
    }
    println!("cargo:rerun-if-changed=../../Cargo.lock");
    println!("cargo:rerun-if-changed=../../Cargo.toml");
    for source in sources {
        source.hash(&mut hasher);
        fs::read(&source)?.hash(&mut hasher);
    }
    println!("cargo:rustc-env=FORMSERVICE_BUILD={:016x}", hasher.finish());
    Ok(())
}

fn list_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in entries(folder)? {
        if entry.is_dir() {
            list_files(&entry, files)?;
        } else {
            files.push(entry);
        }
    }
    Ok(())
}

/// In the order of their names, which that of a folder is not.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries)
}
