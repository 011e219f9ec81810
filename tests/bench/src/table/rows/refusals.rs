//! What is refused: it must cost next to nothing.

use bench::requests::get;

use super::reading::bare;
use super::{Row, answered};
use crate::stage::junk;

pub(super) fn rows() -> Vec<Row> {
    vec![
        Row {
            name: "429, each on a connection of its own, 32",
            here: |stage, _| {
                let request = get("/forms", "Accept: */*");
                let load = stage.load(32);
                stage
                    .refusing
                    .drive(load, answered(429), &|_| request.clone().into())
            },
            limit: ("bare actix", |stage, _| bare(stage, "closing-refused", 32)),
            target: 0.7,
        },
        Row {
            name: "401 for a key that can be none, 32",
            here: |stage, _| {
                let request = junk();
                let load = stage.load(32);
                stage
                    .service
                    .drive(load, answered(401), &|_| request.clone().into())
            },
            limit: ("bare actix", |stage, _| bare(stage, "junk", 32)),
            target: 0.7,
        },
    ]
}
