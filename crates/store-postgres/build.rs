//! Builds again when a migration is added: the macro that embeds them cannot say so.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations/postgres");
}
