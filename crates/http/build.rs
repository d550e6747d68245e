//! Creates the folder of the built frontend, which must exist for this crate to compile, and fails a release build if
//! it is empty: such a program would serve no page.

use std::path::Path;

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/dist");
    #[expect(
        clippy::disallowed_methods,
        reason = "cargo passes the profile to build scripts in this variable"
    )]
    let release = std::env::var_os("PROFILE").is_some_and(|profile| profile == "release");
    println!("cargo:rerun-if-changed=build.rs");
    if let Err(error) = std::fs::create_dir_all(&dist) {
        panic!("cannot create {}: {error}", dist.display());
    }
    if release {
        // Debug builds read the folder at run time; a release build embeds it and must be rebuilt when it changes.
        println!("cargo:rerun-if-changed={}", dist.display());
        if !dist.join("app-shell.html").exists() {
            panic!("the frontend is not built: run `just build`, which builds it before the program");
        }
    }
}
