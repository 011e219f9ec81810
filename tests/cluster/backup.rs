//! A backup while two instances are written to, and what comes of it elsewhere.

use std::time::Duration;

use test_harness::operator::call;
use test_harness::service::Service;

use crate::cluster::{Cluster, Servers};
use test_harness::instances::Instances;
use test_harness::ledger::must_be_kept;
use test_harness::load::{self, Patience, Template, Watch};

const INSTANCES: usize = 2;
const CLIENTS: usize = 6;

#[test]
fn a_backup_under_load_is_restored_into_both_kinds_of_storage() {
    let cluster = Cluster::start(INSTANCES, &[]);
    let (template, watch) = (Template::fill(), Watch::new(Patience::None));
    let pause = || std::thread::sleep(Duration::from_secs(4));
    let (before, ()) = load::run(&cluster, &template, CLIENTS, &watch, pause);
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("monday");
    let backup = backup.to_str().unwrap();
    let copy = || cluster.servers.call(&["backup", backup]).with(0);
    let (meanwhile, said) = load::run(&cluster, &template, CLIENTS, &watch, copy);
    println!(
        "{} applications before and {} meanwhile, {:?}; {}",
        before.len(),
        meanwhile.len(),
        watch.seen(),
        said.lines().last().unwrap_or_default()
    );
    must_be_kept(&cluster, &before);
    must_be_kept(&cluster, &meanwhile);
    cluster.must_be_sound();

    let elsewhere = tempfile::tempdir().unwrap();
    call(elsewhere.path(), &["restore", backup]).with(0);
    call(elsewhere.path(), &["verify"]).with(0);
    let restored = Instances::new(vec![Service::start_in(elsewhere)]);
    must_be_kept(&restored, &before);

    let servers = Servers::start();
    servers.call(&["restore", backup]).with(0);
    let restored = Cluster::start_on(servers, INSTANCES, &[]);
    must_be_kept(&restored, &before);
    restored.must_be_sound();
}
