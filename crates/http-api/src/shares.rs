//! What a request takes of the pools that all clients share: bytes of an answer or an upload under
//! way, and places of downloads.
//!
//! Here belongs when a request takes its share and when it gives it back; how much there is of each
//! is for `pools`.

pub(crate) mod answer;
pub(crate) mod download;
pub(crate) mod upload;
