//! The connection breaks while the server commits.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ports::{Store, StoreError};
use test_servers::postgres::PostgresServer;
use testkit::TestResult;

use crate::{add, connected, migrated};

/// Whether it was kept is not known, so it is not said that it was not: unavailable, and here it is
/// kept.
#[test]
fn a_commit_whose_answer_is_lost_is_unavailable_and_may_have_happened() -> TestResult {
    let server = PostgresServer::shared()?;
    let (direct, database) = migrated(server)?;
    let port = swallow_one_commit(server.port())?;
    let store = connected(&format!("postgres://postgres@127.0.0.1:{port}/{database}"))?;
    let store: Arc<dyn Store> = Arc::new(store);
    testkit::run(async move {
        let outcome = add(&store).await;
        assert!(
            matches!(outcome, Err(StoreError::Unavailable(_))),
            "{outcome:?}"
        );
        // The dead connection is given to nobody, and the number was taken.
        assert_eq!(add(&store).await?, 2);
        assert_eq!(add(&direct).await?, 3);
        Ok(())
    })
}

/// Passes everything on to a server, but cuts the first connection on which something is committed,
/// right after the server has answered.
fn swallow_one_commit(server_port: u16) -> TestResult<u16> {
    let swallowed = Arc::new(AtomicBool::new(false));
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let port = listener.local_addr()?.port();
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let Ok(server) = TcpStream::connect(("127.0.0.1", server_port)) else {
                return;
            };
            let swallowed = Arc::clone(&swallowed);
            std::thread::spawn(move || pass_on(client, server, &swallowed));
        }
    });
    Ok(port)
}

fn pass_on(mut client: TcpStream, mut server: TcpStream, swallowed: &AtomicBool) -> Option<()> {
    let (mut from_server, mut to_client) = (server.try_clone().ok()?, client.try_clone().ok()?);
    let answers = std::thread::spawn(move || std::io::copy(&mut from_server, &mut to_client));
    let mut piece = [0; 65_536];
    loop {
        let count = client.read(&mut piece).ok()?;
        let is_commit = piece[..count].windows(7).any(|bytes| bytes == b"COMMIT\0");
        let first = is_commit && !swallowed.swap(true, Ordering::Relaxed);
        if count == 0 || first {
            // Nothing more reaches the client.
            client.shutdown(Shutdown::Both).ok()?;
            server.write_all(&piece[..count]).ok()?;
            server.shutdown(Shutdown::Write).ok()?;
            return answers.join().ok().map(drop);
        }
        server.write_all(&piece[..count]).ok()?;
    }
}
