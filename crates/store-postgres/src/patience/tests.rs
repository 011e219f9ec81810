//! Nothing here depends on how long something takes: what is to be given up never ends, and what is
//! to be waited for ends only when the server was asked meanwhile.

use std::io::{self, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use ports::{Database as _, StoreError};

use super::{Patience, while_it_answers};
use crate::{Address, PostgresStore};

/// Of one who gives up what does not come. Nothing comes late here: it comes at once, or never.
const SHORT: Duration = Duration::from_millis(20);

/// Of one who asks soon, and waits for the answer however busy the machine is.
const ASKING: Patience = Patience {
    before_asking: SHORT,
    for_answer: Duration::from_secs(3600),
};

/// What a server says to let somebody in without a password (PostgreSQL, 55.2.1): authentication
/// is over, and it is ready.
const LET_IN: &[u8] = b"R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I";

/// That a statement was done (there, 55.7), and that it is ready.
const SET: &[u8] = b"C\0\0\0\x08SET\0Z\0\0\0\x05I";

#[test]
fn what_takes_long_is_waited_for_as_long_as_the_server_answers() {
    let (asked, is_asked) = channel();
    let work = move || {
        // However long that takes here.
        for _ in 0..3 {
            is_asked.recv().unwrap();
        }
        Ok(7)
    };
    let ask = move || {
        let _ = asked.send(());
        Ok(())
    };
    assert_eq!(while_it_answers(ASKING, work, ask).unwrap(), 7);
}

#[test]
fn the_answer_that_the_server_is_away_ends_the_wait() {
    let away = || Err(StoreError::Unavailable("it is away".into()));
    let error = while_it_answers(ASKING, for_ever, away).unwrap_err();
    assert!(matches!(&error, StoreError::Unavailable(cause) if cause.to_string() == "it is away"));
}

#[test]
fn a_start_at_a_server_that_hangs_ends_with_a_sentence() {
    for hangs in [Hangs::AtOnce, Hangs::OnceItLetsIn, Hangs::OnceItIsAsked] {
        let address = address_of_server(hangs);
        let ask = |store: &PostgresStore| store.schema().map(|schema| schema.pending);
        for start in [PostgresStore::migrate, ask] {
            let store = PostgresStore::new(&address).waiting(Patience {
                before_asking: SHORT,
                for_answer: SHORT,
            });
            let started = start(&store);
            assert!(
                matches!(started, Err(StoreError::Unavailable(_))),
                "{started:?}"
            );
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Hangs {
    AtOnce,
    OnceItLetsIn,
    /// It does what a connection asks for itself, and answers nothing that is asked of tables.
    OnceItIsAsked,
}

/// The address of a server that accepts connections, each of which hangs.
fn address_of_server(hangs: Hangs) -> Address {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    thread::spawn(move || {
        for connection in server.incoming().flatten() {
            // A client that goes is no matter.
            thread::spawn(move || drop(hang(connection, hangs)));
        }
    });
    let url = format!("postgres://somebody@127.0.0.1:{port}/somewhere?sslmode=disable");
    Address::parse(&url).unwrap()
}

fn hang(mut connection: TcpStream, hangs: Hangs) -> io::Result<()> {
    let mut message = [0; 4096];
    let mut is_let_in = hangs == Hangs::AtOnce;
    loop {
        let length = connection.read(&mut message)?;
        if length == 0 {
            return Ok(());
        }
        if !is_let_in {
            connection.write_all(LET_IN)?;
            is_let_in = true;
            continue;
        }
        // A letter and a length stand before the text.
        let text = message[..length].get(5..).unwrap_or_default();
        let is_setting = text.starts_with(b"SET ") || text.starts_with(b"SELECT set_config");
        if hangs == Hangs::OnceItIsAsked && is_setting {
            connection.write_all(SET)?;
        }
    }
}

fn for_ever() -> Result<u8, StoreError> {
    loop {
        thread::park();
    }
}
