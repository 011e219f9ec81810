//! The list of all applications, whose cost could grow with what is stored.

use bench::requests::page;
use test_servers::Fallible;

use super::{Row, answered};
use crate::service::Sample;
use crate::stage::Stage;

/// After the thousandth of those that `stored` puts there, which is the last but 999.
const AFTER: &str = "limit=50&after=c.954676800000000.00-1000";

pub(super) fn rows() -> Vec<Row> {
    let row = |name, here| Row {
        name,
        here,
        limit: ("nothing stored", |_, _| Ok(None)),
        target: 0.9,
    };
    vec![
        row("first page of 50, 1", |stage, _| list(stage, "limit=50")),
        row("page of 50 of a status, 1", |stage, _| {
            list(stage, "limit=50&status=incomplete")
        }),
        row("page of 50 of a form type of nobody, 1", |stage, _| {
            list(stage, "limit=50&form_type=nobody")
        }),
        row("page of 50 after the 99 000th, 1", |stage, _| {
            list(stage, AFTER)
        }),
        row("page of 50 at offset 50 000, 1", |stage, _| {
            list(stage, "limit=50&offset=50000")
        }),
        row("page of 50 at offset 99 000, 1", |stage, _| {
            list(stage, "limit=50&offset=99000")
        }),
    ]
}

fn list(stage: &Stage, query: &str) -> Fallible<Sample> {
    let request = page(query);
    stage
        .service
        .drive(stage.load(1), answered(200), &|_| request.clone().into())
}
