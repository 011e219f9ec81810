//! What is S3's own: the prefix, secrets, a server that goes away and comes back, uploads that are
//! cut off.

use std::error::Error as _;
use std::fs;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use blobs_s3::S3BlobStore;
use bytes::Bytes;
use futures::{SinkExt as _, StreamExt as _, channel::mpsc};
use ports::{BlobError, BlobStore};
use test_servers::s3::{BUCKET, S3Server};
use test_servers::waiting::{PATIENCE, PAUSE};
use testkit::TestResult;
use testkit::blob_suite::{content, key, listed, pieces, read_all};

const PREFIX: &str = "some/blobs";

fn store_with(server: &S3Server, secret: &str) -> TestResult<S3BlobStore> {
    Ok(S3BlobStore::open(
        BUCKET,
        PREFIX,
        server.variables_with(secret),
    )?)
}

fn store_on(server: &S3Server) -> TestResult<S3BlobStore> {
    Ok(S3BlobStore::open(BUCKET, PREFIX, server.variables())?)
}

/// Passes connections on to a server, but for the next ones where it is told to break them.
struct BreakingLine {
    address: SocketAddr,
    left: Arc<AtomicUsize>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl BreakingLine {
    fn to(server: &S3Server) -> TestResult<Self> {
        let url = server
            .variables()
            .into_iter()
            .find(|(name, _)| name == "AWS_ENDPOINT_URL");
        let (_, url) = url.ok_or("no address")?;
        let server = url.trim_start_matches("http://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let (address, left) = (listener.local_addr()?, Arc::new(AtomicUsize::new(0)));
        let open = Arc::new(Mutex::new(Vec::new()));
        let (breaks, opened) = (Arc::clone(&left), Arc::clone(&open));
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let one_less = |left: usize| left.checked_sub(1);
                let broken = breaks.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_less);
                if broken.is_err() && pass_on(&client, &server).is_ok() {
                    guard(&opened).push(client);
                }
            }
        });
        Ok(Self {
            address,
            left,
            open,
        })
    }

    /// Breaks all that are open, and the next two.
    fn break_connections(&self) {
        self.left.store(2, Ordering::SeqCst);
        for client in guard(&self.open).drain(..) {
            // The client may have closed it.
            let _ = client.shutdown(Shutdown::Both);
        }
    }
}

fn guard<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Copies in both directions, in threads that end with the connection.
fn pass_on(client: &TcpStream, server: &str) -> std::io::Result<()> {
    let server = TcpStream::connect(server)?;
    for (from, to) in [(client, &server), (&server, client)] {
        let (mut from, mut to) = (from.try_clone()?, to.try_clone()?);
        std::thread::spawn(move || {
            // It ends with an error where it is broken.
            let _ = std::io::copy(&mut from, &mut to);
            let _ = to.shutdown(Shutdown::Both);
        });
    }
    Ok(())
}

/// All methods' outcomes, as far as they are errors.
async fn errors_of(store: &S3BlobStore) -> Vec<Option<BlobError>> {
    vec![
        store.put(&key(1), pieces(&[b"a"])).await.err(),
        store
            .put(&key(1), pieces(&[&content(1, 6_000_000)]))
            .await
            .err(),
        store.read(&key(1), None).await.err(),
        store.read(&key(1), Some(0..0)).await.err(),
        store.read(&key(1), Some(0..9)).await.err(),
        store.remove(&key(1)).await.err(),
        listed(store).await.err(),
        store.check().await.err(),
        store.remove_unfinished(Duration::ZERO).await.err(),
    ]
}

#[test]
fn nothing_outside_of_the_prefix_is_listed_or_touched() -> TestResult {
    let server = S3Server::start();
    testkit::run(async {
        let store = store_on(&server)?;
        store.put(&key(1), pieces(&[b"a"])).await?;
        let stranger = key(2).to_string();
        let foreign = [
            stranger.clone(),
            format!("some/{stranger}"),
            format!("some/blobs2/{stranger}"),
            format!("some/blobs/{stranger}/x"),
            format!("some/blobs/deeper/{stranger}"),
            "some/blobs/README".to_owned(),
        ];
        for name in &foreign {
            let file = server.file(name);
            fs::create_dir_all(file.parent().ok_or("no folder")?)?;
            if !file.is_dir() {
                fs::write(file, b"foreign")?;
            }
        }
        assert_eq!(listed(&store).await?, [key(1)]);
        store.check().await?;
        store.remove(&key(1)).await?;
        assert_eq!(server.stored().len(), foreign.len());
        Ok(())
    })
}

#[test]
fn without_a_prefix_the_bucket_itself_is_the_place() -> TestResult {
    let server = S3Server::start();
    testkit::run(async {
        let store = S3BlobStore::open(BUCKET, "", server.variables())?;
        store.put(&key(1), pieces(&[b"a"])).await?;
        assert_eq!(listed(&store).await?, [key(1)]);
        assert_eq!(server.stored(), [key(1).to_string()]);
        Ok(())
    })
}

