//! A thousand applications from SQLite and files to PostgreSQL and S3, and back: no client sees a
//! difference.
//!
//! Everything is asked for of every application, but the filled forms, which take the program for
//! tests long to write: of each twentieth.

use std::fs;
use std::time::Instant;

use reqwest::blocking::multipart::{Form, Part};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use test_harness::form::{blank, filled, summer_festival};
use test_harness::operator::call_with;
use test_harness::service::Service;

use crate::cluster::{Cluster, Servers};
use test_harness::client::{at_once, ids, json_of, text};
use test_harness::instances::Instances;

const APPLICATIONS: usize = 1000;
const CLIENTS: usize = 8;
/// Of each so many applications one is asked for as a filled form.
const FILLED_EACH: usize = 20;
/// An answer has these of its moment and its client, not of what it tells.
const OF_THE_MOMENT: [&str; 5] = [
    "date",
    "x-request-id",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
];

/// An answer to a GET: its path, its headers, and the SHA-256 of its body.
type Answer = (String, Vec<String>, [u8; 32]);

#[test]
fn a_thousand_applications_move_there_and_back_and_every_answer_stays() {
    let first = tempfile::tempdir().unwrap();
    let (old, last) = (first.path().to_owned(), tempfile::tempdir().unwrap());
    let service = Instances::new(vec![Service::start_in(first)]);
    let began = Instant::now();
    let numbers: Vec<String> = at_once(CLIENTS, |client| fill(&service, client)).concat();
    assert_eq!(numbers.len(), APPLICATIONS);
    let filling = began.elapsed();
    let before = answers(&service, &numbers);

    let servers = Servers::start();
    let there = format!(
        "sqlite:{0}/data/formservice.db,file:{0}/data/blobs",
        old.display()
    );
    let arguments = ["move", "--from", &there, "--to", "servers.toml"];
    let began = Instant::now();
    call_with(
        last.path(),
        &with_servers(&servers, last.path(), arguments),
        &servers.settings(),
    )
    .with(0);
    let moving = began.elapsed();
    let cluster = Cluster::start_on(servers, 2, &[]);
    must_be_same(&before, &answers(&cluster, &numbers));
    assert_eq!(cluster.servers.stored(), cluster.servers.named());

    let back = [
        "move",
        "--from",
        "servers.toml",
        "--to",
        "sqlite:data/formservice.db,file:data/blobs",
    ];
    call_with(last.path(), &back, &cluster.servers.settings()).with(0);
    drop(cluster);
    let returned = Instances::new(vec![Service::start_in(last)]);
    must_be_same(&before, &answers(&returned, &numbers));
    println!(
        "{} answers; filled in {filling:?}, moved in {moving:?}",
        before.len()
    );
}

/// Names the servers in a file, as an operator does: passwords do not belong on a command line.
fn with_servers<'a>(
    servers: &Servers,
    folder: &std::path::Path,
    arguments: [&'a str; 5],
) -> [&'a str; 5] {
    let settings = servers.settings();
    let value = |name: &str| {
        let setting = settings.iter().find(|(other, _)| other == name);
        &setting.expect("a setting").1
    };
    let (rows, bytes) = (
        value("FORMSERVICE__DATABASE__URL"),
        value("FORMSERVICE__BLOBS__URL"),
    );
    let text = format!("database.url = '{rows}'\nblobs.url = '{bytes}'\n");
    fs::write(folder.join("servers.toml"), text).expect("a configuration");
    arguments
}

/// One client's share of the applications; their numbers.
fn fill(service: &Instances, client: usize) -> Vec<String> {
    let forms = [filled("pa_form", &summer_festival()), blank("pa_form")];
    let share = (client..APPLICATIONS).step_by(CLIENTS);
    share
        .map(|number| furnish(service, &forms[number % 2], number))
        .collect()
}

