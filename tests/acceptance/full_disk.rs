//! A disk that is really full, not one that a limit keeps from it: a small file system in memory,
//! which another program fills while a file arrives.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write as _};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use reqwest::blocking::Response;
use reqwest::blocking::multipart::{Form, Part};
use serde_json::{Value, json};
use test_servers::waiting::wait_until;

use crate::apart;
use crate::form::blank;
use crate::operator::call;
use crate::rows::execute;
use crate::service::{Service, Uploaded, refusal};

const MEGABYTE: usize = 1_000_000;

/// The floor would keep the disk from becoming full.
const NO_FLOOR: &[(&str, &str)] = &[("FORMSERVICE__LIMITS__FREE_BYTES_MIN", "0")];

#[test]
fn a_full_disk_refuses_files_with_storage_full_keeps_nothing_and_recovers() {
    apart::run("full_disk::on_a_small_disk_of_its_own");
}

#[test]
#[ignore = "mounts a file system: run by the story above"]
fn on_a_small_disk_of_its_own() {
    apart::must_be_inside();
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().to_str().unwrap();
    apart::call("mount", &["-t", "tmpfs", "-o", "size=32m", "tmpfs", place]);
    let service = Service::start_in_with(directory, NO_FLOOR);
    let own = service.uploaded("pa_form", blank("pa_form"));
    let first = taken(attach(&service, &own, 12 * MEGABYTE));
    let kept = files(&service);
    assert_eq!(kept.len(), 2);

    refusal(attach(&service, &own, 25 * MEGABYTE), 503, "storage_full");
    assert_eq!(files(&service), kept);

    filled_while_a_file_arrives(&service, &own, &first, &kept);

    taken(attach(&service, &own, 4 * MEGABYTE));
    let large = 20 * MEGABYTE;
    refusal(attach(&service, &own, large), 503, "storage_full");
    remove(&service, &own, &first);
    taken(attach(&service, &own, large));
    service.uploaded("pa_form", blank("pa_form"));
    assert_eq!(service.blob_count(), 4);
    copies_need_room_too(&service);
}

/// A backup on the same disk says what to do, and what is there stays whole.
fn copies_need_room_too(service: &Service) {
    let kept = files(service);
    let told = call(service.folder(), &["backup", "copy"]).with(1);
    let wanted = "There is no room left, mostly where it is copied to. Remove the folder of this \
        backup, make room and call again: the storage is full";
    assert!(told.contains(wanted), "{told}");
    fs::remove_dir_all(service.folder().join("copy")).unwrap();
    assert_eq!(files(service), kept);
    call(service.folder(), &["verify"]).with(0);
}

/// Another program takes all space when a part of a file has been written, and gives it back.
fn filled_while_a_file_arrives(
    service: &Service,
    own: &Uploaded,
    first: &Value,
    kept: &BTreeSet<PathBuf>,
) {
    let (sender, rest) = channel();
    let filler = service.folder().join("filler");
    thread::scope(|scope| {
        let file = Halting {
            left: 8 * MEGABYTE,
            halt_at: 4 * MEGABYTE,
            rest,
        };
        let part = Part::reader_with_length(file, 8_000_000).file_name("quote.txt");
        let attaching = scope.spawn(|| attach_part(service, own, part));
        let staging = service.folder().join("data/blobs/staging");
        wait_until("a part of the file on the disk", || {
            size_below(&staging) > 1_000_000
        });
        fill(&filler);
        sender.send(()).unwrap();
        let refused = attaching.join().unwrap();
        assert!(refused.headers().contains_key("retry-after"));
        refusal(refused, 503, "storage_full");
    });
    // What the refused file had is free again.
    assert_eq!(files(service), *kept);
    fill(&filler);
    reading_goes_on(service, own, first, 12 * MEGABYTE);
    refusal(attach(service, own, MEGABYTE), 503, "storage_full");
    let form = service.upload("pa_form", blank("pa_form"));
    refusal(form, 503, "storage_full");
    reading_goes_on(service, own, first, 12 * MEGABYTE);
    stays_full(service, own, first);
    assert_eq!(files(service), *kept);
    fs::remove_file(filler).unwrap();
    changing_goes_on(service, own);
}

