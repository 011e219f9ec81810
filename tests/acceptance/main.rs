//! The rules of the API over real HTTP: the built program, its own SQLite database and blob folder,
//! a client. One story for each rule.
//!
//! | Module | What it shows |
//! |---|---|
//! | `forms` | form types are listed, described and handed out blank |
//! | `form_versions` | a form type may change, an application does not |
//! | `earlier_forms` | a form that was filled in before its form type changed is read, or refused |
//! | `upload` | a filled form becomes data; what cannot be taken is told apart |
//! | `recognition` | other forms, letters and scans are refused; what counts as complete |
//! | `notes` | what a viewer puts onto a form: values in their places, the rest kept |
//! | `read` | data comes back as JSON, as the filled form, flat, and as it was uploaded |
//! | `fill_report` | where each value stands in the filled form, and that it reads back |
//! | `sources` | where each value came from: the file, or a change |
//! | `change` | merge patches, conditions, what is refused |
//! | `remove` | an application is erased with its bytes |
//! | `attachments` | files come back as they came; limits hold under any race |
//! | `fonts` | fonts that an operator adds: what a running service fills with them |
//! | `room` | a storage without room takes no more files; everything else goes on |
//! | `full_disk` | a disk that becomes full while a file arrives, and has room again |
//! | `hindered` | a read-only folder, a locked database: reading goes on, and then writing |
//! | `scanning` | files are shown to a scanner, and judged by their bytes, before they are taken |
//! | `offers` | offers, the preferred one, justifications, check, list, new keys |
//! | `list` | applications by when they came in and when anything of them changed |
//! | `history` | what happened to an application, for its holder and for operators |
//! | `positions` | offers stay with their cost position when costs are replaced |
//! | `retries` | a request that is sent again gets the first answer |
//! | `order` | 401, 403, 404, 400: the same order on every endpoint |
//! | `load` | limits hold whoever is faster |
//! | `readme` | what the README shows is what happens |
//! | `access` | who may do what, in which order it is decided |
//! | `limits` | how many requests an address and a key may make, alone and over Redis |
//! | `upload_limits` | how many forms an address and a site may upload in a day |
//! | `client_addresses` | whom a request counts for behind proxies |
//! | `origins` | which pages of other origins may call |
//! | `events` | what an operator must be able to trace is in the log, and nothing secret |
//! | `shares` | one client that keeps things for itself is not noticed by others |
//! | `workers` | a form is not blamed for what was done to its worker |
//! | `errors` | one shape for everything that can go wrong |
//! | `mistakes` | all of them at once, in the order of the input; changes at once |
//! | `codes` | every code of the document is answered, where the document says so |
//! | `durability` | what was acknowledged survives `kill -9` |
//! | `outages` | the database goes away under load and comes back |
//! | `proxy` | two instances behind the proxy of docs/deploy |
//! | `metrics` | what was done is on the page for Prometheus, and nobody's data |
//! | `backup` | a copy made under load, restored elsewhere |
//! | `backup_of_damaged_rows` | a backup of rows that somebody has changed by hand |
//! | `unfinished_copies` | a restore or move that was cut: the part is not served, and it goes on |
//! | `moving` | from one storage to another, killed and resumed |
//! | `senseless_rows` | rows that make no sense are named, and everything else goes on |
//! | `verifying` | damage is found, faults of a set-up are named, the sweep |
//!
//! What they share: `apart` (a file system of its own), `page` (the metrics), `pdf` (files by
//! hand).
//!
//! `FORMSERVICE_TEST_STORAGE=postgres,s3,redis` runs them with rows, bytes and counting on real
//! servers.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a story whose service cannot be set up has failed"
)]

mod access;
mod apart;
mod attachments;
mod backup;
mod backup_of_damaged_rows;
mod change;
mod client_addresses;
mod codes;
mod durability;
mod earlier_forms;
mod errors;
mod events;
mod fill_report;
mod fonts;
mod form_versions;
mod forms;
mod full_disk;
mod hindered;
mod history;
mod limits;
mod list;
mod load;
mod metrics;
mod mistakes;
mod moving;
mod notes;
mod offers;
mod order;
mod origins;
mod outages;
mod page;
mod pdf;
mod positions;
mod proxy;
mod read;
mod readme;
mod recognition;
mod remove;
mod retries;
mod room;
mod scanning;
mod senseless_rows;
mod shares;
mod sources;
mod unfinished_copies;
mod upload;
mod upload_limits;
mod verifying;
mod workers;

use test_harness::{database, form, operator, rows, service};
