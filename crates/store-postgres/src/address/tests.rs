//! Which URLs are taken, and what libpq is handed of them.

use super::{Address, DEFAULTS};
use crate::{AddressError, SslMode};

#[test]
fn what_libpq_reads_is_taken_and_the_defaults_stand_first() {
    for (url, expected) in [
        ("postgres://", "postgres://?DEFAULTS&sslmode=verify-full"),
        (
            "postgres://host/base",
            "postgres://host/base?DEFAULTS&sslmode=verify-full",
        ),
        (
            "postgresql://user:p%40ss@one:1,[::1]:2/base?sslmode=require&connect_timeout=9",
            "postgresql://user:p%40ss@one:1,[::1]:2/base?DEFAULTS&sslmode=verify-full\
             &sslmode=require&connect_timeout=9",
        ),
        (
            "postgres:///base?host=/run/postgresql",
            "postgres:///base?DEFAULTS&host=/run/postgresql",
        ),
        (
            "postgres://user@%2Frun%2Fpostgresql/base",
            "postgres://user@%2Frun%2Fpostgresql/base?DEFAULTS",
        ),
    ] {
        let address = Address::parse(url).unwrap();
        assert_eq!(address.as_str(), expected.replace("DEFAULTS", DEFAULTS));
    }
}

#[test]
fn servers_elsewhere_are_verified_to_the_full_unless_something_weaker_is_written_out() {
    for (url, is_verified) in [
        ("postgres://db.example.org/base", true),
        ("postgres://192.0.2.1/base", true),
        ("postgres://u:p@localhost.example.org/base", true),
        ("postgres://localhost,db.example.org/base", true),
        ("postgres://localhost/base?hostaddr=192.0.2.1", true),
        ("postgres://localhost/base?host=db.example.org", true),
        ("postgres://localhost/base?host=127.0.0.1&host=db", true),
        ("postgres://%6cocalhost/base", true),
        ("postgres:///base", true),
        ("postgres://LOCALHOST:1/base", false),
        ("postgres://127.8.0.1/base", false),
        ("postgres://[::1]:5432/base", false),
        ("postgres://[::ffff:127.0.0.1]/base", false),
        ("postgres://localhost,%2frun/base", false),
        ("postgres:///base?host=/run/postgresql", false),
        ("postgres://db.example.org/base?hostaddr=::1", false),
    ] {
        let address = Address::parse(url).unwrap();
        assert_eq!(
            address.as_str().contains("sslmode=verify-full"),
            is_verified,
            "{url}"
        );
    }
}

#[test]
fn what_libpq_would_quote_is_refused_without_being_shown() {
    for (url, refused) in [
        ("mysql://user:secret@host/base", AddressError::Scheme),
        (
            "postgres://user:sec@ret@host/base",
            AddressError::SeveralHosts,
        ),
        ("postgres://user:secret%4@host/base", AddressError::Percent),
        ("postgres://user:secret%zz@host/base", AddressError::Percent),
        ("postgres://user:secret%00@host/base", AddressError::Percent),
        ("postgres://user:secret%", AddressError::Percent),
        ("postgres://user:sec ret@host/base", AddressError::Character),
        ("postgres://user:sécret@host/base", AddressError::Character),
        (
            "postgres://user:sec/ret@host/base",
            AddressError::UserInformation,
        ),
        (
            "postgres://user:sec:ret@host/base",
            AddressError::UserInformation,
        ),
        (
            "postgres://user:sec?ret@host/base",
            AddressError::UserInformation,
        ),
        ("postgres://host#secret/base", AddressError::Host),
        ("postgres://host/base?secret", AddressError::Parameter),
        (
            "postgres://host/base?password=sec&ret",
            AddressError::Parameter,
        ),
        (
            "postgres://host/base?password=sec=ret",
            AddressError::Parameter,
        ),
        ("postgres://host/base?sslmode=secret", AddressError::SslMode),
        (
            "postgres://host/base?prepared_statements=secret",
            AddressError::PreparedStatements,
        ),
        ("postgres://host/base?ssl=true", AddressError::Ssl),
        (
            "postgres://host/base?ssl=secret&sslmode=verify-full",
            AddressError::Ssl,
        ),
    ] {
        assert_eq!(Address::parse(url).err(), Some(refused), "{url}");
        assert!(!format!("{refused} {refused:?}").contains("secret"));
    }
}

#[test]
fn prepared_statements_are_kept_where_that_is_written_and_libpq_does_not_hear_of_it() {
    for (parameters, keeps, left) in [
        ("", false, ""),
        ("?prepared_statements=true", true, ""),
        (
            "?prepared_statements=true&prepared_statements=false",
            false,
            "",
        ),
        (
            "?user=a&prepared_statements=true&port=1",
            true,
            "&user=a&port=1",
        ),
    ] {
        let url = format!("postgres://localhost/base{parameters}");
        let address = Address::parse(&url).unwrap();
        assert_eq!(address.keeps_statements(), keeps, "{parameters}");
        let expected = format!("postgres://localhost/base?{DEFAULTS}{left}");
        assert_eq!(address.as_str(), expected);
    }
}

#[test]
fn an_address_does_not_show_itself() {
    let address = Address::parse("postgres://user:secret@host/base").unwrap();
    assert_eq!(format!("{address:?}"), "Address");
}

#[test]
fn ssl_mode_is_the_last_that_is_written_or_the_full_one_elsewhere() {
    for (url, expected) in [
        ("postgres://db/base", Some(SslMode::VerifyFull)),
        ("postgres://db/base?sslmode=disable", Some(SslMode::Disable)),
        (
            "postgres://db/base?sslmode=disable&sslmode=verify-ca",
            Some(SslMode::VerifyCa),
        ),
        ("postgres://localhost/base", None),
    ] {
        assert_eq!(Address::parse(url).unwrap().ssl_mode(), expected, "{url}");
    }
}
