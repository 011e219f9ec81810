//! What lies around a worker: the data of others, the service, the network, an inherited
//! descriptor.

use std::fs::{self, File, Permissions};
use std::net::TcpListener;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};

use rustix::process::{PTracer, set_ptracer};
use tempfile::TempDir;

/// Something that a hostile worker would try, and with what.
#[derive(Debug)]
pub(crate) struct Try {
    pub(crate) what: &'static str,
    pub(crate) with: String,
}

impl Try {
    /// The first version of Landlock that keeps it away alone.
    pub(crate) fn abi_without_filter(&self) -> u8 {
        match self.what {
            "listen on" | "connect to" => 4,
            "signal" | "connect to the abstract socket" => 6,
            _ => 1,
        }
    }
}

fn one(what: &'static str, with: impl Into<String>) -> Try {
    let with = with.into();
    Try { what, with }
}

pub(crate) struct Surroundings {
    folder: TempDir,
    before: Vec<Entry>,
    tcp: TcpListener,
    abstract_name: String,
    _sockets: [UnixListener; 2],
    /// Open without `O_CLOEXEC`, as left by whoever started the service. Appends to a file.
    inherited: OwnedFd,
}

/// A name below the folder, its mode, its bytes.
type Entry = (PathBuf, u32, Vec<u8>);

impl Surroundings {
    pub(crate) fn new() -> Self {
        // As if the service did not protect itself: else an unconfined worker could not look into
        // it either. Kernels without Yama let everyone and know no such call.
        let _ = set_ptracer(PTracer::Any);
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("blobs")).unwrap();
        for name in ["formservice.db", "blobs/1", "master-key.hash", "inherited"] {
            fs::write(path(name), "theirs").unwrap();
            fs::set_permissions(path(name), Permissions::from_mode(0o600)).unwrap();
        }
        let inherited = File::options()
            .append(true)
            .open(path("inherited"))
            .unwrap();
        let abstract_name = format!("formservice{}", folder.path().display());
        let address = SocketAddr::from_abstract_name(&abstract_name).unwrap();
        let sockets = [
            UnixListener::bind(path("socket")).unwrap(),
            UnixListener::bind_addr(&address).unwrap(),
        ];
        Self {
            before: entries(folder.path()),
            tcp: TcpListener::bind("127.0.0.1:0").unwrap(),
            abstract_name,
            _sockets: sockets,
            inherited: rustix::io::dup(inherited).unwrap(),
            folder,
        }
    }

    /// In an order in which each can succeed.
    pub(crate) fn tries(&self) -> Vec<Try> {
        let mut tries = self.tries_without_filter();
        tries.extend([
            one("change the mode of", self.path("master-key.hash")),
            one("send from", "127.0.0.1:0"),
            one("connect to the socket", self.path("socket")),
            one("fork", ""),
            one("be traced", ""),
            one("map memory to run", ""),
        ]);
        tries
    }

    /// Those that Landlock, closed descriptors and limits keep away where there is no filter of
    /// system calls.
    pub(crate) fn tries_without_filter(&self) -> Vec<Try> {
        let service = std::process::id().to_string();
        let inherited = self.inherited.as_raw_fd();
        vec![
            one("read", self.path("formservice.db")),
            one("write", self.path("formservice.db")),
            one("list", self.path("blobs")),
            one("read", self.path("blobs/1")),
            one("make", self.path("blobs/2")),
            one("rename", self.path("blobs/1")),
            one("read", "/etc/passwd"),
            one("read", format!("/proc/{service}/environ")),
            one("write", format!("/proc/{service}/mem")),
            one("read the memory of", &*service),
            one("signal", &*service),
            one("start", "/bin/true"),
            one("become", env!("CARGO_BIN_EXE_misbehaving-worker")),
            one("listen on", "127.0.0.1:0"),
            one("connect to", self.tcp.local_addr().unwrap().to_string()),
            one("connect to the abstract socket", &*self.abstract_name),
            one(
                "write to the descriptors",
                format!("{inherited} {inherited}"),
            ),
            one("take memory", ""),
        ]
    }

    pub(crate) fn assert_untouched(&self) {
        assert_eq!(entries(self.folder.path()), self.before);
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }
}

fn entries(folder: &Path) -> Vec<Entry> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let metadata = path.metadata().unwrap();
        if metadata.is_dir() {
            all.extend(entries(&path));
        }
        let bytes = if metadata.is_file() {
            fs::read(&path).unwrap()
        } else {
            Vec::new()
        };
        all.push((path, metadata.permissions().mode(), bytes));
    }
    all.sort();
    all
}
