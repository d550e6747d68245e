//! Metrics that are read at each scrape: database, outbox, connection pool, password hashing, activity and process. If the
//! database does not answer, the rest is still reported.

use std::time::Duration;

use forum_adapters::postgres::{OutboxReport, outbox_report, pool_report};
use forum_http::Activity;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;
use time::OffsetDateTime;
use tokio::time::timeout;

use super::{Parts, process};

/// Time limit for the database query: scrapers wait for 10 s by default.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

/// Reads everything now. `parts` is `None` until the database is open.
pub(super) async fn read(activity: &Activity, parts: Option<&Parts>) -> Registry {
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
    gauge(forum, "uploads", "Photos being uploaded", count(activity.uploads()));
    gauge(forum, "event_streams", "Open streams of events", count(activity.event_streams()));
    process::read(&mut readings);
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
    let report = pool_report(&parts.pool);
    let in_use = report.connections.saturating_sub(report.idle);
    let states = [("idle", count(report.idle)), ("in_use", count(in_use))];
    by_state(forum, "database_pool_connections", "Database connections of this process", states);
    let help = "Database connections that this process may have";
    gauge(forum, "database_pool_connections_max", help, count(report.max));
    let help = "Times that no database connection became free within 5 s";
    forum.register("database_pool_timeouts", help, ConstCounter::new(report.timeouts));
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
