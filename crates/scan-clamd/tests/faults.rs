//! A daemon that is away, slow, full or broken, or says what it should not: never a verdict.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use bytes::Bytes;
use futures::{StreamExt as _, stream};
use ports::{ByteStream, ScanError, ScanVerdict, Scanner as _};
use scan_clamd::{ClamdAddress, ClamdScanner};
use test_servers::clamd::ClamdServer;
use test_servers::waiting::PATIENCE;
use testkit::TestResult;
use testkit::scanner_suite::eicar;

/// What a daemon does with the one connection that it takes.
type Behaviour = fn(&mut TcpStream) -> std::io::Result<()>;

/// A scanner on a daemon that behaves like this.
fn scanner_on(behaviour: Behaviour, time_max: Duration) -> TestResult<ClamdScanner> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port();
    std::thread::spawn(move || {
        for mut client in listener.incoming().flatten() {
            // It ends with an error where the other side has gone.
            let _ = behaviour(&mut client);
        }
    });
    let address = ClamdAddress::Port("127.0.0.1".to_owned(), port);
    Ok(ClamdScanner::new(address, time_max))
}

fn file() -> ByteStream {
    stream::iter([Ok(Bytes::from_static(b"a file"))]).boxed()
}

/// Reads a command, and the pieces of a file up to its end.
fn read_whole(client: &mut TcpStream) -> std::io::Result<()> {
    let mut byte = [0];
    while {
        client.read_exact(&mut byte)?;
        byte != [0]
    } {}
    loop {
        let mut length = [0; 4];
        client.read_exact(&mut length)?;
        let length = u32::from_be_bytes(length);
        if length == 0 {
            return Ok(());
        }
        let mut piece = vec![0; usize::try_from(length).unwrap_or_default()];
        client.read_exact(&mut piece)?;
    }
}

fn is_unavailable(outcome: Result<ScanVerdict, ScanError>) {
    assert!(
        matches!(outcome, Err(ScanError::Unavailable(_))),
        "{outcome:?}"
    );
}

#[test]
fn scan_takes_no_other_answer_for_a_verdict() -> TestResult {
    let behaviours: [Behaviour; 9] = [
        |_| Ok(()),
        |client| read_whole(client),
        |client| client.write_all(b"stream: OK"),
        |client| {
            read_whole(client)?;
            client.write_all(b"stream: OK")
        },
        |client| {
            read_whole(client)?;
            client.write_all(b"stream: OK\0stream: OK\0")
        },
        |client| {
            read_whole(client)?;
            client.write_all(b"INSTREAM size limit exceeded. ERROR\0")
        },
        |client| {
            read_whole(client)?;
            client.write_all(&[b'x'; 100_000])
        },
        |client| {
            read_whole(client)?;
            client.write_all(b"PONG\0")
        },
        |client| {
            read_whole(client)?;
            client.write_all(b"\xff\0")
        },
    ];
    testkit::run(async move {
        for behaviour in behaviours {
            let scanner = scanner_on(behaviour, PATIENCE)?;
            is_unavailable(scanner.scan(file()).await);
        }
        Ok(())
    })
}

#[test]
fn scan_reads_the_answer_of_a_daemon_over_tcp() -> TestResult {
    testkit::run(async {
        let clean: Behaviour = |client| {
            read_whole(client)?;
            client.write_all(b"stream: OK\0")
        };
        let scanner = scanner_on(clean, PATIENCE)?;
        assert_eq!(scanner.scan(file()).await?, ScanVerdict::Clean);
        let found: Behaviour = |client| {
            read_whole(client)?;
            client.write_all(b"stream: Some-Thing FOUND\0")
        };
        let scanner = scanner_on(found, PATIENCE)?;
        let verdict = scanner.scan(file()).await?;
        let ScanVerdict::Infected(signature) = verdict else {
            return Err("nothing was found".into());
        };
        assert_eq!(signature.name(), Some("Some-Thing"));
        Ok(())
    })
}

#[test]
fn scan_waits_no_longer_than_it_may_for_a_daemon_that_is_silent_or_reads_nothing() -> TestResult {
    testkit::run(async {
        let hangs: Behaviour = |_| {
            std::thread::park();
            Ok(())
        };
        let scanner = scanner_on(hangs, Duration::from_millis(200))?;
        is_unavailable(scanner.scan(file()).await);
        let endless = stream::repeat_with(|| Ok(Bytes::from_static(&[0; 65_536])));
        is_unavailable(scanner.scan(endless.boxed()).await);
        Ok(())
    })
}

#[test]
fn scan_and_check_say_that_nothing_listens_and_show_no_address() -> TestResult {
    testkit::run(async {
        let folder = tempfile::tempdir()?;
        let address = ClamdAddress::Socket(folder.path().join("secret.ctl"));
        let scanner = ClamdScanner::new(address, PATIENCE);
        is_unavailable(scanner.scan(file()).await);
        let Err(error) = scanner.check().await else {
            return Err("nothing listens there".into());
        };
        assert!(!format!("{error:?}").contains("secret"), "{error:?}");
        Ok(())
    })
}

#[test]
fn check_takes_pong_alone() -> TestResult {
    testkit::run(async {
        let garbled: Behaviour = |client| {
            client.read_exact(&mut [0; 6])?;
            client.write_all(b"stream: OK\0")
        };
        assert!(scanner_on(garbled, PATIENCE)?.check().await.is_err());
        Ok(())
    })
}

#[test]
fn a_file_above_the_daemons_limit_is_no_clean_one() -> TestResult {
    let server = ClamdServer::start(&eicar())?;
    testkit::run(async move {
        let scanner = ClamdScanner::new(ClamdAddress::Socket(server.socket()), PATIENCE);
        let piece = Bytes::from(vec![0; 1_048_576]);
        let large = stream::repeat_with(move || Ok(piece.clone()))
            .take(ClamdServer::STREAM_MEGABYTES_MAX + 2);
        is_unavailable(scanner.scan(large.boxed()).await);
        assert_eq!(scanner.scan(file()).await?, ScanVerdict::Clean);
        Ok(())
    })
}
