//! The use cases on adapters in memory.
//!
//! | Module | What it shows |
//! |---|---|
//! | `upload` | a form becomes an application; what cannot be taken leaves nothing |
//! | `change` | patches, conditions, mistakes |
//! | `blank_forms` | what a form prints of itself is found out once |
//! | `read` | the filled form, the original bytes, and what is gone |
//! | `filled_form_report` | what is told of a filled form before it leaves |
//! | `sources` | where each value of an application came from |
//! | `failures` | whatever breaks between two steps, no bytes are forgotten |
//! | `access` | who may do what |
//! | `attachments` | what comes in goes out, and nothing passes a limit |
//! | `attachment_lists` | a list that was made is given again for as long as it is right |
//! | `addressed_positions` | cost positions named by their index in a state that the client saw |
//! | `checks` | what is missing before an application can be decided |
//! | `cleared_costs` | costs that are cleared and written anew keep what hangs on their rows |
//! | `clock_jumps` | numbers, answers, sweeps and histories whatever the clock says |
//! | `copied_answers` | answers that are kept for a retry come along with every copy |
//! | `cost_positions` | offers, at most one of them preferred, and justifications |
//! | `history` | an entry for each change, none for what changes nothing, one chain |
//! | `history_bounds` | long histories: what is refused, and what waits for its turn |
//! | `listing` | all applications, newest first, page by page |
//! | `retries` | a request that is sent again gets the first answer, and nothing is made twice |
//! | `form_version_copies` | versions of form types come along with every copy |
//! | `form_versions` | a form type may change, an application does not |
//! | `key_rotation` | a new key instead of the old one |
//! | `request_limits` | how many requests a client and an application may make |
//! | `upload_limits` | how many forms a client may upload in a day |
//! | `room` | a storage without room takes no file, whoever is faster |
//! | `scanning` | clients take turns with the scanner |
//! | `served_form_types` | form types and versions that this instance does not know are named |
//! | `shared_blobs` | two rows that name one blob: what becomes of one costs the other nothing |
//! | `snapshot` | rows put aside piece by piece, however large a history is |
//! | `sweeping` | what a sweep leaves to the next one |
//! | `transfer` | everything copied elsewhere: cut anywhere, run again, with damage, while in use |
//! | `verification` | every kind of damage has its name, and what changes meanwhile is none |
//!
//! What they share: `house` (the wiring), `fakes`, `made`; `attaching` for stories about
//! attachments, `storing` for those about whole storages.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up must fail")]

mod access;
mod addressed_positions;
mod attaching;
mod attachment_lists;
mod attachments;
mod blank_forms;
mod change;
mod checks;
mod cleared_costs;
mod clock_jumps;
mod copied_answers;
mod cost_positions;
mod failures;
mod fakes;
mod filled_form_report;
mod form_version_copies;
mod form_versions;
mod history;
mod history_bounds;
mod house;
mod key_rotation;
mod listing;
mod made;
mod read;
mod request_limits;
mod retries;
mod room;
mod scanning;
mod served_form_types;
mod shared_blobs;
mod snapshot;
mod sources;
mod storing;
mod sweeping;
mod transfer;
mod upload;
mod upload_limits;
mod verification;
