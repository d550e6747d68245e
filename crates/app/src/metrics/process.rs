//! The process as the kernel sees it, under the names that all programs use for it. Only Linux tells.

use prometheus_client::registry::Registry;

#[cfg(not(target_os = "linux"))]
pub(super) fn read(_registry: &mut Registry) {}

#[cfg(target_os = "linux")]
pub(super) fn read(registry: &mut Registry) {
    use prometheus_client::metrics::counter::ConstCounter;
    use prometheus_client::metrics::gauge::ConstGauge;

    let kernel = match linux::Kernel::read() {
        Ok(kernel) => kernel,
        Err(error) => return tracing::warn!(%error, "cannot read /proc/self"),
    };
    let process = registry.sub_registry_with_prefix("process");
    process.register(
        "cpu_seconds",
        "CPU time used, in user and system mode",
        ConstCounter::new(kernel.cpu_seconds),
    );
    let help = "Memory in RAM";
    process.register("resident_memory_bytes", help, ConstGauge::new(kernel.resident_bytes as f64));
    process.register(
        "virtual_memory_bytes",
        "Addressable memory",
        ConstGauge::new(kernel.virtual_bytes as f64),
    );
    let help = "When the process started, in seconds since 1970";
    process.register("start_time_seconds", help, ConstGauge::new(kernel.started));
    process.register("open_fds", "Open file descriptors", ConstGauge::new(kernel.open_files as f64));
    if let Some(most) = kernel.most_open_files {
        process.register("max_fds", "File descriptors that may be open", ConstGauge::new(most as f64));
    }
    process.register("threads", "Threads", ConstGauge::new(kernel.threads));
}

#[cfg(target_os = "linux")]
mod linux {
    use procfs::ProcResult;
    use procfs::process::{LimitValue, Process};

    pub(super) struct Kernel {
        pub(super) cpu_seconds: f64,
        pub(super) resident_bytes: u64,
        pub(super) virtual_bytes: u64,
        pub(super) started: f64,
        pub(super) open_files: usize,
        /// `None`: no limit.
        pub(super) most_open_files: Option<u64>,
        pub(super) threads: i64,
    }

    impl Kernel {
        pub(super) fn read() -> ProcResult<Self> {
            let process = Process::myself()?;
            let stat = process.stat()?;
            let ticks = procfs::ticks_per_second() as f64;
            let booted = procfs::boot_time_secs()? as f64;
            Ok(Self {
                cpu_seconds: (stat.utime + stat.stime) as f64 / ticks,
                resident_bytes: stat.rss * procfs::page_size(),
                virtual_bytes: stat.vsize,
                started: booted + stat.starttime as f64 / ticks,
                open_files: process.fd_count()?,
                most_open_files: match process.limits()?.max_open_files.soft_limit {
                    LimitValue::Value(most) => Some(most),
                    LimitValue::Unlimited => None,
                },
                threads: stat.num_threads,
            })
        }
    }
}
