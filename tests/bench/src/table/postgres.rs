//! Reading an application by its key from PostgreSQL, beside the same query without a service.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use bench::load::on_threads;
use bench::requests::Own;
use diesel::prelude::*;
use test_servers::Fallible;
use test_servers::postgres::PostgresServer;

use crate::Effort;
use crate::driver::{Driven, Expected, Load};
use crate::report::{Cells, line};
use crate::service::Service;

const CLIENTS: usize = 32;

const APPLICATIONS: usize = 100;

diesel::table! {
    application_keys (lookup) {
        lookup -> Text,
        pa_id -> Text,
        digest -> Binary,
    }
}

diesel::table! {
    applications (pa_id) {
        pa_id -> Text,
        form_type -> Text,
        status -> Text,
        data -> Text,
        created_at -> BigInt,
        updated_at -> BigInt,
        revision -> BigInt,
    }
}

diesel::allow_tables_to_appear_in_same_query!(application_keys, applications);

type Found = (Vec<u8>, (String, String, String, String, i64, i64, i64));

/// The service on its database.
pub(crate) struct Postgres {
    // Ends before its server.
    service: Service,
    server: PostgresServer,
    database: String,
    own: Vec<Own>,
    effort: Effort,
}

impl Postgres {
    pub(crate) fn start(program: &Path, effort: Effort) -> Fallible<Self> {
        let server = PostgresServer::start(&["fsync=on", "shared_buffers=512MB"])?;
        let database = server.make_database("template1")?;
        // As for a server that no pooler stands before (docs/POSTGRESQL.md).
        let url = format!("{}?prepared_statements=true", server.url(&database));
        let service = Service::start(program, &[("DATABASE__URL".to_owned(), url)])?;
        Ok(Self {
            own: service.applications(APPLICATIONS)?,
            service,
            server,
            database,
            effort,
        })
    }

    /// Measures and prints.
    pub(crate) fn row(&self) -> Fallible<()> {
        let load = Load {
            connections: CLIENTS,
            time: self.effort.time,
            requests_max: usize::MAX,
        };
        let expected = Expected {
            status: 200,
            body_bytes_min: 1,
        };
        let mut cells = Cells::default();
        for _ in 0..self.effort.rounds {
            let alone = self.alone()?;
            let read = |number: usize| self.own[number % self.own.len()].read().into();
            let here = self.service.drive(load, expected, &read)?;
            cells.add(here, Some(alone.into()));
        }
        line(
            "PostgreSQL: GET application JSON, 32",
            "diesel alone",
            0.8,
            &cells,
        );
        Ok(())
    }

    /// The row of a key and the application that it opens, in one query.
    fn alone(&self) -> Fallible<Driven> {
        let url = self.server.url(&self.database);
        let lookups: Vec<String> = application_keys::table
            .select(application_keys::lookup)
            .load(&mut PgConnection::establish(&url)?)?;
        let next = AtomicUsize::new(0);
        let connections = on_threads(CLIENTS, &|_| Ok(PgConnection::establish(&url)?))?;
        let connections = std::sync::Mutex::new(connections);
        let start = Instant::now();
        on_threads(CLIENTS, &|_| {
            let taken = connections.lock().map_err(|_| "a client gave up")?.pop();
            let mut connection = taken.ok_or("a connection is missing")?;
            while start.elapsed() < self.effort.time {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let _: Found = application_keys::table
                    .inner_join(
                        applications::table.on(applications::pa_id.eq(application_keys::pa_id)),
                    )
                    .filter(application_keys::lookup.eq(&lookups[number % lookups.len()]))
                    .select((application_keys::digest, applications::all_columns))
                    .first(&mut connection)?;
            }
            Ok(())
        })?;
        Ok(Driven {
            count: next.into_inner(),
            elapsed: start.elapsed(),
        })
    }
}
