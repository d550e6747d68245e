//! The server process: starting it, waiting until it is ready, and stopping leftovers of a killed program.

use crate::{
    account::Account,
    error::{At, ClusterError, last_lines},
    pid_file::PidFile,
};
use rustix::process::{Pid, Signal, kill_process};
use std::{fs, io, path::Path, time::Duration};
use tokio::{process::Child, time::Instant};

/// Polling interval for the server's files.
const POLL: Duration = Duration::from_millis(15);
/// A crash recovery may take a while; starting an empty cluster takes 50 ms.
const READY_WITHIN: Duration = Duration::from_secs(120);
/// The signals sent to an orphan, and how long it has after each. The kernel already signalled it when its program
/// died, and an immediate shutdown is quick.
const ORPHAN_ENDS: [(Option<Signal>, Duration); 3] = [
    (None, Duration::from_secs(2)),
    (Some(Signal::QUIT), Duration::from_secs(3)),
    (Some(Signal::KILL), Duration::from_secs(5)),
];

/// The PostgreSQL processes that use `cluster`: each has it as its working directory, so a reused process id in a stale
/// file does no harm.
#[cfg(target_os = "linux")]
pub(crate) fn occupants(cluster: &Path) -> Result<Vec<i32>, ClusterError> {
    use std::os::unix::fs::MetadataExt;
    let Ok(wanted) = fs::metadata(cluster) else { return Ok(Vec::new()) };
    let processes = Path::new("/proc");
    let occupies = |pid: &i32| {
        let process = processes.join(pid.to_string());
        let works_there = fs::metadata(process.join("cwd"))
            .is_ok_and(|found| found.dev() == wanted.dev() && found.ino() == wanted.ino());
        // A user's shell whose working directory is the folder is not a server.
        works_there && fs::read_to_string(process.join("comm")).is_ok_and(|name| name.starts_with("postgres"))
    };
    Ok(fs::read_dir(processes)
        .at("read", processes)?
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(occupies)
        .collect())
}

/// Without /proc (macOS, untested), only the process named in `postmaster.pid` can be found.
#[cfg(not(target_os = "linux"))]
pub(crate) fn occupants(cluster: &Path) -> Result<Vec<i32>, ClusterError> {
    let alive =
        |pid: &i32| Pid::from_raw(*pid).is_some_and(|pid| rustix::process::test_kill_process(pid).is_ok());
    Ok(PidFile::read(cluster)?.map(|file| file.pid).filter(alive).into_iter().collect())
}

/// Waits until no server process uses `cluster`: gives an orphan time, then signals it, then kills it. Committed data
/// is safe: the next start recovers it, as after a power failure.
pub(crate) async fn wait_until_vacant(cluster: &Path) -> Result<(), ClusterError> {
    let mut left = occupants(cluster)?;
    for (signal, patience) in ORPHAN_ENDS {
        if let Some(signal) = signal.filter(|_| !left.is_empty()) {
            tracing::warn!(pids = ?left, ?signal, "stopping PostgreSQL processes left behind by an earlier run");
            // Signals every process: a busy one may not have noticed that its postmaster is gone.
            left.iter().for_each(|pid| send(*pid, signal));
        }
        let deadline = Instant::now() + patience;
        while !left.is_empty() && Instant::now() < deadline {
            tokio::time::sleep(POLL).await;
            left = occupants(cluster)?;
        }
    }
    if left.is_empty() {
        return Ok(());
    }
    let pids: Vec<String> = left.iter().map(ToString::to_string).collect();
    Err(ClusterError::StillOccupied { pids: pids.join(", "), directory: cluster.to_owned() })
}

/// Removes the pid file and the socket that a crash left behind. Only for a cluster that no process uses: PostgreSQL
/// itself would refuse to start if the stale pid now belongs to another process.
pub(crate) fn remove_stale_files(cluster: &Path, socket: &Path) -> Result<(), ClusterError> {
    let lock = socket.with_file_name(format!("{}.lock", socket.file_name().unwrap_or_default().display()));
    for path in [cluster.join("postmaster.pid"), socket.to_owned(), lock] {
        match fs::remove_file(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            removed => removed.at("remove", &path)?,
        }
    }
    Ok(())
}

/// Starts the server process.
pub(crate) fn spawn(
    account: Account,
    postgres: &Path,
    cluster: &Path,
    settings: &[(String, String)],
    log: &Path,
) -> Result<Child, ClusterError> {
    let log_file = new_log(log)?;
    account
        .command(postgres)
        .arg("-D")
        .arg(cluster)
        .args(settings.iter().flat_map(|(name, value)| ["-c".to_owned(), format!("{name}={value}")]))
        .stdout(log_file.try_clone().at("open", log)?)
        .stderr(log_file)
        .spawn()
        .at("run", postgres)
}

/// Returns once the server accepts connections.
pub(crate) async fn wait_until_ready(
    child: &mut Child,
    cluster: &Path,
    log: &Path,
) -> Result<(), ClusterError> {
    let pid = child.id().and_then(|pid| i32::try_from(pid).ok());
    let deadline = Instant::now() + READY_WITHIN;
    loop {
        if let Some(status) = child.try_wait().at("wait for the PostgreSQL of", cluster)? {
            return Err(ClusterError::CommandFailed {
                what: "starting PostgreSQL",
                status: status.to_string(),
                output: end_of(log),
                hint: "The lines above say why; the whole log is postgres.log in the folder `postgres` of the data directory",
            });
        }
        match PidFile::read(cluster)? {
            Some(file) if file.is_ready(pid) => return Ok(()),
            _ if Instant::now() < deadline => tokio::time::sleep(POLL).await,
            _ => {
                stop(child).await.at("stop the PostgreSQL of", cluster)?;
                let seconds = READY_WITHIN.as_secs();
                return Err(ClusterError::NotReady { seconds, log: log.to_owned(), output: end_of(log) });
            }
        }
    }
}

/// Fast shutdown: open transactions are rolled back, everything is written, then the process exits. If that takes too
/// long, an immediate shutdown, which the next start recovers from.
pub(crate) async fn stop(child: &mut Child) -> io::Result<()> {
    for (signal, patience) in [(Signal::INT, 30), (Signal::QUIT, 10), (Signal::KILL, 5)] {
        // There is no id once the child has been waited for, so no unrelated process is ever signalled.
        let Some(pid) = child.id().and_then(|pid| i32::try_from(pid).ok()) else { return Ok(()) };
        send(pid, signal);
        if let Ok(ended) = tokio::time::timeout(Duration::from_secs(patience), child.wait()).await {
            return ended.map(|_| ());
        }
    }
    Ok(())
}

/// Signals a process; it is no error if it has exited meanwhile.
pub(crate) fn send(pid: i32, signal: Signal) {
    if let Some(target) = Pid::from_raw(pid)
        && let Err(error) = kill_process(target, signal)
    {
        tracing::debug!(pid, ?signal, %error, "cannot signal PostgreSQL");
    }
}

/// Opens an empty log and keeps that of the previous start.
fn new_log(path: &Path) -> Result<fs::File, ClusterError> {
    use std::os::unix::fs::OpenOptionsExt;
    match fs::rename(path, path.with_extension("log.previous")) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        renamed => renamed.at("rename", path)?,
    }
    // In append mode, because both streams of the server write to it; a new file, so no link can be followed.
    fs::OpenOptions::new().append(true).create_new(true).mode(0o600).open(path).at("create", path)
}

pub(crate) fn end_of(log: &Path) -> String {
    fs::read(log).map_or_else(|_| "(no log)".to_owned(), |bytes| last_lines(&String::from_utf8_lossy(&bytes)))
}
