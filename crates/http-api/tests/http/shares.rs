//! One client that keeps things for itself, and others that must not notice.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use http_api::{HttpSettings, MinimumRate};
use usecases::{SharedPool, SharedScanner};

use crate::client::Response;
use crate::fakes::StuckScanner;
use crate::house::House;
use crate::service::Service;

/// Behind the proxy that the tests are; the other client is the proxy itself.
pub(crate) const GREEDY: &str = "X-Forwarded-For: 203.0.113.9\r\n";

pub(crate) fn behind_a_proxy(settings: HttpSettings) -> Service {
    over(House::new(), settings)
}

fn over(house: House, settings: HttpSettings) -> Service {
    let mut settings = settings;
    settings.trusted_proxies.networks = vec!["127.0.0.0/8".parse().unwrap()];
    Service::start_over(house, settings, vec!["0.0.0.0/0".parse().unwrap()])
}

/// With a scanner that looks at eight files at once, and its turns.
fn scanned(settings: HttpSettings) -> (Service, SharedPool) {
    let mut house = House::new();
    let scanner = SharedScanner::new(Arc::new(StuckScanner), 8);
    let turns = scanner.turns().clone();
    house.ports.storing.scanner = Some(scanner);
    (over(house, settings), turns)
}

/// Sends a whole file with which the scanner does not come to an end.
fn send_stuck(service: &Service, path: &str, headers: &str) -> TcpStream {
    let body = "--b\r\nContent-Disposition: form-data; name=\"form_type\"\r\n\r\nsample_form\r\n\
                --b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n\
                %PDF\nname=stuck\r\n--b--\r\n";
    let mut stream = TcpStream::connect(service.address).unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: test\r\n{headers}Content-Type: multipart/form-data; \
         boundary=b\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

#[test]
fn uploads_of_one_client_that_wait_for_the_scanner_make_room_for_another() {
    let (service, turns) = scanned(HttpSettings {
        uploads_together_bytes_max: 256 * 1024,
        wait_max: Duration::from_secs(60),
        ..HttpSettings::default()
    });
    let mut waiting = Vec::new();
    for count in 1..=4 {
        waiting.push(send_stuck(&service, "/upload", GREEDY));
        wait_until("the scanner has it", || turns.load().held == count);
    }
    let uploads = &service.pools.uploads;
    assert_eq!(uploads.load().held, 256 * 1024);
    assert_eq!(service.upload("%PDF\nname=Fest").status, 201);
    assert_eq!((uploads.load().revoked, turns.load().held), (1, 3));
    let mut newest = waiting.pop().unwrap();
    Response::read(&mut newest).refused(503, "busy");
}

#[test]
fn attachments_that_wait_for_the_scanner_take_no_memory() {
    let (service, turns) = scanned(HttpSettings::default());
    let own = service.uploaded();
    let headers = format!("X-PA-KEY: {}\r\n", own.key);
    let path = format!("{}/attachments", own.path);
    let waiting: Vec<_> = (0..3)
        .map(|_| send_stuck(&service, &path, &headers))
        .collect();
    wait_until("the scanner has them", || turns.load().held == 3);
    wait_until("nothing is held", || service.pools.uploads.load().held == 0);
    assert_eq!(turns.load().held, 3);
    drop(waiting);
}

#[test]
fn a_client_that_hangs_up_gives_its_turn_with_the_scanner_back() {
    let (service, turns) = scanned(HttpSettings::default());
    let own = service.uploaded();
    let headers = format!("X-PA-KEY: {}\r\n", own.key);
    let path = format!("{}/attachments", own.path);
    let waiting = [
        send_stuck(&service, &path, &headers),
        send_stuck(&service, "/upload", ""),
    ];
    wait_until("the scanner has them", || turns.load().held == 2);
    drop(waiting);
    wait_until("the turns are given back", || turns.load().held == 0);
    assert_eq!(service.upload("%PDF\nname=Fest").status, 201);
}

#[test]
fn a_client_that_ends_its_side_alone_is_told_to_keep_it_open() {
    let (service, turns) = scanned(HttpSettings::default());
    let mut waiting = send_stuck(&service, "/upload", "");
    wait_until("the scanner has it", || turns.load().held == 1);
    waiting.shutdown(std::net::Shutdown::Write).unwrap();
    Response::read(&mut waiting).refused(400, "body_incomplete");
    wait_until("the turn is given back", || turns.load().held == 0);
}

/// The beginning of an upload of so many bytes, of which so many are sent.
fn begin_upload(address: SocketAddr, header: &str, file_bytes: usize) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST /upload HTTP/1.1\r\nHost: test\r\n{header}Content-Type: multipart/form-data; \
         boundary=b\r\nContent-Length: 9000000\r\n\r\n--b\r\nContent-Disposition: form-data; \
         name=\"file\"\r\n\r\n%PDF"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(&vec![b'x'; file_bytes]).unwrap();
    stream
}

