//! Large files, up and down, in MB a second.

use std::time::Duration;

use test_servers::Fallible;

use super::reading::nginx;
use super::{Row, answered};
use crate::disk;
use crate::driver::{Expected, Load};
use crate::service::Sample;
use crate::stage::{LARGE_BYTES, Stage, attach_in_turn};

const LARGE_MEGABYTES: f64 = (LARGE_BYTES / 1_048_576) as f64;

/// Of each connection.
const FILES: usize = 4;

/// An application has room for two large files.
const EACH: usize = 2;

pub(super) fn rows() -> Vec<Row> {
    let up = |name, here, limit| Row {
        name,
        here,
        limit: ("disk", limit),
        target: 0.95,
    };
    let down = |name, here, limit| Row {
        name,
        here,
        limit: ("nginx", limit),
        target: 0.8,
    };
    vec![
        up(
            "50 MB up, 1, MB/s",
            |stage, _| upload(stage, 1),
            |stage, _| write(stage, 1).map(Some),
        ),
        up(
            "50 MB up, 4, MB/s",
            |stage, _| upload(stage, 4),
            |stage, _| write(stage, 4).map(Some),
        ),
        down(
            "50 MB down, 1, MB/s",
            |stage, _| download(stage, 1),
            |stage, _| Ok(nginx(stage, "large", 1)?.map(in_megabytes)),
        ),
        down(
            "50 MB down, 4, MB/s",
            |stage, _| download(stage, 4),
            |stage, _| Ok(nginx(stage, "large", 4)?.map(in_megabytes)),
        ),
    ]
}

fn in_megabytes(sample: Sample) -> Sample {
    Sample {
        rate: sample.rate * LARGE_MEGABYTES,
        ..sample
    }
}

/// A fixed number of files, however long they take.
fn files(connections: usize) -> Load {
    Load {
        connections,
        time: Duration::MAX,
        requests_max: connections * FILES,
    }
}

fn upload(stage: &Stage, connections: usize) -> Fallible<Sample> {
    let load = files(connections);
    let own = stage
        .service
        .applications(load.requests_max.div_ceil(EACH))?;
    let attach = |number| attach_in_turn(&own, EACH, number, &stage.large_body);
    let sample = stage.service.drive(load, answered(201), &attach)?;
    Ok(in_megabytes(sample))
}

fn write(stage: &Stage, connections: usize) -> Fallible<Sample> {
    let written = disk::write(stage.folder.path(), &stage.large_body, files(connections))?;
    Ok(in_megabytes(written.into()))
}

fn download(stage: &Stage, connections: usize) -> Fallible<Sample> {
    let (own, path) = &stage.large;
    let request = own.read_of(path);
    let expected = Expected {
        status: 200,
        body_bytes_min: LARGE_BYTES,
    };
    let load = stage.load(connections);
    let sample = stage
        .service
        .drive(load, expected, &|_| request.clone().into())?;
    Ok(in_megabytes(sample))
}
