//! A PostgreSQL server in a folder of its own.
//!
//! It listens on a socket in that folder and on a free port of 127.0.0.1, and believes everyone who
//! says that he is `postgres`. It does not wait for the disk (`fsync=off`), so it shows nothing
//! about power cuts; a crash of the server alone loses nothing all the same.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use tempfile::TempDir;

use crate::Fallible;
use crate::guarded::{Guarded, give_away, unprivileged};
use crate::programs::{finished, folder_with};
use crate::waiting::comes;

const INSTALL: &str = "apt-get install postgresql (or the PostgreSQL packages of this system)";

/// A running server. Stopped, and its folder removed, when it is dropped or the process ends.
pub struct PostgresServer {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    options: Vec<String>,
    running: Mutex<Option<Guarded>>,
    databases: AtomicU32,
}

impl PostgresServer {
    /// Makes and starts a server. Each option is `name=value` as in `postgresql.conf`.
    pub fn start(options: &[&str]) -> Fallible<Self> {
        let server = Self::make(options)?;
        server.start_again()?;
        Ok(server)
    }

    /// Makes and starts a server that speaks TLS. It is asked to put `server.key` and `server.crt`
    /// into a folder.
    pub fn start_encrypted(certify: impl FnOnce(&Path) -> Fallible<()>) -> Fallible<Self> {
        let server = Self::make(&["ssl=on"])?;
        certify(&server.data_folder())?;
        for name in ["server.key", "server.crt"] {
            let file = server.data_folder().join(name);
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600))?;
            give_away(&file)?;
        }
        server.start_again()?;
        Ok(server)
    }

    fn make(options: &[&str]) -> Fallible<Self> {
        let programs = folder_with(&["initdb", "postgres", "psql"], debian_folders(), INSTALL)?;
        // Not where TMPDIR says: the path of a socket may have 107 bytes.
        let folder = TempDir::with_prefix_in("formservice-postgres-", "/tmp")?.keep();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755))?;
        give_away(&folder)?;
        let server = Self {
            port: free_port()?,
            options: options.iter().map(|&option| option.to_owned()).collect(),
            running: Mutex::new(None),
            databases: AtomicU32::new(0),
            programs,
            folder,
        };
        let mut make = unprivileged(&server.programs.join("initdb"));
        make.args(["--username=postgres", "--auth=trust", "--encoding=UTF8"])
            .args(["--locale=C", "--no-sync", "--pgdata"])
            .arg(server.data_folder())
            .current_dir(&server.folder);
        finished(&mut make)?;
        Ok(server)
    }

    /// The one server of this process, without options.
    pub fn shared() -> Fallible<&'static Self> {
        static SHARED: OnceLock<Result<PostgresServer, String>> = OnceLock::new();
        let shared = SHARED.get_or_init(|| Self::start(&[]).map_err(|error| error.to_string()));
        shared.as_ref().map_err(|error| error.clone().into())
    }

    /// Where a database is, over the socket.
    pub fn url(&self, database: &str) -> String {
        let folder = self.folder.to_string_lossy().replace('/', "%2F");
        format!("postgres://postgres@{folder}:{}/{database}", self.port)
    }

    /// Where a database is, over TCP.
    pub fn tcp_url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Makes a database as a copy of another and gives its name. Nobody may be connected to the
    /// other.
    pub fn make_database(&self, template: &str) -> Fallible<String> {
        let name = format!("base_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.sql(
            "postgres",
            &format!("CREATE DATABASE {name} TEMPLATE {template}"),
        )?;
        Ok(name)
    }

    /// Runs SQL and gives what it answers: a line for each row, `|` between its columns.
    pub fn sql(&self, database: &str, sql: &str) -> Fallible<String> {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"])
            .args(["--set=ON_ERROR_STOP=1", "--command", sql])
            .arg(self.url(database));
        Ok(finished(&mut psql)?.trim().to_owned())
    }

    /// Runs a script of psql, with these variables in its environment.
    pub fn run_script(
        &self,
        database: &str,
        script: &Path,
        variables: &[(&str, &str)],
    ) -> Fallible<String> {
        let mut psql = Command::new(self.programs.join("psql"));
        psql.args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file"])
            .arg(script)
            .arg(self.url(database))
            .envs(variables.iter().copied());
        finished(&mut psql)
    }

    /// Stops the server at once, as a crash does: whoever is connected loses what was not
    /// committed.
    pub fn stop_immediately(&self) -> Fallible<()> {
        match self.running().take() {
            Some(running) => Ok(running.stop()?),
            None => Ok(()),
        }
    }

    /// Starts the server where it was stopped, and waits until it answers.
    pub fn start_again(&self) -> Fallible<()> {
        let mut running = self.running();
        let mut server = unprivileged(&self.programs.join("postgres"));
        server.arg("-D").arg(self.data_folder());
        let socket_folder = self.folder.display();
        for option in [
            format!("unix_socket_directories={socket_folder}"),
            format!("port={}", self.port),
            "listen_addresses=127.0.0.1".to_owned(),
            "fsync=off".to_owned(),
            // A hundred checks with a pool each: on a busy machine those of the last ones are
            // still being closed.
            "max_connections=500".to_owned(),
        ]
        .iter()
        .chain(&self.options)
        {
            server.args(["-c", option]);
        }
        *running = Some(Guarded::start(&server, "QUIT", &self.folder)?);
        if comes(|| self.sql("postgres", "SELECT 1").is_ok()) {
            return Ok(());
        }
        let said = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        Err(format!("the PostgreSQL server does not answer:\n{said}").into())
    }

    /// The folder of the server, for what a test puts beside it.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The process of the server, parent of all its others.
    pub fn process(&self) -> Fallible<u32> {
        let file = fs::read_to_string(self.data_folder().join("postmaster.pid"))?;
        Ok(file.lines().next().ok_or("it does not run")?.parse()?)
    }

    /// The port on 127.0.0.1, which also names the socket.
    pub fn port(&self) -> u16 {
        self.port
    }

    fn data_folder(&self) -> PathBuf {
        self.folder.join("data")
    }

    fn running(&self) -> std::sync::MutexGuard<'_, Option<Guarded>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A server whose processes are stopped: they keep their connections and answer nothing. They go on
