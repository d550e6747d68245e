//! Creates the folder of the built frontend, which must exist for this crate to compile, and fails a build that embeds it if
//! it is empty: such a program would serve no page.

use std::path::Path;

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/dist");
    println!("cargo:rerun-if-changed=build.rs");
    if let Err(error) = std::fs::create_dir_all(&dist) {
        panic!("cannot create {}: {error}", dist.display());
    }
    // Build scripts have the debug assertions of their profile. With them the program reads the folder at run time. Without
    // them, as in a release, or with the feature `embed`, it embeds the folder and must be rebuilt when that changes.
    if !cfg!(debug_assertions) || cfg!(feature = "embed") {
        println!("cargo:rerun-if-changed={}", dist.display());
        if !dist.join("routes.json").exists() {
            panic!("the frontend is not built: run `just build`, which builds it before the program");
        }
    }
}
