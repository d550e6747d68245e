//! Makes the folder of the built browser side, which must exist for this crate to compile, and refuses a
//! release build without its content: such a program would serve no page.

use std::path::Path;

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/dist");
    #[expect(clippy::disallowed_methods, reason = "cargo tells a build script its profile in this variable")]
    let release = std::env::var_os("PROFILE").is_some_and(|profile| profile == "release");
    println!("cargo:rerun-if-changed=build.rs");
    if let Err(error) = std::fs::create_dir_all(&dist) {
        panic!("cannot create {}: {error}", dist.display());
    }
    if release {
        // Debug builds read the folder while they run; a release holds it and must follow its changes.
        println!("cargo:rerun-if-changed={}", dist.display());
        if !dist.join("app-shell.html").exists() {
            panic!("the browser side is not built: run `just build`, which builds it before the program");
        }
    }
}
