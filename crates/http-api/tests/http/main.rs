//! The HTTP side on adapters in memory, over real connections.
//!
//! | Module | What it shows |
//! |---|---|
//! | `access` | every endpoint with every credential |
//! | `ahead` | requests before the answers to those before them |
//! | `answers` | what every answer has; errors of one shape |
//! | `authors` | who is said to have made a change |
//! | `change` | JSON bodies, conditions |
//! | `closing` | connections of refused requests are closed, and no body is read without end |
//! | `cors` | which pages of other origins may call |
//! | `damage` | stored bytes that have changed are never handed out as a whole file |
//! | `document` | the OpenAPI document says what is answered; its pages |
//! | `downloads` | files as they are handed out: whole, in part, or not again |
//! | `file_names` | how files of attachments are called, whoever sends them |
//! | `forms` | form types are listed, described and handed out |
//! | `gone` | clients that hang up before their answer |
//! | `limits` | slow, broken and oversized requests; stopping |
//! | `memory` | bodies and answers that one client keeps in memory, and others that do not notice |
//! | `log` | what the log tells, and what it must not |
//! | `rate_limits` | what every answer tells of the limits, and what they refuse |
//! | `read` | data, the filled form, the original |
//! | `replaced_keys` | a key that is replaced while a body arrives |
//! | `shares` | one client that keeps things for itself, and others that must not notice |
//! | `spelled_paths` | paths with escapes |
//! | `stopping` | what the log tells at the end |
//! | `transactions` | how many of them a request takes |
//! | `upload` | multipart bodies, right and odd |
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up must fail")]

mod access;
mod ahead;
mod answers;
mod authors;
mod change;
mod client;
mod closing;
mod cors;
mod damage;
mod document;
mod downloads;
mod file_names;
mod forms;
mod gone;
mod limits;
mod log;
mod memory;
mod rate_limits;
mod read;
mod replaced_keys;
mod service;
mod shares;
mod spelled_paths;
mod stopping;
mod transactions;
mod upload;

// The wiring of the use cases' own stories: one home for the fakes of both.
#[path = "../../../usecases/tests/stories/fakes.rs"]
mod fakes;
#[expect(dead_code, reason = "the stories of the use cases need more of it")]
#[path = "../../../usecases/tests/stories/house.rs"]
mod house;
#[expect(dead_code, reason = "the stories of the use cases need more of it")]
#[path = "../../../usecases/tests/stories/made.rs"]
mod made;
