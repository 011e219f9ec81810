//! Two instances on PostgreSQL, S3 and Redis behind the proxy of docs/deploy, as operators set them
//! up.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

use reqwest::blocking::multipart::{Form, Part};
use reqwest::blocking::{Client, RequestBuilder, Response};
use serde_json::Value;
use test_servers::caddy::Caddy;
use test_servers::postgres::PostgresServer;
use test_servers::redis::RedisServer;
use test_servers::s3::{BUCKET, S3Server};
use test_servers::waiting::{PATIENCE, wait_until};

use crate::database;
use crate::form::blank;
use crate::page::Page;
use crate::service::{Service, refusal};

const CONFIGURATION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/deploy/Caddyfile");

const LIMIT: u64 = 6;

/// Everything that runs. What is dropped first stands first.
struct Deployment {
    proxy: Caddy,
    instances: Vec<Service>,
    _redis: RedisServer,
    _s3: S3Server,
}

impl Deployment {
    /// Loopback has a whole network of addresses: the proxy calls the instances from 127.0.0.1,
    /// clients call it from others. Exempt is the proxy, and a network that nobody here is in.
    fn start(per_address: u64) -> Self {
        let s3 = S3Server::start();
        let redis = RedisServer::start().expect("a Redis");
        let server = PostgresServer::shared().expect("a PostgreSQL server");
        let (limit, redis_url) = (per_address.to_string(), redis.url());
        let blobs_url = format!("s3://{BUCKET}/blobs");
        let mut settings = vec![
            ("FORMSERVICE__BLOBS__URL", blobs_url.as_str()),
            ("FORMSERVICE__SERVER__TRUSTED_PROXIES", "127.0.0.1"),
            ("FORMSERVICE__RATE_LIMIT__EXEMPT", "127.0.0.1 192.0.2.0/24"),
            ("FORMSERVICE__RATE_LIMIT__PER_ADDRESS", &limit),
            ("FORMSERVICE__RATE_LIMIT__PER_KEY", "1000"),
            ("FORMSERVICE__RATE_LIMIT__WINDOW_SECONDS", "3600"),
            ("FORMSERVICE__RATE_LIMIT__STORE", "redis"),
            ("FORMSERVICE__RATE_LIMIT__REDIS_URL", &redis_url),
        ];
        let s3_variables = s3.variables();
        settings.extend(s3_variables.iter().map(|(name, value)| (&**name, &**value)));
        let database = database::on(server);
        let instances: Vec<Service> = (0..2)
            .map(|_| Service::start_on(database.clone(), &settings))
            .collect();
        let upstreams = instances.iter().map(|instance| instance.base());
        let upstreams: Vec<&str> = upstreams.map(|base| &base["http://".len()..]).collect();
        let proxy = Caddy::start(Path::new(CONFIGURATION), &upstreams).expect("a Caddy");
        Self {
            proxy,
            instances,
            _redis: redis,
            _s3: s3,
        }
    }

    fn get(&self, client: &Client, path: &str) -> RequestBuilder {
        client.get(format!("{}{path}", self.proxy.base()))
    }

    fn post(&self, client: &Client, path: &str) -> RequestBuilder {
        client.post(format!("{}{path}", self.proxy.base()))
    }

    /// An application of this client: its path and its key.
    fn uploaded(&self, client: &Client) -> (String, String) {
        let form = file(blank("pa_form")).text("form_type", "pa_form");
        let response = self.post(client, "/upload").multipart(form).send();
        let response = response.expect("an answer");
        assert_eq!(response.status(), 201);
        let only_tls = &response.headers()["strict-transport-security"];
        assert_eq!(only_tls, "max-age=31536000");
        let answer: Value = response.json().expect("JSON");
        let text = |member: &str| answer[member].as_str().expect("a text").to_owned();
        (format!("/applications/{}", text("pa_id")), text("pa_key"))
    }
}

/// Somebody who calls from this address of loopback.
fn client(last: u8) -> Client {
    Client::builder()
        .local_address(IpAddr::V4(Ipv4Addr::new(127, 0, 0, last)))
        .timeout(PATIENCE)
        .build()
        .expect("a client")
}

