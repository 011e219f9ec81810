//! Uploads, offers and attachments of the usual size.

use test_servers::Fallible;

use super::{Row, answered};
use crate::connection::Request;
use crate::driver::Load;
use crate::forms::on_all_processors;
use crate::service::Sample;
use crate::stage::{SMALL_BYTES, Stage, attach_in_turn, offer_in_turn};
use crate::{commits, disk};

/// In a year there are numbers for 9 999 applications.
const UPLOADS_MAX: usize = 800;

/// For which there are applications.
const OFFERS_MAX: usize = 12_000;

/// For which there are applications, with 30 of them each.
const ATTACHMENTS_MAX: usize = 3000;

pub(super) fn rows() -> Vec<Row> {
    vec![
        Row {
            name: "POST /upload, 8",
            here: upload,
            limit: ("parsing alone", |stage, _| parsing(stage).map(Some)),
            target: 0.5,
        },
        Row {
            name: "POST offer, 32 over 100 applications",
            here: |stage, _| {
                let offer = |_| stage.offer_for_all();
                stage
                    .service
                    .drive(most(stage, 32, OFFERS_MAX), answered(201), &offer)
            },
            limit: ("one-row commits", |stage, _| {
                let rows = commits::one_row_each(stage.folder.path(), stage.effort.time)?;
                Ok(Some(rows.into()))
            }),
            target: 3.0,
        },
        Row {
            name: "POST offer, 32 on one application",
            here: one_application,
            limit: ("the row above", |stage, _| {
                let offer = |_| stage.offer_for_all();
                let load = most(stage, 32, OFFERS_MAX);
                stage.service.drive(load, answered(201), &offer).map(Some)
            }),
            target: 0.7,
        },
        Row {
            name: "POST attachment 100 KB, 16",
            here: attachments,
            limit: ("disk", |stage, _| {
                let bytes = vec![1; SMALL_BYTES];
                let load = most(stage, 16, ATTACHMENTS_MAX);
                Ok(Some(disk::write(stage.folder.path(), &bytes, load)?.into()))
            }),
            target: 0.8,
        },
    ]
}

fn most(stage: &Stage, connections: usize, requests_max: usize) -> Load {
    Load {
        requests_max,
        ..stage.load(connections)
    }
}

fn upload(stage: &Stage, _: usize) -> Fallible<Sample> {
    let request = |number: usize| Request {
        head: stage.uploads[number % stage.uploads.len()].clone(),
        body: Default::default(),
    };
    stage
        .service
        .drive(most(stage, 8, UPLOADS_MAX), answered(201), &request)
}

fn parsing(stage: &Stage) -> Fallible<Sample> {
    let (forms, filled) = (&stage.forms, &stage.filled);
    let read = |number: usize| forms.read(&filled[number % filled.len()]);
    Sample::of(std::process::id(), || {
        on_all_processors(stage.effort.time, read)
    })
}

fn one_application(stage: &Stage, _: usize) -> Fallible<Sample> {
    let own = stage.one_by_one(OFFERS_MAX)?;
    let offer = |number| offer_in_turn(&own, number);
    stage
        .service
        .drive(most(stage, 32, OFFERS_MAX), answered(201), &offer)
}

fn attachments(stage: &Stage, _: usize) -> Fallible<Sample> {
    let own = stage.service.applications(ATTACHMENTS_MAX / 30)?;
    let attach = |number| attach_in_turn(&own, 30, number, &stage.small_body);
    stage
        .service
        .drive(most(stage, 16, ATTACHMENTS_MAX), answered(201), &attach)
}