pub(crate) fn wait_until(what: &str, done: impl Fn() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn stalled_uploads_of_one_client_make_room_for_another_and_are_told_to_come_back() {
    let service = behind_a_proxy(HttpSettings {
        uploads_together_bytes_max: 8 * 128 * 1024,
        wait_max: Duration::from_secs(60),
        ..HttpSettings::default()
    });
    let uploads = &service.pools.uploads;
    let mut stalled = Vec::new();
    for count in 1..=8 {
        stalled.push(begin_upload(service.address, GREEDY, 100 * 1024));
        wait_until("it has arrived", || {
            uploads.load().held == count * 128 * 1024
        });
    }
    assert_eq!(service.upload("%PDF\nname=Fest").status, 201);
    assert_eq!(uploads.load().revoked, 1);
    // One of them was ended for it; which one, its client is told.
    let mut newest = stalled.pop().unwrap();
    let response = Response::read(&mut newest);
    response.refused(503, "busy");
    assert_eq!(response.header("retry-after"), "5");
    assert_eq!(response.header("connection"), "close");
}

#[test]
fn stalled_attachments_are_uploads_like_others() {
    let service = behind_a_proxy(HttpSettings {
        uploads_together_bytes_max: 256 * 1024,
        attachment_bytes_held_max: 256 * 1024,
        wait_max: Duration::from_secs(60),
        ..HttpSettings::default()
    });
    let own = service.uploaded();
    let mut stalled = TcpStream::connect(service.address).unwrap();
    let head = format!(
        "POST {}/attachments HTTP/1.1\r\nHost: test\r\n{GREEDY}X-PA-KEY: {}\r\n\
         Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000000\r\n\r\n--b\r\n\
         Content-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n",
        own.path, own.key
    );
    stalled.write_all(head.as_bytes()).unwrap();
    stalled.write_all(&vec![b'x'; 400 * 1024]).unwrap();
    let uploads = &service.pools.uploads;
    wait_until("the attachment holds all", || {
        uploads.load().held == 256 * 1024
    });
    assert_eq!(service.upload("%PDF\nname=Fest").status, 201);
    Response::read(&mut stalled).refused(503, "busy");
    wait_until("all is given back", || uploads.load().held == 0);
}

/// An application with an attachment larger than the kernel keeps for a client.
fn with_large_attachment(service: &Service) -> (String, usize) {
    let own = service.uploaded();
    let bytes = 24 << 20;
    let body = format!(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n{}\r\n\
         --b--\r\n",
        "x".repeat(bytes)
    );
    let request = service.request("POST", &format!("{}/attachments", own.path));
    let request = request.header("X-PA-KEY", &own.key);
    let added = request.body("multipart/form-data; boundary=b", body).send();
    assert_eq!(added.status, 201);
    let id = added.json()["id"].clone();
    (
        format!("{}/attachments/{id}?key={}", own.path, own.key),
        bytes,
    )
}

/// Asks for the file and takes nothing of it but the head.
pub(crate) fn begin_download(address: SocketAddr, header: &str, target: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("GET {target} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n{header}\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut status = [0; 15];
    stream.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 200 OK");
    stream
}

/// All that still comes, until the connection is ended.
pub(crate) fn rest(mut stream: TcpStream) -> usize {
    let mut bytes = Vec::new();
    // It may be ended by a reset.
    let _ = stream.read_to_end(&mut bytes);
    bytes.len()
}

#[test]
fn stalled_downloads_of_one_client_make_room_for_another() {
    let service = behind_a_proxy(HttpSettings {
        downloads_max: 4,
        wait_max: Duration::from_secs(60),
        ..HttpSettings::default()
    });
    let (target, bytes) = with_large_attachment(&service);
    let mut stalled: Vec<_> = (0..4)
        .map(|_| begin_download(service.address, GREEDY, &target))
        .collect();
    let downloads = &service.pools.downloads;
    assert_eq!(downloads.load().held, 4);
    let whole = service.get(&target);
    assert_eq!((whole.status, whole.body.len()), (200, bytes));
    assert_eq!(downloads.load().revoked, 1);
    assert!(rest(stalled.pop().unwrap()) < bytes, "the newest goes on");
    assert!(rest(stalled.swap_remove(0)) >= bytes, "the first has ended");
}

#[test]
fn a_download_that_is_not_taken_is_given_up() {
    let service = Service::start_with(HttpSettings {
        minimum_rate: MinimumRate {
            grace: Duration::from_millis(500),
            bytes_per_second: 1 << 30,
            ..MinimumRate::default()
        },
        ..HttpSettings::default()
    });
    let (target, bytes) = with_large_attachment(&service);
    let stalled = begin_download(service.address, "", &target);
    let pools = &service.pools;
    wait_until("it is given up", || pools.downloads.load().held == 0);
    wait_until("it is closed", || pools.connections.load().held == 0);
    assert!(rest(stalled) < bytes);
}

/// From another address of loopback than the tests'.
fn connect_from_elsewhere(service: &Service) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let connect = async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
        let stream = socket.connect(service.address).await.unwrap();
        stream.into_std().unwrap()
    };
    let stream = runtime.unwrap().block_on(connect);
    stream.set_nonblocking(false).unwrap();
    stream
}

