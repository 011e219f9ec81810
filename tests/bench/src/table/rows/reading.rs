//! Reading an application, and its form.

use test_servers::Fallible;

use super::{Row, answered};
use crate::driver::{Load, drive};
use crate::forms::on_all_processors;
use crate::service::Sample;
use crate::stage::Stage;

pub(super) fn rows() -> Vec<Row> {
    vec![
        Row {
            name: "GET application JSON, 32",
            here: |stage, _| application(stage, 32),
            limit: ("bare actix", |stage, _| bare(stage, "application", 32)),
            target: 0.5,
        },
        Row {
            name: "GET application JSON, 1",
            here: |stage, _| application(stage, 1),
            limit: ("nginx", |stage, _| nginx(stage, "application", 1)),
            target: 0.6,
        },
        Row {
            name: "GET filled PDF, changed data, 8",
            here: changed_pdf,
            limit: ("filling alone", |stage, _| filling(stage).map(Some)),
            target: 0.7,
        },
        Row {
            name: "GET filled PDF, unchanged data, 8",
            here: unchanged_pdf,
            limit: ("bare actix", |stage, _| bare(stage, "pdf", 8)),
            target: 0.5,
        },
        Row {
            name: "list of 30 attachments, 32",
            here: |stage, _| {
                let request = stage.attached.read_of("/attachments");
                let load = stage.load(32);
                stage
                    .service
                    .drive(load, answered(200), &|_| request.clone().into())
            },
            limit: ("bare actix", |stage, _| bare(stage, "attachments", 32)),
            target: 0.4,
        },
    ]
}

/// The same bytes from a handler that does nothing else.
pub(super) fn bare(stage: &Stage, name: &str, connections: usize) -> Fallible<Option<Sample>> {
    let bare = &stage.bare;
    from(
        (bare.process(), &bare.address),
        stage.load(connections),
        name,
    )
    .map(Some)
}

/// The same bytes from nginx.
pub(super) fn nginx(stage: &Stage, name: &str, connections: usize) -> Fallible<Option<Sample>> {
    let Some(nginx) = &stage.nginx else {
        return Ok(None);
    };
    from(
        (nginx.process(), &nginx.address),
        stage.load(connections),
        name,
    )
    .map(Some)
}

fn from(server: (u32, &str), load: Load, name: &str) -> Fallible<Sample> {
    let request = format!("GET /{name} HTTP/1.1\r\nHost: a\r\n\r\n").into_bytes();
    let (process, address) = server;
    Sample::of(process, || {
        drive(address, load, answered(200), &|_| request.clone().into())
    })
}

fn application(stage: &Stage, connections: usize) -> Fallible<Sample> {
    let of = &stage.applications;
    let request = |number: usize| of[number % of.len()].read().into();
    stage
        .service
        .drive(stage.load(connections), answered(200), &request)
}

/// Each form has data that was never filled in before. As long as the limit is measured, so that
/// both are as warm; what changes the data is not in the number.
fn changed_pdf(stage: &Stage, round: usize) -> Fallible<Sample> {
    let of = &stage.applications;
    let (mut count, mut seconds, mut processor) = (0, 0.0, 0.0);
    for part in 0.. {
        if seconds >= stage.effort.time.as_secs_f64() {
            break;
        }
        let changed = |number| format!(r#"{{"name": "Fest {round} {part} {number}"}}"#);
        let changes = of.iter().enumerate();
        let changes: Vec<_> = changes
            .map(|(number, own)| own.change(&changed(number)))
            .collect();
        stage.service.done(&changes)?;
        let load = Load {
            requests_max: of.len(),
            ..stage.load(8)
        };
        let request = |number: usize| of[number].read_of("?format=pdf").into();
        let sample = stage.service.drive(load, answered(200), &request)?;
        count += of.len();
        seconds += of.len() as f64 / sample.rate;
        processor += sample.processor.unwrap_or_default() * of.len() as f64;
    }
    Ok(Sample {
        rate: count as f64 / seconds,
        processor: Some(processor / count as f64),
    })
}

/// Forms with the data that the service has, which are longer than those that are uploaded.
fn filling(stage: &Stage) -> Fallible<Sample> {
    let (forms, shown) = (&stage.forms, &stage.shown);
    let fill = |number| forms.refilled(shown, number).map(drop);
    Sample::of(std::process::id(), || {
        on_all_processors(stage.effort.time, fill)
    })
}

fn unchanged_pdf(stage: &Stage, _: usize) -> Fallible<Sample> {
    let request = stage.applications[0].read_of("?format=pdf");
    stage
        .service
        .drive(stage.load(8), answered(200), &|_| request.clone().into())
}
