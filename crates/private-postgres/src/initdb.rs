//! Creates a new cluster completely or not at all: under a temporary name, renamed when finished.

use crate::{
    account::Account,
    address::SUPERUSER,
    binaries::Installation,
    error::{At, ClusterError, last_lines},
    postmaster::wait_until_vacant,
};
use std::{fs, io, path::Path};

/// Creates `cluster`; without `sync`, nothing is flushed to disk.
pub(crate) async fn create(
    account: Account,
    installation: &Installation,
    cluster: &Path,
    sync: bool,
) -> Result<(), ClusterError> {
    let unfinished = cluster.with_extension("unfinished");
    // A killed program may have left an incomplete cluster and, for a moment, the processes that were creating it.
    wait_until_vacant(&unfinished).await?;
    // C.UTF-8 compares by code point, the same on every machine; very old systems lack it.
    let mut outcome = Ok(());
    for locale in ["C.UTF-8", "C"] {
        remove(&unfinished)?;
        account.make_private(&unfinished)?;
        outcome = initdb(account, installation, &unfinished, locale, sync).await;
        match &outcome {
            Err(ClusterError::CommandFailed { output, .. }) if output.contains("locale") => {}
            _ => break,
        }
    }
    if let Err(error) = outcome {
        remove(&unfinished)?;
        return Err(error);
    }
    fs::rename(&unfinished, cluster).at("rename", &unfinished)?;
    if sync && let Some(parent) = cluster.parent() {
        fs::File::open(parent).and_then(|folder| folder.sync_all()).at("write to disk", parent)?;
    }
    Ok(())
}

async fn initdb(
    account: Account,
    installation: &Installation,
    target: &Path,
    locale: &str,
    sync: bool,
) -> Result<(), ClusterError> {
    let program = installation.bin_dir.join("initdb");
    let output = account
        .command(&program)
        .arg("-D")
        .arg(target)
        .args(["--encoding=UTF8", "--data-checksums", "--no-instructions"])
        .arg(format!("--locale={locale}"))
        .arg(format!("--username={SUPERUSER}"))
        // Everybody who can enter the 0700 folder of the socket is trusted; there is no other way in.
        .args(["--auth-local=trust", "--auth-host=reject"])
        .args((!sync).then_some("--no-sync"))
        .output()
        .await
        .at("run", &program)?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(ClusterError::CommandFailed {
        what: "creating the database cluster (initdb)",
        status: output.status.to_string(),
        output: last_lines(&String::from_utf8_lossy(&said)),
        hint: "Nothing was left behind. Check free space and permissions in the data directory, then start again",
    })
}

fn remove(folder: &Path) -> Result<(), ClusterError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.at("remove", folder),
    }
}
