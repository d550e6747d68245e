//! The export of all applications: how long it takes, and by how much the memory of the program grows meanwhile.

use std::fs;
use std::time::{Duration, Instant};

use anyhow::Context;
use reqwest::Client;

use crate::cpu::{Processes, Spent};

/// What an export took.
pub struct Exported {
    pub bytes: u64,
    pub elapsed: Duration,
    pub spent: Spent,
    /// From before the export to its peak, in kilobytes of resident memory.
    pub grown_kb: u64,
}

/// A line of `/proc/PID/status`, in kilobytes.
fn memory(pid: u32, line: &str) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let value = status.lines().find_map(|found| found.strip_prefix(line)?.split_whitespace().next());
    value.context("resident memory")?.parse().context("kilobytes")
}

/// Reads the export to its end.
pub async fn read(
    client: &Client,
    url: &str,
    token: &str,
    pid: u32,
    processes: Processes,
) -> anyhow::Result<Exported> {
    // From here on, the kernel remembers the peak anew.
    fs::write(format!("/proc/{pid}/clear_refs"), "5")?;
    let resident = memory(pid, "VmRSS:")?;
    let (before, started) = (processes.spent()?, Instant::now());
    let request = client.get(format!("{url}/api/admin/applications/export")).bearer_auth(token);
    let mut answer = request.send().await?.error_for_status()?;
    let mut bytes = 0;
    while let Some(chunk) = answer.chunk().await? {
        bytes += chunk.len() as u64;
    }
    Ok(Exported {
        bytes,
        elapsed: started.elapsed(),
        spent: processes.spent()?.since(before),
        grown_kb: memory(pid, "VmHWM:")?.saturating_sub(resident),
    })
}
