//! What is read of a client that sends more than is wanted of it.

use std::future::poll_fn;
use std::io::Write as _;
use std::net::{Ipv4Addr, Shutdown, TcpStream as Client};

use actix_web::rt::net::{TcpListener, TcpStream};
use futures::task::noop_waker;
use tokio::io::AsyncReadExt as _;

use super::admission::RefusedCount;
use super::minimum_rate::MinimumRate;
use super::*;

/// A connection whose client has sent these bytes, all of which have arrived; and the client.
async fn connection_with(sent: &[u8]) -> (Connection, Client) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let mut client = Client::connect(listener.local_addr().unwrap()).unwrap();
    client.write_all(sent).unwrap();
    let (socket, _) = listener.accept().await.unwrap();
    arrived(&socket, sent.len()).await;
    let handle = ConnectionHandle::new(MinimumRate::default());
    let _refused = RefusedCount::add_to(&std::sync::Arc::default()).unwrap();
    let place = ConnectionPlace::BesideThePool { _refused };
    (Connection::new(socket, handle, place), client)
}

/// Waits until so many bytes can be read.
async fn arrived(socket: &TcpStream, bytes: usize) {
    let mut seen = vec![0; bytes];
    while bytes > 0 && socket.peek(&mut seen).await.unwrap() < bytes {
        tokio::task::yield_now().await;
    }
}

/// How many bytes one look at the connection gives; `None`: it has to wait.
fn look(connection: &mut Connection) -> Option<usize> {
    let mut bytes = [0; 64 * 1024];
    let mut buffer = ReadBuf::new(&mut bytes);
    let waker = noop_waker();
    let mut context = Context::from_waker(&waker);
    match Pin::new(connection).poll_read(&mut context, &mut buffer) {
        Poll::Ready(read) => {
            read.unwrap();
            Some(buffer.filled().len())
        }
        Poll::Pending => None,
    }
}

#[tokio::test]
async fn heads_are_given_to_the_library_in_pieces_that_it_looks_at_one_by_one() {
    let (mut connection, _client) = connection_with(&[b'x'; 2 * PIECE_BYTES_MAX + 1]).await;
    assert_eq!(look(&mut connection), Some(PIECE_BYTES_MAX));
    assert_eq!(look(&mut connection), None);
    assert_eq!(look(&mut connection), Some(PIECE_BYTES_MAX));
    assert_eq!(look(&mut connection), None);
    assert_eq!(look(&mut connection), Some(1));
}

#[tokio::test]
async fn of_heads_that_come_together_the_library_is_given_one() {
    let heads = b"\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\nHEAD / HTTP/1.0\n\nbody".as_slice();
    let (mut connection, _client) = connection_with(heads).await;
    assert_eq!(look(&mut connection), Some(29));
    let handle = connection.handle();
    handle.request_begins(Some(0));
    assert_eq!(look(&mut connection), None);
    handle.request_ends();
    assert_eq!(look(&mut connection), Some(17));
    assert_eq!(look(&mut connection), None);
    handle.request_begins(Some(4));
    assert_eq!(look(&mut connection), Some(4));
}

#[tokio::test]
async fn of_a_head_without_an_end_no_more_is_given_than_a_head_may_have() {
    let behind_lines = [&b"\r\n".repeat(8_191)[..], b"GET / HTTP/1.1\r\n"].concat();
    for head in [
        b"a: b\r\n".repeat(4_000),
        b"\n".repeat(20_000),
        behind_lines,
    ] {
        is_refused(&head).await;
    }
}

#[tokio::test]
async fn a_head_may_be_as_long_as_the_bound() {
    let longest = [&b"a".repeat(16 * 1024 - 4)[..], b"\r\n\r\n"].concat();
    let (mut connection, _client) = connection_with(&longest).await;
    let mut whole = vec![0; longest.len()];
    connection.read_exact(&mut whole).await.unwrap();
    assert_eq!(whole, longest);
    assert!(!connection.handle().incoming().is_too_long());
}

/// However it is cut on its way.
async fn is_refused(head: &[u8]) {
    let (mut connection, mut client) = connection_with(&head[..100]).await;
    let mut whole = vec![0; 100];
    connection.read_exact(&mut whole).await.unwrap();
    client.write_all(&head[100..]).unwrap();
    let refused = connection.read_to_end(&mut whole).await.unwrap_err();
    assert_eq!(
        (refused.kind(), whole.len()),
        (io::ErrorKind::InvalidData, 16 * 1024)
    );
    let answer = connection.handle().take_last_answer();
    assert_eq!(answer.as_deref(), Some(HEAD_TOO_LONG));
}

#[tokio::test]
async fn requests_sent_ahead_are_read_when_the_one_under_way_has_ended() {
    let (mut connection, _client) = connection_with(b"the next one").await;
    let handle = connection.handle();
    handle.request_begins(None);
    assert_eq!(look(&mut connection), None);
    assert!(!handle.is_ended_by_client());
    handle.request_ends();
    assert_eq!(look(&mut connection), Some(12));
}

#[tokio::test]
async fn of_a_body_no_more_is_read_than_its_length() {
    let body = 10 * PIECE_BYTES_MAX;
    let (mut connection, _client) = connection_with(&vec![b'x'; body + 1]).await;
    connection.handle().request_begins(Some(body as u64));
    assert_eq!(look(&mut connection), Some(body));
    assert_eq!(look(&mut connection), None);
}

#[tokio::test]
async fn of_a_body_without_a_length_pieces_are_read_while_they_are_waited_for() {
    let (mut connection, _client) = connection_with(&[b'x'; 2 * PIECE_BYTES_MAX]).await;
    let handle = connection.handle();
    handle.request_begins(None);
    assert_eq!(look(&mut connection), None);
    handle.body_is_waited_for(true);
    assert_eq!(look(&mut connection), Some(PIECE_BYTES_MAX));
    assert_eq!(look(&mut connection), None);
    handle.body_is_waited_for(false);
    assert_eq!(look(&mut connection), None);
    handle.body_is_waited_for(true);
    assert_eq!(look(&mut connection), Some(PIECE_BYTES_MAX));
}

#[tokio::test]
async fn a_client_that_hangs_up_is_seen_while_its_request_is_under_way() {
    let (mut connection, client) = connection_with(b"").await;
    let handle = connection.handle();
    handle.request_begins(None);
    assert_eq!(look(&mut connection), None);
    client.shutdown(Shutdown::Both).unwrap();
    let read = poll_fn(|context| {
        let mut bytes = [0; 1];
        let mut buffer = ReadBuf::new(&mut bytes);
        Pin::new(&mut connection).poll_read(context, &mut buffer)
    });
    read.await.unwrap();
    assert!(handle.is_ended_by_client());
}

#[tokio::test]
async fn an_end_behind_a_request_that_was_sent_ahead_is_seen_when_that_is_read() {
    let (mut connection, client) = connection_with(b"ahead").await;
    connection.handle().request_begins(None);
    drop(client);
    assert_eq!(look(&mut connection), None);
    connection.handle().request_ends();
    let mut read = Vec::new();
    connection.read_to_end(&mut read).await.unwrap();
    assert_eq!(read, b"ahead");
}
