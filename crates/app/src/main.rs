//! The program `educators-forum`.

use std::process::ExitCode;

use educators_forum::{cli, config};

// The private PostgreSQL must be started on this thread (see `database`), which `block_on` of the runtime is.
#[tokio::main]
async fn main() -> ExitCode {
    cli::run(std::env::args_os(), config::environment()).await
}
