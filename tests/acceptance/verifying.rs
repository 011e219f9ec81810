//! What an operator learns: is anything damaged, could the service run, is anything left to sweep.

use std::fs;

use test_harness::storage;
use test_servers::redis::RedisServer;
use test_servers::s3::S3Server;

use crate::operator::{call, call_with, command, furnish};
use crate::rows;
use crate::service::Service;

#[test]
fn every_kind_of_damage_is_found() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    furnish(&service, 100_000);
    let folder = service.folder();
    let said = call(folder, &["verify"]).with(0);
    assert!(said.contains("1 application with 3 blobs"), "{said}");
    let mut files = service.blob_files();
    files.sort_by_key(|file| fs::metadata(file).unwrap().len());
    let [quote, form, large] = &files[..] else {
        panic!("{files:?}");
    };
    let whole = fs::read(large).unwrap();
    let mut changed = whole.clone();
    changed[50_000] ^= 1;
    fs::write(large, &changed).unwrap();
    let said = call(folder, &["verify"]).with(1);
    assert!(
        said.contains("the bytes of attachment 2 have changed"),
        "{said}"
    );
    assert!(said.contains("1 fault."), "{said}");
    fs::write(large, &whole[1..]).unwrap();
    let said = call(folder, &["verify"]).with(1);
    assert!(said.contains("attachment 2 have changed"), "{said}");
    fs::write(large, &whole).unwrap();
    let mut original = fs::read(form).unwrap();
    *original.last_mut().unwrap() ^= 1;
    fs::write(form, original).unwrap();
    fs::remove_file(quote).unwrap();
    let unknown = "ab0123456789abcdef0123456789abcd";
    fs::create_dir_all(folder.join("data/blobs/ab")).unwrap();
    fs::write(folder.join("data/blobs/ab").join(unknown), b"?").unwrap();
    let said = call(folder, &["verify"]).with(1);
    for part in [
        "the bytes of the uploaded form have changed",
        "the bytes of attachment 1 are missing",
        &format!("blob {unknown}: no row names it"),
        "3 faults.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(
        !said.contains("Angebot") && !said.contains("Sommerfest"),
        "{said}"
    );
}

/// Also where its form version would not take it; never with what stands there.
#[test]
fn data_that_somebody_changed_by_hand_is_named_by_its_place() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    furnish(&service, 10);
    furnish(&service, 10);
    call(service.folder(), &["verify"]).with(0);
    rows::execute(
        &service,
        "UPDATE applications SET data = json_set(data, '$.projectBeginn', 'gestern', \
         '$.applicant.email', 'x@example.org', '$.otherFields', json('{\"Geheim\":\"x\"}')) \
         WHERE pa_id LIKE '%-0001'",
    );
    let said = call(service.folder(), &["verify"]).with(1);
    let fault = "-0001: the history says something else of applicant.email, otherFields, \
                 projectBeginn than the data";
    assert!(said.contains(fault), "{said}");
    assert!(said.contains("1 fault."), "{said}");
    for content in ["gestern", "example.org", "Geheim"] {
        assert!(!said.contains(content), "{said}");
    }
}

#[test]
fn a_wrong_count_of_applications_is_named_and_mended() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    furnish(&service, 10);
    let folder = service.folder();
    let said = call(folder, &["recount"]).with(0);
    assert!(said.contains("every count was right"), "{said}");
    for wrong in ["applications + 1", "-7"] {
        rows::execute(
            &service,
            &format!(
                "UPDATE application_counts SET applications = {wrong} WHERE applications > 0;"
            ),
        );
        let said = call(folder, &["verify"]).with(1);
        for part in [
            "form type pa_form: ",
            "there are 1",
            "formservice recount",
            "1 fault.",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
        // A backup counts for itself.
        let copy = format!("copy{}", wrong.len());
        call(folder, &["backup", &copy]).with(0);
        let copied = format!("sqlite:{copy}/formservice.db,file:{copy}/blobs");
        call(folder, &["verify", "--of", &copied]).with(0);
        let said = call(folder, &["recount"]).with(0);
        assert!(said.contains("1 count mended"), "{said}");
        call(folder, &["verify"]).with(0);
    }
}