/// All that there may be, and none of them says anything.
fn silent_connections(service: &Service) -> Vec<TcpStream> {
    let connections = &service.pools.connections;
    let mut silent = Vec::new();
    for count in 1..=connections.load().capacity {
        silent.push(connect_from_elsewhere(service));
        wait_until("it is taken", || connections.load().held == count);
    }
    silent
}

#[test]
fn silent_connections_of_one_client_make_room_for_another() {
    let service = Service::start_with(HttpSettings {
        connections_max: 8,
        head_time_max: Duration::from_secs(600),
        wait_max: Duration::from_secs(60),
        ..HttpSettings::default()
    });
    let connections = &service.pools.connections;
    let mut silent = silent_connections(&service);
    assert_eq!(service.get("/").status, 200);
    assert!(connections.load().revoked >= 1);
    assert_eq!(rest(silent.pop().unwrap()), 0);
}

#[test]
fn a_client_that_has_all_connections_is_told_to_come_back() {
    let service = Service::start_with(HttpSettings {
        connections_max: 8,
        head_time_max: Duration::from_secs(600),
        wait_max: Duration::from_millis(10),
        ..HttpSettings::default()
    });
    let _silent = silent_connections(&service);
    let mut refused = connect_from_elsewhere(&service);
    refused
        .write_all(b"GET / HTTP/1.1\r\nHost: test\r\n\r\n")
        .unwrap();
    let response = Response::read(&mut refused);
    response.refused(503, "busy");
    assert_eq!(response.header("retry-after"), "5");
    assert!(!response.header("x-ratelimit-limit").is_empty());
}
