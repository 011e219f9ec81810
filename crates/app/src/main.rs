//! Runs the service.
fn main() {}
