//! The use cases on adapters in memory.
//!
//! | Module | What it shows |
//! |---|---|
//! | `upload` | a form becomes an application; what cannot be taken leaves nothing |
//! | `change` | patches, conditions, mistakes |
//! | `read` | the filled form, the original bytes, and what is gone |
//! | `failures` | whatever breaks between two steps, no bytes are forgotten |
//! | `access` | who may do what |
//! | `attachments` | what comes in goes out, and nothing passes a limit |
//! | `cost_positions` | offers, at most one of them preferred, and justifications |

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up must fail")]

mod access;
mod attaching;
mod attachments;
mod change;
mod cost_positions;
mod failing_store;
mod failures;
mod fakes;
mod house;
mod read;
mod upload;
