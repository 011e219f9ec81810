//! What nginx makes of the same files.

use std::fs;
use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use test_servers::Fallible;

/// The running server; ended when it goes out of scope.
pub(crate) struct Nginx {
    child: Child,
    pub(crate) address: String,
}

impl Nginx {
    /// Serves the files of a folder; none where nginx is not installed (`apt-get install nginx`).
    pub(crate) fn start(files: &Path, folder: &Path) -> Fallible<Option<Self>> {
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let address = format!("127.0.0.1:{port}");
        let configuration = format!(
            "user root;\nworker_processes auto;\npid nginx.pid;\nerror_log error.log;\n\
             events {{ worker_connections 512; }}\n\
             http {{ access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;\n\
             open_file_cache max=100; default_type application/octet-stream;\n\
             server {{ listen {address}; root {}; }} }}\n",
            files.display()
        );
        fs::write(folder.join("nginx.conf"), configuration)?;
        let started = Command::new("nginx")
            .args(["-g", "daemon off;", "-c", "nginx.conf", "-p"])
            .arg(folder)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let child = match started {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            started => started?,
        };
        let nginx = Self { child, address };
        for _ in 0..100 {
            if TcpStream::connect(&nginx.address).is_ok() {
                return Ok(Some(nginx));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Err("nginx does not answer".into())
    }
}

impl Nginx {
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Its workers end with it only where it is asked to stop.
        let asked = Command::new("kill")
            .arg(self.child.id().to_string())
            .status();
        if !asked.is_ok_and(|status| status.success()) {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}
