//! Rebuilds the crate when a migration is added: migrations are embedded.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