/// Uploads a form, changes it, attaches files; an offer names one and is preferred, another
/// position has a justification.
fn furnish(service: &Instances, form: &[u8], number: usize) -> String {
    let pa_id = text(
        &json_of(
            test_harness::client::upload(service, form).send().unwrap(),
            201,
        ),
        "pa_id",
    );
    let path = format!("/applications/{pa_id}");
    let change = service.administer("PUT", &path);
    let change = change.json(&json!({"name": format!("Fest Nr. {number} – „Übermut“")}));
    json_of(change.send().unwrap(), 200);
    let size = if number.is_multiple_of(50) {
        300_000
    } else {
        1 + 7 * number
    };
    let file = attach(service, &path, number, size);
    attach(service, &path, number, 10);
    let offer = json!({"supplier_name": "Łódź & Söhne", "amount": number, "attachment_id": file,
        "is_preferred": number.is_multiple_of(3)});
    let offers = service.administer("POST", &format!("{path}/costs/0/offers"));
    json_of(offers.json(&offer).send().unwrap(), 201);
    let reason = json!({"no_offers_required": true, "justification": format!("Grund {number}")});
    let justification = service.administer("PUT", &format!("{path}/costs/1/justification"));
    json_of(justification.json(&reason).send().unwrap(), 200);
    pa_id
}

fn attach(service: &Instances, path: &str, number: usize, size: usize) -> u64 {
    let bytes: Vec<u8> = (0..size)
        .map(|index| ((index + number) % 251) as u8)
        .collect();
    let file = Part::bytes(bytes).file_name(format!("Angebot {number} Müller.bin"));
    let request = service.administer("POST", &format!("{path}/attachments"));
    let answer = request.multipart(Form::new().part("file", file)).send();
    json_of(answer.unwrap(), 201)["id"].as_u64().unwrap()
}

/// The answers to every GET of these applications, and of the list of all.
fn answers(service: &Instances, numbers: &[String]) -> Vec<Answer> {
    let mut answers: Vec<Answer> = at_once(CLIENTS, |client| {
        let share = (client..numbers.len()).step_by(CLIENTS);
        share
            .flat_map(|index| of_one(service, &numbers[index], index))
            .collect::<Vec<_>>()
    })
    .concat();
    for offset in (0..=numbers.len()).step_by(200) {
        let path = format!("/applications?limit=200&offset={offset}");
        answers.push(get(service, path).0);
    }
    answers
}

fn of_one(service: &Instances, pa_id: &str, index: usize) -> Vec<Answer> {
    let path = format!("/applications/{pa_id}");
    let (list, body) = get(service, format!("{path}/attachments"));
    let files = ids(&serde_json::from_slice(&body).expect("JSON"), "attachments");
    let mut asked: Vec<String> = files
        .iter()
        .map(|id| format!("/attachments/{id}"))
        .collect();
    let rest = [
        "",
        "?format=original",
        "/costs/0/offers",
        "/costs/1/offers",
        "/check",
    ];
    asked.extend(rest.map(str::to_owned));
    if index.is_multiple_of(FILLED_EACH) {
        asked.extend(["?format=pdf", "?format=pdf&flatten=true"].map(str::to_owned));
    }
    let asked = asked
        .into_iter()
        .map(|rest| get(service, format!("{path}{rest}")).0);
    asked.chain([list]).collect()
}

fn get(service: &Instances, path: String) -> (Answer, Vec<u8>) {
    let answer = service.administer("GET", &path).send().expect("an answer");
    assert_eq!(answer.status(), 200, "{path}");
    let kept = answer
        .headers()
        .iter()
        .filter(|(name, _)| !OF_THE_MOMENT.contains(&name.as_str()));
    let mut headers: Vec<String> = kept
        .map(|(name, value)| format!("{name}: {value:?}"))
        .collect();
    headers.sort();
    let body = answer.bytes().expect("a body").to_vec();
    ((path, headers, Sha256::digest(&body).into()), body)
}

fn must_be_same(before: &[Answer], after: &[Answer]) {
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(after) {
        assert_eq!(before, after);
    }
}
