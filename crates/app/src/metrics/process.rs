//! The kernel's figures for the process, under their usual names. Linux only.

use prometheus_client::registry::Registry;

#[cfg(not(target_os = "linux"))]
pub(super) fn read(_registry: &mut Registry) {}

#[cfg(target_os = "linux")]
pub(super) fn read(registry: &mut Registry) {
    if let Err(error) = linux::read(registry) {
        tracing::warn!(%error, "cannot read /proc/self");
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use procfs::ProcResult;
    use procfs::process::{LimitValue, Process};
    use prometheus_client::metrics::counter::ConstCounter;
    use prometheus_client::metrics::gauge::ConstGauge;
    use prometheus_client::registry::Registry;

    /// Registers nothing if one of the figures cannot be read.
    pub(super) fn read(registry: &mut Registry) -> ProcResult<()> {
        let process = Process::myself()?;
        let stat = process.stat()?;
        let ticks = procfs::ticks_per_second() as f64;
        let cpu = ConstCounter::new((stat.utime + stat.stime) as f64 / ticks);
        let resident = ConstGauge::new((stat.rss * procfs::page_size()) as f64);
        let started = ConstGauge::new(procfs::boot_time_secs()? as f64 + stat.starttime as f64 / ticks);
        let open_files = ConstGauge::new(process.fd_count()? as f64);
        let most_open_files = process.limits()?.max_open_files.soft_limit;
        let process = registry.sub_registry_with_prefix("process");
        process.register("cpu_seconds", "CPU time used, in user and system mode", cpu);
        process.register("resident_memory_bytes", "Memory in RAM", resident);
        process.register("virtual_memory_bytes", "Addressable memory", ConstGauge::new(stat.vsize as f64));
        process.register("start_time_seconds", "When the process started, in seconds since 1970", started);
        process.register("open_fds", "Open file descriptors", open_files);
        if let LimitValue::Value(most) = most_open_files {
            process.register("max_fds", "File descriptors that may be open", ConstGauge::new(most as f64));
        }
        process.register("threads", "Threads", ConstGauge::new(stat.num_threads));
        Ok(())
    }
}
