//! Writes the notices that the program prints (`just notices`), or prints the bill of what is in it
//! (`just sbom`).

use std::error::Error;
use std::fs;
use std::io::{self, Write as _};

use architecture::notices::{kept_at, notices};
use architecture::packages::metadata;
use architecture::sbom::sbom;
use flate2::{Compression, GzBuilder};

fn main() -> Result<(), Box<dyn Error>> {
    let metadata = metadata()?;
    if std::env::args().nth(1).as_deref() == Some("sbom") {
        let mut out = io::stdout().lock();
        return Ok(writeln!(out, "{:#}", sbom(&metadata))?);
    }
    let mut file = GzBuilder::new().write(Vec::new(), Compression::best());
    file.write_all(notices(&metadata)?.as_bytes())?;
    Ok(fs::write(kept_at(), file.finish()?)?)
}
