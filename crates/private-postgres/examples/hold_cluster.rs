//! `hold_cluster DIRECTORY` runs the private PostgreSQL of a data directory, prints its URL, and exits when its
//! standard input closes. The tests start and kill it.

use std::error::Error;
use std::io::{Write, copy, sink, stdin, stdout};

use private_postgres::{ClusterOptions, PrivateCluster};

// The cluster ends with this thread.
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let data_dir = arguments.next().ok_or("usage: hold_cluster DIRECTORY")?;
    let mut options = ClusterOptions::new("any-program", data_dir).without_flushing();
    options.binaries.path = option_env!("PATH").map(Into::into);
    let cluster = PrivateCluster::start(options).await?;
    writeln!(stdout(), "{}", cluster.url())?;
    copy(&mut stdin().lock(), &mut sink())?;
    Ok(cluster.stop().await?)
}