#[test]
fn a_check_names_every_fault_and_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let said = call(folder, &["check"]).with(0);
    assert!(said.contains("the first start makes it"), "{said}");
    let said = call(folder, &["verify"]).with(1);
    assert!(said.contains("There is no database"), "{said}");
    assert!(!folder.join("data/formservice.db").exists());
    call(folder, &["migrate"]).with(0);
    let said = call(folder, &["check"]).with(0);
    assert!(said.contains("2 form types"), "{said}");
    assert!(said.contains("the service can run"), "{said}");
    fs::create_dir_all(folder.join("forms/broken")).unwrap();
    fs::write(folder.join("forms/broken/form.toml"), "title = 7").unwrap();
    fs::write(folder.join("occupied"), "a file").unwrap();
    let mut several = command(folder, &["check"]);
    several
        .env("FORMSERVICE__FORMS__DIR", "forms")
        .env("FORMSERVICE__BLOBS__URL", "file:occupied")
        .env("FORMSERVICE__AUTH__MASTER_KEY_HASHES", "none");
    let output = several.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    for part in [
        "auth.master_key_hashes",
        "The blob store cannot be opened",
        "broken",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn a_check_says_what_the_file_of_the_first_master_key_holds() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    call(folder, &["migrate"]).with(0);
    let said = call(folder, &["check"]).with(0);
    assert!(said.contains("the first start makes one"), "{said}");
    fs::write(folder.join("data/master-key.hash"), "torn").unwrap();
    let said = call(folder, &["check"]).with(2);
    assert!(
        said.contains("`master-key.hash` beside the database"),
        "{said}"
    );
    assert!(!said.contains("torn"), "{said}");
}

/// Each instance would make a key of its own, so none is made.
#[test]
fn a_check_asks_for_a_master_key_where_the_database_is_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let url = "postgres://nobody@127.0.0.1:1/none";
    let settings = [("FORMSERVICE__DATABASE__URL".to_owned(), url.to_owned())];
    for command in ["check", "serve"] {
        let said = call_with(folder.path(), &[command], &settings).with(2);
        assert!(!said.contains("the first start makes one"), "{said}");
        let key = "`auth.master_key_hashes` must be set";
        assert!(said.contains(key), "{said}");
    }
    let hash = (
        "FORMSERVICE__AUTH__MASTER_KEY_HASHES".to_owned(),
        test_harness::program::master_key_hash().to_owned(),
    );
    let said = call_with(folder.path(), &["check"], &[settings[0].clone(), hash]).with(1);
    assert!(said.contains("hashes are well-formed"), "{said}");
}

#[test]
fn a_check_asks_the_redis_that_is_to_count_requests() {
    let mut redis = RedisServer::start().unwrap();
    let folder = tempfile::tempdir().unwrap();
    call(folder.path(), &["migrate"]).with(0);
    let checked = |redis: &RedisServer| {
        let mut check = command(folder.path(), &["check"]);
        check
            .env("FORMSERVICE__RATE_LIMIT__STORE", "redis")
            .env("FORMSERVICE__RATE_LIMIT__REDIS_URL", redis.url());
        check.output().unwrap()
    };
    let output = checked(&redis);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    redis.kill().unwrap();
    let output = checked(&redis);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("Redis does not answer"), "{said}");
}

#[test]
fn a_database_of_an_earlier_version_is_not_touched_by_those_who_only_look() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("data")).unwrap();
    fs::write(folder.join("data/formservice.db"), "").unwrap();
    for word in [&["verify"][..], &["check"], &["sweep"], &["backup", "copy"]] {
        let said = call(folder, word).with(1);
        assert!(said.contains("formservice migrate"), "{said}");
    }
    assert!(!folder.join("copy").exists());
}

#[test]
fn a_sweep_says_what_it_erased() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    furnish(&service, 10);
    let said = call(service.folder(), &["sweep"]).with(0);
    assert!(
        said.contains("0 loose blobs, 0 unfinished uploads and 0 expired answers erased"),
        "{said}"
    );
    call(service.folder(), &["verify"]).with(0);
}

#[test]
fn a_sweep_does_the_rest_where_the_server_lists_no_uploads() {
    let (folder, server) = (tempfile::tempdir().unwrap(), S3Server::start());
    let settings = storage::on(&server);
    call(folder.path(), &["migrate"]).with(0);
    let said = call_with(folder.path(), &["sweep"], &settings).with(0);
    for part in [
        "Unfinished uploads could not be looked for",
        "0 loose blobs and 0 expired answers erased",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn a_program_that_is_older_than_its_database_refuses_it() {
    let service = Service::start();
    service.call(&["check"]).with(0);
    rows::execute(
        &service,
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('99999999999999')",
    );
    for command in ["check", "verify", "migrate", "serve"] {
        let listen = [("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0")];
        let said = service.call_with(&[command], &listen).with(1);
        assert!(
            said.contains("A newer formservice has brought"),
            "{command}: {said}"
        );
    }
}
