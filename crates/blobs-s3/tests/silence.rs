//! A server that takes connections and answers nothing.
//!
//! The clock is one of the tests: it jumps to whatever is waited for, so nobody waits for it.

mod fake_server;

use std::time::Duration;

use ports::{BlobError, BlobStore};
use testkit::TestResult;
use testkit::blob_suite::key;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;

use fake_server::{read_head, store_on};

/// Says of every object that it is not there.
async fn answer_all(listener: TcpListener) {
    while let Ok((client, _)) = listener.accept().await {
        tokio::spawn(answer(client));
    }
}

async fn answer(mut client: TcpStream) -> std::io::Result<()> {
    read_head(&mut client).await?;
    let absent = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    client.write_all(absent.as_bytes()).await
}

#[tokio::test(start_paused = true)]
async fn a_server_that_hangs_is_unavailable_in_time_then_at_once_and_is_used_again() -> TestResult {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let store = store_on(&listener)?;
    let began = Instant::now();
    let read = store.read(&key(1), None).await;
    assert!(matches!(read, Err(BlobError::Unavailable(_))));
    // Whatever the clock jumped over while a connection was made.
    assert!(began.elapsed() < Duration::from_secs(60));
    let told = Instant::now();
    for number in 0..100 {
        let read = store.read(&key(number), None).await;
        assert!(matches!(read, Err(BlobError::Unavailable(_))));
        assert!(store.remove(&key(number)).await.is_err());
        assert!(store.check().await.is_err());
    }
    assert_eq!(told.elapsed(), Duration::ZERO, "nobody waits again");
    let answering = tokio::spawn(answer_all(listener));
    // The clock may jump while an answer is on its way, as often as that is slow.
    let asked = std::time::Instant::now();
    let found = loop {
        match store.read(&key(1), None).await {
            Ok(found) => break found,
            Err(error) if asked.elapsed() > Duration::from_secs(120) => return Err(error.into()),
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    };
    assert!(found.is_none());
    answering.abort();
    Ok(())
}
