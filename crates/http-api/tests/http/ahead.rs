//! Requests that are sent before the answers to those before them.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;

use crate::service::Service;

/// Heads and bodies that end within, at and behind what is read at a time.
#[test]
fn requests_that_are_sent_ahead_are_answered_in_their_order() {
    let service = Service::start();
    let own = service.uploaded();
    let common = format!("Host: test\r\nX-PA-KEY: {}\r\n", own.key);
    let put = format!(
        "PUT {} HTTP/1.1\r\n{common}Content-Type: application/json\r\n",
        own.path
    );
    let (mut sent, mut expected) = (String::new(), Vec::new());
    for length in (0..3000).step_by(100) {
        let (long, body) = ("x".repeat(length), " ".repeat(length) + "{}");
        sent += &format!(
            "GET /nowhere HTTP/1.1\r\n{common}X: {long}\r\n\r\n\
             {put}Content-Length: {bytes}\r\n\r\n{body}\
             HEAD {path} HTTP/1.1\r\n{common}\r\n",
            bytes = body.len(),
            path = own.path,
        );
        expected.extend([404, 200, 200]);
    }
    let chunk = " ".repeat(2000);
    sent += &format!(
        "{put}Transfer-Encoding: chunked\r\n\r\n7d0\r\n{chunk}\r\n2\r\n{{}}\r\n0\r\n\r\n\
         DELETE / HTTP/1.1\r\n{common}Connection: close\r\n\r\n"
    );
    expected.extend([200, 405]);
    assert_eq!(statuses(&service, sent), expected);
}

/// The statuses of all answers to what is sent at once.
fn statuses(service: &Service, sent: String) -> Vec<u16> {
    let mut stream = TcpStream::connect(service.address).unwrap();
    let mut client = stream.try_clone().unwrap();
    let sender = thread::spawn(move || client.write_all(sent.as_bytes()).unwrap());
    let mut answers = String::new();
    stream.read_to_string(&mut answers).unwrap();
    sender.join().unwrap();
    let lines = answers.split("HTTP/1.1 ").skip(1);
    lines.map(|line| line[..3].parse().unwrap()).collect()
}
