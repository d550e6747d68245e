//! Runs `initdb` and the server process.

use crate::{
    account::Account,
    binaries::Installation,
    error::{At, ClusterError, last_lines},
};
use rustix::process::{Pid, Signal, kill_process};
use std::{fs, io, path::Path, time::Duration};
use tokio::process::Child;

/// The bootstrap superuser. It only creates the role and the database.
pub(crate) const SUPERUSER: &str = "postgres";

/// Creates `cluster` completely or not at all: under a temporary name, which is changed at the end.
pub(crate) async fn create(
    account: Account,
    installation: &Installation,
    cluster: &Path,
) -> Result<(), ClusterError> {
    let unfinished = cluster.with_extension("unfinished");
    end_processes_in(&unfinished).await?;
    // C.UTF-8 compares by code point on every machine. macOS lacks it.
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
        // Only the owner can enter the socket's folder, and there is no other access.
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

fn remove(path: &Path) -> Result<(), ClusterError> {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.at("remove", path),
    }
}

/// Starts the server process with a new log. Keeps the log of the previous start.
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
    // Both output streams of the server append to it.
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

/// Requests a fast shutdown, which rolls open transactions back and writes all data. If that takes too long, requests an
/// immediate shutdown, from which the next start recovers.
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
    // A child that has been waited for has no id, so no unrelated process gets the signal.
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

/// Ends the server of a killed program. The kernel has already sent it a signal, so it first gets 3 s. The next start
/// recovers committed data. Then removes the files with its process id: PostgreSQL would refuse to start if another
/// process has it.
pub(crate) async fn end_predecessor(cluster: &Path, socket_dir: &Path) -> Result<(), ClusterError> {
    end_processes_in(cluster).await?;
    remove(&cluster.join("postmaster.pid"))?;
    remove(&socket_dir.join(".s.PGSQL.5432"))?;
    remove(&socket_dir.join(".s.PGSQL.5432.lock"))
}

async fn end_processes_in(cluster: &Path) -> Result<(), ClusterError> {
    for signal in [None, Some(Signal::QUIT), Some(Signal::KILL)] {
        if let Some(signal) = signal {
            let pids = processes_in(cluster);
            tracing::warn!(?pids, ?signal, "stopping PostgreSQL processes from an earlier run");
            pids.into_iter().for_each(|pid| send(pid, signal));
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

/// The PostgreSQL processes with the working directory `cluster`. Process ids in stale files are not used, because they may
/// have been reused. Empty on systems without /proc.
fn processes_in(cluster: &Path) -> Vec<i32> {
    let Ok(cluster) = cluster.canonicalize() else { return Vec::new() };
    let pids = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = pids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    // A shell in the folder is not a server.
    pids.filter(|pid: &i32| {
        let process = Path::new("/proc").join(pid.to_string());
        fs::read_link(process.join("cwd")).is_ok_and(|folder| folder == cluster)
            && fs::read_to_string(process.join("comm")).is_ok_and(|name| name.starts_with("postgres"))
    })
    .collect()
}