/// when this is dropped.
#[must_use]
pub struct Frozen(Vec<u32>);

impl PostgresServer {
    /// Stops all processes of the server, that of the server itself first: then it makes no other.
    pub fn freeze(&self) -> Fallible<Frozen> {
        let server = self.process()?;
        let mut frozen = Frozen(vec![server]);
        signal("STOP", &frozen.0)?;
        if !comes(|| is_stopped(server)) {
            return Err("the server did not stop".into());
        }
        for child in children(server)? {
            // One that has ended by now is no loss.
            if signal("STOP", &[child]).is_ok() {
                frozen.0.push(child);
            }
        }
        Ok(frozen)
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        // Those that are gone by then are no loss.
        let _ = signal("CONT", &self.0);
    }
}

fn signal(name: &str, processes: &[u32]) -> Fallible<()> {
    let mut kill = Command::new("kill");
    kill.args(["-s", name]);
    kill.args(processes.iter().map(u32::to_string));
    finished(&mut kill).map(drop)
}

/// Whether a process has come to a stop: its state is the first word behind its name.
fn is_stopped(process: u32) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let behind = state.rsplit_once(')').map_or("", |(_, behind)| behind);
    behind.trim_start().starts_with('T')
}

fn children(process: u32) -> Fallible<Vec<u32>> {
    let listed = fs::read_to_string(format!("/proc/{process}/task/{process}/children"))?;
    let children = listed.split_whitespace().map(str::parse);
    Ok(children.collect::<Result<_, _>>()?)
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        drop(self.running().take());
        // Still there where it was stopped.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A port of 127.0.0.1 on which nobody listens.
pub(crate) fn free_port() -> Fallible<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// Debian keeps the programs of each version in a folder of their own, out of `PATH`. The newest
/// first.
fn debian_folders() -> Vec<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut versions: Vec<u32> = versions
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    versions.sort_unstable_by(|one, other| other.cmp(one));
    versions
        .into_iter()
        .map(|version| PathBuf::from(format!("/usr/lib/postgresql/{version}/bin")))
        .collect()
}
