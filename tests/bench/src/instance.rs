//! One instance of the program, as it runs in operation: one line of its log for each request.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use test_servers::Fallible;

use crate::requests::MASTER_KEY;

/// A running instance; killed when it goes out of scope.
pub struct Instance {
    child: Child,
    folder: TempDir,
    address: String,
}

/// What an instance is told, as environment variables.
pub type Settings = Vec<(String, String)>;

impl Instance {
    /// Starts one and waits until it listens.
    pub fn start(program: &Path, settings: &Settings) -> Fallible<Self> {
        let folder = tempfile::tempdir()?;
        let log = folder.path().join("log");
        let child = command(program, "serve", settings)
            .current_dir(folder.path())
            .stderr(File::create(&log)?)
            .spawn()?;
        let mut instance = Self {
            child,
            folder,
            address: String::new(),
        };
        instance.address = instance.listening(&log)?;
        Ok(instance)
    }

    /// `host:port`.
    pub fn address(&self) -> String {
        self.address.clone()
    }

    /// Where it runs, and has its data where the settings do not say anything else.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    fn listening(&mut self, log: &PathBuf) -> Fallible<String> {
        for _ in 0..600 {
            let said = fs::read_to_string(log)?;
            let rest = said.split("http://").nth(1);
            if let Some((address, _)) = rest.and_then(|rest| rest.split_once('"')) {
                return Ok(address.to_owned());
            }
            if self.child.try_wait()?.is_some() {
                return Err(format!("an instance has ended:\n{said}").into());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Err("an instance does not say where it listens".into())
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program with a command, these settings, and of the surroundings what the unit and the
/// container of `docs/deploy` set.
pub fn command(program: &Path, name: &str, settings: &Settings) -> Command {
    let mut command = Command::new(program);
    command
        .arg(name)
        .env_clear()
        .env("MALLOC_ARENA_MAX", "2")
        .env("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0")
        .env("FORMSERVICE__SERVER__METRICS_LISTEN", "off")
        .env("FORMSERVICE__LOG__FORMAT", "json")
        .envs(settings.iter().cloned())
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command
}

/// The hash of the master key, made by the program.
pub fn master_key_hash(program: &Path) -> Fallible<(String, String)> {
    let mut child = Command::new(program)
        .arg("hash-key")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    if let Some(input) = &mut child.stdin {
        writeln!(input, "{MASTER_KEY}")?;
    }
    let output = child.wait_with_output()?;
    let hash = String::from_utf8(output.stdout)?.trim().to_owned();
    Ok(("FORMSERVICE__AUTH__MASTER_KEY_HASHES".to_owned(), hash))
}
