//! What code that has taken a worker over would try. Each answers whether it could.

use std::fs::{self, File, OpenOptions, Permissions};
use std::hint::black_box;
use std::io::{self, Read as _};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use rustix::process::{Pid, test_kill_process};

use crate::raw;

/// More than a worker may have.
const MEMORY_BYTES: usize = 300 << 20;

/// Tries what is named, with its argument.
pub(crate) fn try_it(what: &str, with: &str) -> io::Result<()> {
    match what {
        "read" => File::open(with)?.read(&mut [0]).map(drop),
        "write" => OpenOptions::new().write(true).open(with).map(drop),
        "list" => fs::read_dir(with).map(drop),
        "make" => File::create_new(with).map(drop),
        "rename" => fs::rename(with, format!("{with}.renamed")),
        "change the mode of" => fs::set_permissions(with, Permissions::from_mode(0o777)),
        "listen on" => TcpListener::bind(with).map(drop),
        "connect to" => TcpStream::connect(with).map(drop),
        "send from" => UdpSocket::bind(with).map(drop),
        "connect to the socket" => UnixStream::connect(with).map(drop),
        "connect to the abstract socket" => {
            let address = SocketAddr::from_abstract_name(with)?;
            UnixStream::connect_addr(&address).map(drop)
        }
        "signal" => {
            let process = Pid::from_raw(number(with)?).ok_or(io::ErrorKind::InvalidInput)?;
            Ok(test_kill_process(process)?)
        }
        "read the memory of" => raw::read_memory(number(with)?),
        "be traced" => raw::be_traced(),
        "fork" => raw::fork(),
        "start" => Command::new(with).status().map(drop),
        // It comes back only where that fails.
        "become" => Err(Command::new(with).arg("executed").exec()),
        "map memory to run" => raw::map_executable(),
        "take memory" => {
            black_box(vec![1_u8; MEMORY_BYTES]);
            Ok(())
        }
        "write to the descriptors" => {
            let (first, last) = with.split_once(' ').ok_or(io::ErrorKind::InvalidInput)?;
            raw::write_to_one_of(number(first)?..=number(last)?)
        }
        _ => Err(io::ErrorKind::Unsupported.into()),
    }
}

fn number(text: &str) -> io::Result<i32> {
    text.parse().map_err(io::Error::other)
}
