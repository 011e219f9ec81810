//! The program `formservice`.

use std::process::ExitCode;

fn main() -> ExitCode {
    app::run()
}
