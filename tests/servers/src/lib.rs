//! Real servers for tests: each starts one that is installed on this machine, on an own folder and port, and stops it when dropped.

pub mod redis;
pub mod s3;