/// A form with a file that is not looked into, except where it is uploaded as a form.
fn file(bytes: Vec<u8>) -> Form {
    Form::new().part("file", Part::bytes(bytes).file_name("angebot.bin"))
}

fn remaining(response: &Response) -> u64 {
    let value = response.headers().get("x-ratelimit-remaining");
    let value = value.expect("a limit").to_str().expect("a text");
    value.parse().expect("a number")
}

/// Each with another claim about where it comes from.
fn claiming(request: RequestBuilder, turn: u64) -> RequestBuilder {
    let claimed = format!("198.51.100.{turn}");
    match turn % 4 {
        0 => request.header("X-Forwarded-For", claimed),
        1 => request.header("Forwarded", format!("for={claimed}")),
        // Of a network that is not limited.
        2 => request.header("Forwarded", "for=192.0.2.1"),
        _ => request
            .header("Forwarded", format!("for={claimed}, for=192.0.2.1"))
            .header("X-Forwarded-For", "192.0.2.1")
            .header("X-Real-IP", claimed),
    }
}

#[test]
fn whatever_clients_claim_their_connection_counts() {
    let deployment = Deployment::start(LIMIT);
    let (honest, liar) = (client(2), client(3));
    // An instance for which Redis is late once counts by itself for a moment, so the limit may be
    // reached a few times over.
    let refused = (0..4 * LIMIT).filter(|&turn| {
        let request = claiming(deployment.get(&liar, "/"), turn);
        request.send().expect("an answer").status() == 429
    });
    assert!(refused.count() >= LIMIT as usize, "claims are believed");
    // The proxy asks every second whether the instances are ready; that must not use up what lets
    // it through.
    let checks = r#"http_requests_total{method="GET",route="/health/ready",status="200"}"#;
    for instance in &deployment.instances {
        let more = || Page::of(instance).number(&format!("formservice_{checks}"));
        let enough = more() + 5.0;
        wait_until("checks of the proxy", || more() >= enough);
    }
    let other = deployment.get(&honest, "/").send().expect("an answer");
    assert_eq!(
        (other.status().as_u16(), remaining(&other)),
        (200, LIMIT - 1)
    );
}

#[test]
fn large_files_pass_through_without_being_held() {
    let deployment = Deployment::start(1000);
    let applicant = client(2);
    let (path, key) = deployment.uploaded(&applicant);
    let before = deployment.proxy.memory_bytes_max().expect("a number");
    let attach = |bytes: Vec<u8>| {
        let request = deployment.post(&applicant, &format!("{path}/attachments"));
        let request = request.header("X-PA-KEY", &key).multipart(file(bytes));
        request.send().expect("an answer")
    };
    let largest = vec![b'x'; 50 << 20];
    let response = attach(largest.clone());
    assert_eq!(response.status(), 201);
    let attachment: Value = response.json().expect("JSON");
    let attachment = format!("{path}/attachments/{}?key={key}", attachment["id"]);
    let back = deployment.get(&applicant, &attachment).send();
    let back = back.expect("an answer").bytes().expect("the file");
    assert!(back == largest, "the file has changed on its way");
    let grown = deployment.proxy.memory_bytes_max().expect("a number") - before;
    assert!(grown < 40 << 20, "the proxy held {grown} bytes");
    let response = attach(vec![b'x'; 60 << 20]);
    refusal(response, 400, "attachment_too_large");
}

#[test]
fn an_instance_that_is_gone_is_passed_over_and_no_key_is_logged() {
    let mut deployment = Deployment::start(1000);
    let applicant = client(2);
    let (path, key) = deployment.uploaded(&applicant);
    let own = format!("{path}?key={key}");
    deployment.instances.pop();
    for _ in 0..20 {
        let response = deployment.get(&applicant, &own).send();
        assert_eq!(response.expect("an answer").status(), 200);
    }
    deployment.instances.pop();
    let request = deployment.get(&applicant, &own).header("X-PA-KEY", &key);
    let response = request.send().expect("an answer");
    assert!(response.status().is_server_error(), "{}", response.status());
    let log = || deployment.proxy.log().expect("a log");
    wait_until("a line of it in the log", || log().contains(&path));
    assert!(!log().contains(&key), "a key was logged");
}
