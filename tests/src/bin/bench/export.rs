//! The export of all applications: how long it takes, and how much memory the program needs for it.

use std::time::{Duration, Instant};

use reqwest::Client;

use crate::cpu::{Processes, Spent};
use crate::memory;

/// The measurement of an export.
pub struct Exported {
    pub bytes: u64,
    pub elapsed: Duration,
    pub spent: Spent,
    /// Growth of the resident memory from before the export to its peak, in kilobytes.
    pub grown_kb: u64,
}

pub async fn read(
    client: &Client,
    url: &str,
    token: &str,
    format: &str,
    pid: u32,
    processes: Processes,
) -> anyhow::Result<Exported> {
    memory::forget_peak(pid)?;
    let resident = memory::line(pid, "VmRSS:")?;
    let (before, started) = (processes.spent()?, Instant::now());
    let address = format!("{url}/api/admin/applications/export?format={format}");
    let request = client.get(address).bearer_auth(token);
    let mut answer = request.send().await?.error_for_status()?;
    let mut bytes = 0;
    while let Some(chunk) = answer.chunk().await? {
        bytes += chunk.len() as u64;
    }
    Ok(Exported {
        bytes,
        elapsed: started.elapsed(),
        spent: processes.spent()?.since(before),
        grown_kb: memory::line(pid, "VmHWM:")?.saturating_sub(resident),
    })
}