#[test]
fn a_wrong_secret_is_refused_and_no_error_tells_a_secret_a_key_or_a_place() -> TestResult {
    let server = S3Server::start();
    testkit::run(async {
        let store = store_with(&server, "a wrong secret")?;
        for (number, error) in errors_of(&store).await.into_iter().enumerate() {
            let error = error.ok_or_else(|| format!("{number} was allowed"))?;
            let is_unavailable = matches!(error, BlobError::Unavailable(_));
            assert!(is_unavailable, "{number}: {error:?}");
            let told = format!("{error} {error:?} {:?}", error.source());
            for hidden in [
                "a wrong",
                "a-key",
                &key(1).to_string(),
                PREFIX,
                BUCKET,
                "127.0",
            ] {
                assert!(!told.contains(hidden), "{told}");
            }
            assert!(told.contains("403"), "{told}");
        }
        assert_eq!(server.stored().len(), 0);
        Ok(())
    })
}

#[test]
fn while_the_server_is_away_it_is_unavailable_and_then_all_goes_on_by_itself() -> TestResult {
    let mut server = S3Server::start();
    let store = store_on(&server)?;
    testkit::run(async {
        store.put(&key(2), pieces(&[b"kept"])).await?;
        server.stop();
        for (number, error) in errors_of(&store).await.into_iter().enumerate() {
            assert!(
                matches!(error, Some(BlobError::Unavailable(_))),
                "{number}: {error:?}"
            );
        }
        server.start_again();
        store.check().await?;
        let read = read_all(&store, &key(2), None).await?;
        assert_eq!(read.as_deref(), Some(&b"kept"[..]));
        store
            .put(&key(1), pieces(&[&content(1, 6_000_000)]))
            .await?;
        assert_eq!(listed(&store).await?.len(), 2);
        Ok(())
    })
}

#[test]
fn a_server_that_comes_back_at_once_is_not_missed() -> TestResult {
    let server = S3Server::start();
    let breaking = BreakingLine::to(&server)?;
    let mut variables = server.variables();
    for (name, value) in &mut variables {
        if name == "AWS_ENDPOINT_URL" {
            *value = format!("http://{}", breaking.address);
        }
    }
    let store = S3BlobStore::open(BUCKET, PREFIX, variables)?;
    testkit::run(async {
        for number in 0..3 {
            breaking.break_connections();
            store.put(&key(number), pieces(&[b"a"])).await?;
            assert_eq!(breaking.left.load(Ordering::SeqCst), 0);
        }
        assert_eq!(server.stored().len(), 3);
        Ok(())
    })
}

#[test]
fn uploads_that_are_dropped_or_fail_leave_no_part_behind() -> TestResult {
    let server = S3Server::start();
    testkit::run(async {
        let store = Arc::new(store_on(&server)?);
        for number in 0..8_u16 {
            let (mut sender, receiver) = mpsc::channel(0);
            let putting = Arc::clone(&store);
            let put =
                tokio::spawn(async move { putting.put(&key(number), receiver.boxed()).await });
            for _ in 0..4 + number {
                sender.send(Ok(Bytes::from(content(1, 2_000_000)))).await?;
            }
            if number % 2 == 0 {
                put.abort();
            } else {
                sender
                    .send(Err(BlobError::Interrupted("hung up".into())))
                    .await?;
            }
            assert!(!matches!(put.await, Ok(Ok(_))));
        }
        store
            .put(&key(9), pieces(&[&content(1, 11_000_000)]))
            .await?;
        // What is dropped is undone in the background.
        let began = Instant::now();
        while server.stored().len() != 1 {
            assert!(began.elapsed() < PATIENCE, "{:?}", server.stored());
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    })
}

#[test]
fn a_server_that_lists_no_uploads_is_told_so() -> TestResult {
    let server = S3Server::start();
    testkit::run(async {
        let removed = store_on(&server)?.remove_unfinished(Duration::ZERO).await;
        let error = removed.err().ok_or("it lists them")?;
        let told = error.source().map(ToString::to_string);
        assert!(
            told.is_some_and(|told| told.contains("501 NotImplemented")),
            "{error:?}"
        );
        Ok(())
    })
}

#[test]
fn an_address_without_tls_must_be_allowed() {
    let variables = [("AWS_ENDPOINT_URL", "http://127.0.0.1:1")];
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let refused = S3BlobStore::open(BUCKET, PREFIX, variables).err();
    let told = refused.and_then(|error| error.source().map(ToString::to_string));
    assert!(told.is_some_and(|told| told.contains("AWS_ALLOW_HTTP")));
}
