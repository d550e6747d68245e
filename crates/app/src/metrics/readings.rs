//! Metrics that are read at each scrape: database, outbox, connection pool, password hashing, activity and process. If the
//! database does not answer, the rest is still reported.

use std::time::Duration;

use forum_adapters::postgres::{OutboxReport, acquire_timeouts, outbox_report};
use forum_http::Traffic;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;
use time::OffsetDateTime;
use tokio::time::timeout;

use super::Parts;

/// Time limit for the database query: scrapers wait for 10 s by default.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

/// Reads everything now. `parts` is `None` until the database is open.
pub(super) async fn read(traffic: &Traffic, parts: Option<&Parts>) -> Registry {
    let mut readings = Registry::default();
    let forum = readings.sub_registry_with_prefix("forum");
    let mut up = 0;
    if let Some(parts) = parts {
        // Read before the query, whose connection would count as in use.
        pool(forum, parts);
        let now = parts.clock.now();
        if let Ok(Ok(report)) = timeout(DATABASE_TIMEOUT, outbox_report(&parts.pool, now)).await {
            up = 1;
            outbox(forum, &report, now);
        }
        hashing(forum, parts);
        let help = "0 if the photo store failed when this process last used it";
        gauge(forum, "photo_store_up", help, i64::from(!parts.files.last_use_failed()));
    }
    gauge(forum, "database_up", "1 if the database answered", up);
    gauge(forum, "uploads", "Photos being uploaded", count(traffic.uploads()));
    gauge(forum, "event_streams", "Open streams of events", count(traffic.event_streams()));
    #[cfg(target_os = "linux")]
    if let Err(error) = process(&mut readings) {
        tracing::warn!(%error, "cannot read /proc/self");
    }
    readings
}

fn outbox(forum: &mut Registry, report: &OutboxReport, now: OffsetDateTime) {
    let age = |since: Option<OffsetDateTime>| since.map_or(0.0, |at| (now - at).as_seconds_f64().max(0.0));
    let help = "How long the oldest unsent mail has been waiting since it was due, failed attempts included";
    forum.register("outbox_oldest_due_seconds", help, ConstGauge::new(age(report.waiting_since)));
    let help = "Time since the last finished backup, or since the first act on the site if there is none";
    forum.register("backup_age_seconds", help, ConstGauge::new(age(report.backed_up_at)));
    gauge(forum, "outbox_queued", "Mails to be sent", report.queued);
    gauge(forum, "outbox_dead_letters", "Mails that are no longer retried", report.dead);
    let help = "1 while sending pauses because the mail host refuses all mail";
    gauge(forum, "outbox_paused", help, i64::from(report.paused));
    let help = "How long this scrape waited for a database connection";
    forum.register("database_pool_acquire_seconds", help, ConstGauge::new(report.acquired_in.as_secs_f64()));
}

fn pool(forum: &mut Registry, parts: &Parts) {
    let idle = parts.pool.idle();
    let in_use = parts.pool.connections().saturating_sub(idle);
    let states = [("idle", count(idle)), ("in_use", count(in_use))];
    by_state(forum, "database_pool_connections", "Database connections of this process", states);
    let help = "Database connections that this process may have";
    gauge(forum, "database_pool_connections_max", help, count(parts.pool.max_size()));
    let help = "Times that no database connection became free within 5 s";
    forum.register("database_pool_timeouts", help, ConstCounter::new(acquire_timeouts()));
}

fn hashing(forum: &mut Registry, parts: &Parts) {
    let queue = parts.hasher.queue();
    let states = [("running", count(queue.running)), ("waiting", count(queue.waiting))];
    by_state(forum, "password_hashes", "Password hashes being computed and waiting for their turn", states);
    let help = "Password hashes refused because too many were waiting";
    forum.register("password_hashes_refused", help, ConstCounter::new(queue.refused));
}

fn gauge(registry: &mut Registry, name: &str, help: &str, value: i64) {
    registry.register(name, help, ConstGauge::new(value));
}

fn by_state(registry: &mut Registry, name: &str, help: &str, states: [(&'static str, i64); 2]) {
    let family = Family::<[(&'static str, &'static str); 1], Gauge>::default();
    for (state, value) in states {
        family.get_or_create(&[("state", state)]).set(value);
    }
    registry.register(name, help, family);
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The kernel's figures for the process, under their usual names. Registers nothing if one of them cannot be read.
#[cfg(target_os = "linux")]
fn process(registry: &mut Registry) -> procfs::ProcResult<()> {
    use procfs::process::{LimitValue, Process};
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
