//! The programs of PostgreSQL: creating a cluster, and its server process.

use crate::{
    account::Account,
    binaries::Installation,
    error::{At, ClusterError, last_lines},
};
use rustix::process::{Pid, Signal, kill_process};
use std::{fs, io, path::Path, time::Duration};
use tokio::process::Child;

/// The bootstrap superuser, which only creates the role and the database.
pub(crate) const SUPERUSER: &str = "postgres";

/// Creates `cluster` completely or not at all: under a temporary name, renamed when finished.
pub(crate) async fn create(
    account: Account,
    installation: &Installation,
    cluster: &Path,
) -> Result<(), ClusterError> {
    let unfinished = cluster.with_extension("unfinished");
    end_processes_in(&unfinished).await?;
    // C.UTF-8 compares by code point, the same on every machine; macOS lacks it.
    let mut done = initdb(account, installation, &unfinished, "C.UTF-8").await;
    if matches!(&done, Err(ClusterError::Failed { output, .. }) if output.contains("locale")) {
        done = initdb(account, installation, &unfinished, "C").await;
    }
    if done.is_err() {
        remove(&unfinished)?;
    }
    done?;
    fs::rename(&unfinished, cluster).at("rename", &unfinished)
}

async fn initdb(
    account: Account,
    installation: &Installation,
    target: &Path,
    locale: &str,
) -> Result<(), ClusterError> {
    remove(target)?;
    account.make_private(target)?;
    let program = installation.bin_dir.join("initdb");
    let output = account
        .command(&program)
        .arg("-D")
        .arg(target)
        .args(["--encoding=UTF8", "--data-checksums", "--no-instructions", "--no-sync"])
        .args([format!("--locale={locale}"), format!("--username={SUPERUSER}")])
        // Every user who can enter the 0700 folder of the socket is trusted; there is no other access.
        .args(["--auth-local=trust", "--auth-host=reject"])
        .output()
        .await
        .at("run", &program)?;
    if output.status.success() {
        return Ok(());
    }
    let what = format!("initdb failed ({}) and left nothing behind", output.status);
    Err(ClusterError::Failed { what, output: last_lines(&[output.stdout, output.stderr].concat()) })
}

/// Removes a folder or file if it exists.
fn remove(path: &Path) -> Result<(), ClusterError> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.at("remove", path),
    }
}

/// Starts the server process with a new log; the log of the previous start is kept beside it.
pub(crate) fn spawn(
    account: Account,
    installation: &Installation,
    cluster: &Path,
    settings: &[(&str, &str)],
    log: &Path,
) -> Result<Child, ClusterError> {
    match fs::rename(log, log.with_extension("log.previous")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        renamed => renamed.at("rename", log)?,
    }
    // In append mode, because both streams of the server write to it.
    let file = fs::OpenOptions::new().append(true).create_new(true).open(log).at("create", log)?;
    let program = installation.bin_dir.join("postgres");
    account
        .command(&program)
        .arg("-D")
        .arg(cluster)
        .args(settings.iter().flat_map(|(name, value)| ["-c".to_owned(), format!("{name}={value}")]))
        .stdout(file.try_clone().at("open", log)?)
        .stderr(file)
        .spawn()
        .at("run", &program)
}

/// Fast shutdown: open transactions are rolled back, everything is written, then the process exits. If that takes too
/// long, an immediate shutdown, which the next start recovers from.
pub(crate) async fn stop(child: &mut Child) -> io::Result<()> {
    for (signal, patience) in [(Signal::INT, 30), (Signal::QUIT, 10), (Signal::KILL, 5)] {
        signal_child(child, signal);
        if let Ok(ended) = tokio::time::timeout(Duration::from_secs(patience), child.wait()).await {
            return ended.map(|_| ());
        }
    }
    Ok(())
}

pub(crate) fn signal_child(child: &Child, signal: Signal) {
    // There is no id once the child has been waited for, so no unrelated process is ever signalled.
    if let Some(pid) = child.id().and_then(|pid| i32::try_from(pid).ok()) {
        send(pid, signal);
    }
}

fn send(pid: i32, signal: Signal) {
    if let Some(target) = Pid::from_raw(pid)
        && let Err(error) = kill_process(target, signal)
    {
        tracing::debug!(pid, ?signal, %error, "cannot signal PostgreSQL");
    }
}

/// Ends the server that a killed program left in `cluster`. The kernel already signalled it, so it first has 3 s. Committed
/// data is safe: the next start recovers it. Afterwards removes the files that name it: PostgreSQL would refuse to start
/// if another process now has its id.
pub(crate) async fn end_predecessor(cluster: &Path, socket_dir: &Path) -> Result<(), ClusterError> {
    end_processes_in(cluster).await?;
    remove(&cluster.join("postmaster.pid"))?;
    remove(&socket_dir.join(".s.PGSQL.5432"))?;
    remove(&socket_dir.join(".s.PGSQL.5432.lock"))
}

async fn end_processes_in(cluster: &Path) -> Result<(), ClusterError> {
    for signal in [None, Some(Signal::QUIT), Some(Signal::KILL)] {
        if let Some(signal) = signal {
            let left = processes_in(cluster);
            tracing::warn!(pids = ?left, ?signal, "stopping PostgreSQL processes left behind by an earlier run");
            left.into_iter().for_each(|pid| send(pid, signal));
        }
        for _ in 0..150 {
            if processes_in(cluster).is_empty() {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    Err(ClusterError::StillOccupied(processes_in(cluster), cluster.to_owned()))
}

/// The PostgreSQL processes that use `cluster`: each has it as its working directory, so a reused process id in a stale
/// file does no harm. None on systems without /proc.
fn processes_in(cluster: &Path) -> Vec<i32> {
    let Ok(cluster) = cluster.canonicalize() else { return Vec::new() };
    let pids = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = pids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    // A user's shell whose working directory is the folder is not a server.
    pids.filter(|pid: &i32| {
        let process = Path::new("/proc").join(pid.to_string());
        fs::read_link(process.join("cwd")).is_ok_and(|folder| folder == cluster)
            && fs::read_to_string(process.join("comm")).is_ok_and(|name| name.starts_with("postgres"))
    })
    .collect()
}
