//! The program `educators-forum`.

use std::process::ExitCode;

use educators_forum::{allocator, cli, config};

// The private PostgreSQL must be started on this thread (see `database`), on which the runtime's `block_on` runs.
#[tokio::main]
async fn main() -> ExitCode {
    allocator::configure_malloc();
    cli::run(std::env::args_os(), config::environment()).await
}
