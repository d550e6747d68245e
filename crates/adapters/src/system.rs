//! Services of the operating system: time, timers, new identifiers, free disk space, the account.

use std::io;
use std::net::IpAddr;
use std::path::Path;

use async_trait::async_trait;
use forum_domain::shared::{Clock, IdSource, Timer};
use time::OffsetDateTime;
use uuid::Uuid;

/// The machine's clock in UTC, truncated to microseconds.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the only implementation of the port Clock")]
    fn now(&self) -> OffsetDateTime {
        truncated_to_microseconds(OffsetDateTime::now_utc())
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub struct SystemTimer;

#[async_trait]
impl Timer for SystemTimer {
    async fn sleep(&self, duration: std::time::Duration) {
        tokio::time::sleep(duration).await;
    }
}

/// PostgreSQL stores microseconds, so a more precise value would change when it is stored.
fn truncated_to_microseconds(instant: OffsetDateTime) -> OffsetDateTime {
    let whole = instant.microsecond() * 1_000;
    // The nanoseconds are always in range.
    instant.replace_nanosecond(whole).unwrap_or(instant)
}

/// Random identifiers (UUID version 4) from the operating system's generator, and ordered ones (version 7) with 74 random
/// bits.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomIds;

impl IdSource for RandomIds {
    #[expect(clippy::disallowed_methods, reason = "the only implementation of the port IdSource")]
    fn new_id(&self) -> Uuid {
        Uuid::new_v4()
    }

    #[expect(clippy::disallowed_methods, reason = "the only implementation of the port IdSource")]
    fn ordered_id(&self) -> Uuid {
        Uuid::now_v7()
    }
}

/// Number of bytes that this process can write to the file system of `path`.
pub fn free_bytes(path: &Path) -> io::Result<u64> {
    let system = rustix::fs::statvfs(path)?;
    Ok(system.f_bavail.saturating_mul(system.f_frsize))
}

/// Whether a host name or IP address is this machine's own, so that traffic to it does not use the network.
pub fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    address.map_or_else(|_| host.eq_ignore_ascii_case("localhost"), |address| address.is_loopback())
}

/// Whether the password in a URL has an unencoded `/`, `?` or `#`, at which its host would end (`smtp://me:a/b@host`).
pub(crate) fn has_unencoded_password(url: &str) -> bool {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let behind_host = rest.find(['/', '?', '#']).map_or("", |end| &rest[end..]);
    let before_at = behind_host.split_once('@').map(|(before, _)| before);
    // A parameter may have an `@`. A password encoded in base64 ends in `=`, also behind a `/`.
    before_at.is_some_and(|before| !before.split_once('?').is_some_and(|(_, query)| query.contains('=')))
}

pub(crate) const UNENCODED_PASSWORD: &str = "has a user or password with an unencoded character; write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25";

/// The effective user id of this process; 0 is root.
pub fn account() -> u32 {
    rustix::process::geteuid().as_raw()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_truncated_to_whole_microseconds() {
        let instant = OffsetDateTime::UNIX_EPOCH + time::Duration::nanoseconds(1_234_567_899);
        assert_eq!(truncated_to_microseconds(instant).nanosecond(), 234_567_000);
        assert_eq!(SystemClock.now().nanosecond() % 1_000, 0);
        assert!(SystemClock.now().offset().is_utc());
    }

    #[test]
    fn identifiers_are_random() {
        let id = RandomIds.new_id();
        assert_eq!(id.get_version_num(), 4);
        assert_ne!(id, RandomIds.new_id());
    }

    #[test]
    fn ordered_identifiers_grow() {
        let ids: Vec<Uuid> = (0..1_000).map(|_| RandomIds.ordered_id()).collect();
        assert!(ids.iter().all(|id| id.get_version_num() == 7));
        assert!(ids.is_sorted_by(|one, next| one < next));
    }
}
