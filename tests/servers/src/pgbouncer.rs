//! PgBouncer in front of a PostgreSQL server, in transaction mode: each transaction may run on
//! another connection.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::Fallible;
use crate::guarded::{Guarded, give_away, unprivileged};
use crate::postgres::{PostgresServer, free_port};
use crate::programs::folder_with;
use crate::waiting::comes;

const INSTALL: &str = "apt-get install pgbouncer (or the PgBouncer package of this system)";

/// A running pooler. Stopped, and its folder removed, when it is dropped or the process ends.
pub struct PgBouncer {
    port: u16,
    _running: Guarded,
}

impl PgBouncer {
    /// Starts a pooler with so many connections to the server.
    pub fn start(server: &PostgresServer, connections: u32) -> Fallible<Self> {
        let programs = folder_with(&["pgbouncer"], vec![PathBuf::from("/usr/sbin")], INSTALL)?;
        let folder = TempDir::with_prefix_in("formservice-pgbouncer-", "/tmp")?.keep();
        let port = free_port()?;
        let (users, settings) = (folder.join("users"), folder.join("settings"));
        fs::write(&users, "\"postgres\" \"\"\n")?;
        fs::write(
            &settings,
            format!(
                "[databases]\n* = host={} port={}\n[pgbouncer]\nlisten_addr = \
                    127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n\
                 auth_type = trust\nauth_file = {}\npool_mode = transaction\ndefault_pool_size = \
                 {connections}\n\
                 server_login_retry = 1\nquery_wait_timeout = 10\nserver_idle_timeout = 1\n",
                server.folder().display(),
                server.port(),
                users.display(),
            ),
        )?;
        for path in [&folder, &users, &settings] {
            give_away(path)?;
        }
        let mut pooler = unprivileged(&programs.join("pgbouncer"));
        pooler.arg(settings);
        let running = Guarded::start(&pooler, "INT", &folder)?;
        if comes(|| std::net::TcpStream::connect(("127.0.0.1", port)).is_ok()) {
            return Ok(Self {
                port,
                _running: running,
            });
        }
        let said = fs::read_to_string(folder.join("log")).unwrap_or_default();
        Err(format!("PgBouncer does not answer:\n{said}").into())
    }

    /// Where a database of the server is, through the pooler.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }
}
