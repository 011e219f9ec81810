//! Instances of the service on one set of servers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::Duration;

use reqwest::blocking::{Client, RequestBuilder};
use test_harness::operator::{Ended, call_with};
use test_harness::service::{MASTER_KEY, Service};
use test_harness::{counting, storage};
use test_servers::postgres::PostgresServer;
use test_servers::redis::RedisServer;
use test_servers::s3::S3Server;

/// The servers, each for this cluster alone.
pub(crate) struct Servers {
    pub(crate) postgres: PostgresServer,
    pub(crate) s3: Mutex<S3Server>,
    pub(crate) redis: Mutex<RedisServer>,
    database: String,
}

/// Instances, and a client that knows them all.
pub(crate) struct Cluster {
    // The instances go first, then what they stand on.
    instances: Vec<Mutex<Option<Service>>>,
    bases: RwLock<Vec<String>>,
    turns: AtomicUsize,
    client: Client,
    settings: Vec<(String, String)>,
    pub(crate) servers: Servers,
}

impl Servers {
    fn start() -> Self {
        let postgres = PostgresServer::start(&[]).expect("a PostgreSQL server");
        Self {
            database: postgres.make_database("template1").expect("a database"),
            s3: Mutex::new(S3Server::start()),
            redis: Mutex::new(RedisServer::start().expect("a Redis")),
            postgres,
        }
    }

    /// What an instance must be told of them.
    fn settings(&self) -> Vec<(String, String)> {
        let url = self.postgres.url(&self.database);
        let mut settings = vec![("FORMSERVICE__DATABASE__URL".to_owned(), url)];
        settings.extend(storage::on(&self.s3.lock().unwrap()));
        settings.extend(counting::in_redis(&self.redis.lock().unwrap()));
        settings
    }

    /// What the database answers.
    pub(crate) fn sql(&self, sql: &str) -> String {
        let answer = self.postgres.sql(&self.database, sql);
        answer.expect("the database answers")
    }

    /// The keys of all blobs in the bucket, sorted, and whatever else lies there.
    pub(crate) fn stored(&self) -> Vec<String> {
        let stored = self.s3.lock().unwrap().stored().into_iter();
        let prefix = format!("{}/", storage::PREFIX);
        let mut keys: Vec<String> = stored
            .map(|name| name.trim_start_matches(&prefix).to_owned())
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
    /// So many instances with these settings.
    pub(crate) fn start(count: usize, more: &[(&str, &str)]) -> Self {
        let servers = Servers::start();
        let mut settings = servers.settings();
        let more = more.iter();
        settings.extend(more.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        // All at once: they must agree on who makes the tables.
        let instances: Vec<Service> = std::thread::scope(|scope| {
            let start = || scope.spawn(|| Service::start_among(settings.clone()));
            let starting: Vec<_> = (0..count).map(|_| start()).collect();
            let started = starting.into_iter().map(|started| started.join().unwrap());
            started.collect()
        });
        let bases = instances.iter().map(|service| service.base().to_owned());
        let client = Client::builder().timeout(Duration::from_secs(60));
        Self {
            bases: RwLock::new(bases.collect()),
            instances: instances
                .into_iter()
                .map(|one| Mutex::new(Some(one)))
                .collect(),
            turns: AtomicUsize::new(0),
            client: client.build().expect("a client"),
            settings,
            servers,
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.instances.len()
    }

    /// A request to one of the instances.
    pub(crate) fn ask(&self, instance: usize, method: &str, path: &str) -> RequestBuilder {
        let base = self.bases.read().unwrap()[instance % self.count()].clone();
        let method = method.parse().expect("a method");
        self.client.request(method, format!("{base}{path}"))
    }

    /// A request to the instance whose turn it is.
    pub(crate) fn next(&self, method: &str, path: &str) -> RequestBuilder {
        self.ask(self.turns.fetch_add(1, Ordering::Relaxed), method, path)
    }

    /// A request with the master key, to the instance whose turn it is.
    pub(crate) fn administer(&self, method: &str, path: &str) -> RequestBuilder {
        self.next(method, path).header("X-MASTER-KEY", MASTER_KEY)
    }

    /// Kills an instance without warning and starts another in its place.
    pub(crate) fn kill_and_restart(&self, instance: usize) {
        let mut place = self.instances[instance].lock().unwrap();
        let killed = place.take().expect("it was running");
        let started = killed.kill_and_restart();
        self.bases.write().unwrap()[instance] = started.base().to_owned();
        *place = Some(started);
    }

    /// The numbers of the processes.
    pub(crate) fn process_ids(&self) -> Vec<u32> {
        let instances = self.instances.iter().map(|one| one.lock().unwrap());
        instances
            .filter_map(|one| one.as_ref().map(Service::process_id))
            .collect()
    }

    /// Calls a command of the program with the settings of the instances.
    pub(crate) fn call(&self, arguments: &[&str]) -> Ended {
        let folder = tempfile::tempdir().expect("a temporary folder");
        call_with(folder.path(), arguments, &self.settings)
    }

    /// What everyone must find after everything: rows and bytes agree, whatever is loose goes with a sweep, and then nothing is left over.
    pub(crate) fn must_be_sound(&self) {
        self.call(&["verify"]).with(0);
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
        let said = self.call(&["sweep"]).with(0);
        assert!(said.contains(&format!("{loose} loose blob")), "{said}");
        assert_eq!(self.servers.sql("SELECT count(*) FROM loose_blobs"), "0");
        assert_eq!(self.servers.stored(), self.servers.named());
        self.call(&["verify"]).with(0);
    }
}
