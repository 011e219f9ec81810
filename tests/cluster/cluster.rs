//! Instances of the service on one set of servers.

use std::ops::Deref;
use std::sync::Mutex;

use test_harness::operator::{Ended, call_with};
use test_harness::service::Service;
use test_harness::{counting, storage};
use test_servers::postgres::PostgresServer;
use test_servers::redis::RedisServer;
use test_servers::s3::S3Server;

use test_harness::client::at_once;
use test_harness::instances::Instances;

/// The object by which instances see whether they can write to the bucket. Those that run may do
/// that at any time, so that it comes and goes; it is no blob.
const PROBE: &str = "write-check";

/// The servers, each for this cluster alone.
pub(crate) struct Servers {
    pub(crate) postgres: PostgresServer,
    pub(crate) s3: Mutex<S3Server>,
    pub(crate) redis: Mutex<RedisServer>,
    database: String,
}

/// Instances on servers of their own.
pub(crate) struct Cluster {
    // The instances go first, then what they stand on.
    instances: Instances,
    pub(crate) servers: Servers,
}

impl Deref for Cluster {
    type Target = Instances;

    fn deref(&self) -> &Instances {
        &self.instances
    }
}

impl Servers {
    pub(crate) fn start() -> Self {
        let postgres = PostgresServer::start(&[]).expect("a PostgreSQL server");
        Self {
            database: postgres.make_database("template1").expect("a database"),
            s3: Mutex::new(S3Server::start()),
            redis: Mutex::new(RedisServer::start().expect("a Redis")),
            postgres,
        }
    }

    /// What an instance must be told of them.
    pub(crate) fn settings(&self) -> Vec<(String, String)> {
        let url = self.postgres.url(&self.database);
        let mut settings = vec![("FORMSERVICE__DATABASE__URL".to_owned(), url)];
        settings.extend(storage::on(&self.s3.lock().unwrap()));
        settings.extend(counting::in_redis(&self.redis.lock().unwrap()));
        settings
    }

    /// Calls a command of the program with the settings of the instances.
    pub(crate) fn call(&self, arguments: &[&str]) -> Ended {
        let folder = tempfile::tempdir().expect("a temporary folder");
        call_with(folder.path(), arguments, &self.settings())
    }

    /// What the database answers.
    pub(crate) fn sql(&self, sql: &str) -> String {
        let answer = self.postgres.sql(&self.database, sql);
        answer.expect("the database answers")
    }

    /// The keys of all blobs in the bucket, sorted, and whatever else lies there but [`PROBE`].
    pub(crate) fn stored(&self) -> Vec<String> {
        let stored = self.s3.lock().unwrap().stored().into_iter();
        let prefix = format!("{}/", storage::PREFIX);
        let mut keys: Vec<String> = stored
            .map(|name| name.trim_start_matches(&prefix).to_owned())
            .filter(|name| name != PROBE)
            .collect();
        keys.sort();
        keys
    }

    /// The keys of all blobs that rows name, sorted.
    pub(crate) fn named(&self) -> Vec<String> {
        let named =
            self.sql("SELECT original FROM applications UNION ALL SELECT blob FROM attachments");
        let mut keys: Vec<String> = named.lines().map(str::to_owned).collect();
        keys.sort();
        keys
    }
}

impl Cluster {
    /// So many instances with these settings, on servers with nothing in them.
    pub(crate) fn start(count: usize, more: &[(&str, &str)]) -> Self {
        Self::start_on(Servers::start(), count, more)
    }

    /// So many instances with these settings on these servers.
    pub(crate) fn start_on(servers: Servers, count: usize, more: &[(&str, &str)]) -> Self {
        let mut settings = servers.settings();
        let more = more.iter();
        settings.extend(more.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        // All at once: they must agree on who makes the tables.
        let started = at_once(count, |_| Service::start_among(settings.clone()));
        Self {
            instances: Instances::new(started),
            servers,
        }
    }

    /// What everyone must find after everything: rows and bytes agree, whatever is loose goes with
    /// a sweep, and then nothing is left over.
    pub(crate) fn must_be_sound(&self) {
        self.servers.call(&["verify"]).with(0);
        let loose: usize = self
            .servers
            .sql("SELECT count(*) FROM loose_blobs")
            .parse()
            .unwrap();
        let left_over = self.servers.stored().len() - self.servers.named().len();
        println!("{loose} keys listed as loose, {left_over} loose blobs");
        // As if the grace time of an hour had passed.
        self.servers
            .sql("UPDATE loose_blobs SET since = since - 3601 * 1000000::bigint");
        let said = self.servers.call(&["sweep"]).with(0);
        assert!(said.contains(&format!("{loose} loose blob")), "{said}");
        assert_eq!(self.servers.sql("SELECT count(*) FROM loose_blobs"), "0");
        let said = self.servers.call(&["check"]).said;
        assert!(said.contains("Blob store: it answers"), "{said}");
        assert_eq!(self.servers.stored(), self.servers.named());
        self.servers.call(&["verify"]).with(0);
    }
}