/// However long that lasts: no file is taken, each change is made or refused, all can be read.
fn stays_full(service: &Service, own: &Uploaded, first: &Value) {
    let name = || {
        let read = service.get(&own.path()).header("X-PA-KEY", &own.pa_key);
        read.send().unwrap().json::<Value>().unwrap()["data"]["name"].clone()
    };
    let mut expected = name();
    for number in 0..30 {
        refusal(attach(service, own, MEGABYTE), 503, "storage_full");
        let wanted = json!(format!("Fest {number}"));
        let change = service.put(&own.path()).header("X-PA-KEY", &own.pa_key);
        let change = change.json(&json!({"name": wanted})).send().unwrap();
        if change.status() == 200 {
            expected = wanted;
        } else {
            refusal(change, 503, "storage_full");
        }
        assert_eq!(name(), expected);
    }
    // Else a proxy would send nobody here who only wants to read.
    let ready = service.get("/health/ready").send().unwrap();
    assert_eq!(ready.status(), 200);
    reading_goes_on(service, own, first, 12 * MEGABYTE);
}

#[test]
fn a_database_that_says_the_disk_is_full_keeps_nothing_and_recovers() {
    let service = Service::start_in_with(tempfile::tempdir().unwrap(), NO_FLOOR);
    let own = service.uploaded("pa_form", blank("pa_form"));
    let first = taken(attach(&service, &own, MEGABYTE));
    let kept = files(&service);
    let says = "SELECT RAISE(ABORT, 'database or disk is full')";
    let trigger = "CREATE TRIGGER full BEFORE INSERT ON attachments";
    execute(&service, &format!("{trigger} BEGIN {says}; END"));
    refusal(attach(&service, &own, MEGABYTE), 503, "storage_full");
    assert_eq!(files(&service), kept);
    reading_goes_on(&service, &own, &first, MEGABYTE);
    remove(&service, &own, &first);
    execute(&service, "DROP TRIGGER full");
    taken(attach(&service, &own, MEGABYTE));
    changing_goes_on(&service, &own);
}

fn attach(service: &Service, to: &Uploaded, size: usize) -> Response {
    let file = Part::bytes(vec![b'x'; size]).file_name("quote.txt");
    attach_part(service, to, file)
}

fn attach_part(service: &Service, to: &Uploaded, file: Part) -> Response {
    let post = service.post(&format!("{}/attachments", to.path()));
    let post = post.header("X-PA-KEY", &to.pa_key);
    let form = Form::new().part("file", file);
    post.multipart(form).send().unwrap()
}

fn taken(answer: Response) -> Value {
    let status = answer.status();
    let attachment: Value = answer.json().unwrap();
    assert_eq!(status, 201, "{attachment}");
    attachment
}

fn reading_goes_on(service: &Service, own: &Uploaded, attachment: &Value, size: usize) {
    let get = |path: &str| {
        let path = format!("{}{path}", own.path());
        let answer = service.get(&path).header("X-PA-KEY", &own.pa_key).send();
        let answer = answer.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        answer.bytes().unwrap()
    };
    assert_eq!(
        get(&format!("/attachments/{}", attachment["id"])).len(),
        size
    );
    for path in ["", "/attachments", "?format=original", "?format=pdf"] {
        assert!(!get(path).is_empty());
    }
}

fn changing_goes_on(service: &Service, own: &Uploaded) {
    let change = service.put(&own.path()).header("X-PA-KEY", &own.pa_key);
    let change = change.json(&json!({"name": "Sommerfest"})).send().unwrap();
    assert_eq!(change.status(), 200);
}

fn remove(service: &Service, own: &Uploaded, attachment: &Value) {
    let file = format!("{}/attachments/{}", own.path(), attachment["id"]);
    let delete = service.delete(&file).header("X-PA-KEY", &own.pa_key);
    assert_eq!(delete.send().unwrap().status(), 200);
}

/// What is stored, files being staged included.
fn files(service: &Service) -> BTreeSet<PathBuf> {
    service.blob_files().into_iter().collect()
}

/// The bytes of all files in a folder.
fn size_below(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = files.map(|file| file.metadata().map_or(0, |metadata| metadata.len()));
    sizes.sum()
}

/// Appends to the file until nothing more fits.
fn fill(file: &Path) {
    let mut file = File::options()
        .create(true)
        .append(true)
        .open(file)
        .unwrap();
    for piece in [MEGABYTE, 4096, 1] {
        let mut written = iter::repeat_with(|| file.write_all(&vec![0; piece]));
        let error = written.find_map(Result::err).unwrap();
        assert_eq!(error.kind(), ErrorKind::StorageFull, "{error}");
    }
}

/// A file of so many bytes, of which the last ones come when they are asked for.
struct Halting {
    left: usize,
    halt_at: usize,
    rest: Receiver<()>,
}

impl Read for Halting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == self.halt_at {
            self.rest.recv().map_err(io::Error::other)?;
        }
        let until_halt = match self.left.checked_sub(self.halt_at) {
            Some(size) if size > 0 => size,
            _ => self.left,
        };
        let size = until_halt.min(buffer.len());
        buffer[..size].fill(b'x');
        self.left -= size;
        Ok(size)
    }
}
