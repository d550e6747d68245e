//! `postmaster.pid`: the server's process id, its socket, and whether it is ready.

use crate::error::{At, ClusterError};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The content of `postmaster.pid`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PidFile {
    pub(crate) pid: i32,
    pub(crate) port: u16,
    pub(crate) socket_dir: PathBuf,
    pub(crate) status: String,
}

impl PidFile {
    /// Reads the file of a cluster; `None` if there is none or the server has not written all of it yet.
    pub(crate) fn read(cluster: &Path) -> Result<Option<Self>, ClusterError> {
        let path = cluster.join("postmaster.pid");
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Self::parse(&text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).at("read", &path),
        }
    }

    /// Whether the server with this process id accepts connections. A file left from before names another process.
    pub(crate) fn is_ready(&self, pid: Option<i32>) -> bool {
        Some(self.pid) == pid && self.status == "ready"
    }

    /// Lines: pid, data directory, start time, port, socket directory, listen address, shared memory, status.
    fn parse(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        Some(Self {
            pid: lines.first()?.parse().ok()?,
            port: lines.get(3)?.parse().ok()?,
            socket_dir: PathBuf::from(lines.get(4)?),
            status: (*lines.get(7)?).to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_the_server_s_own_word_makes_it_ready() {
        for (status, pid, ready) in [
            ("ready", Some(42), true),
            ("ready", Some(43), false),
            ("ready", None, false),
            ("starting", Some(42), false),
        ] {
            let file = PidFile { pid: 42, port: 5432, socket_dir: PathBuf::new(), status: status.to_owned() };
            assert_eq!(file.is_ready(pid), ready, "{status} {pid:?}");
        }
    }

    #[test]
    fn an_incomplete_pid_file_is_ignored() {
        let whole = "42\n/data/pg15\n1700000000\n5432\n/data/run\n\n 1234 5\nready   \n";
        let read = PidFile::parse(whole).expect("complete");
        assert_eq!((read.pid, read.port, read.status.as_str()), (42, 5432, "ready"));
        assert_eq!(read.socket_dir, Path::new("/data/run"));
        for length in 0..whole.len() - "\nready   \n".len() {
            assert_eq!(PidFile::parse(&whole[..length]), None, "{length} bytes");
        }
    }

    proptest! {
        #[test]
        fn every_file_of_a_server_is_read_back_and_a_shorter_or_odd_one_is_ignored(
            pid in any::<i32>(), port in any::<u16>(), folder in "/[a-z/]{0,20}[a-z]", status in "ready|starting|stopping|standby",
            junk in "(?s).{0,99}",
        ) {
            let (number, listening, word) = (pid.to_string(), port.to_string(), format!("{status}   "));
            let lines = [&*number, "/data", "1700000000", &*listening, &*folder, "", " 1 2", &*word];
            let socket_dir = PathBuf::from(&folder);
            prop_assert_eq!(PidFile::parse(&lines.join("\n")), Some(PidFile { pid, port, socket_dir, status }));
            for count in 0..lines.len() {
                prop_assert_eq!(PidFile::parse(&lines[..count].join("\n")), None);
            }
            if let Some(read) = PidFile::parse(&junk) {
                prop_assert!(junk.trim_start().starts_with(['-', '+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']), "{:?}", read);
            }
        }
    }
}
