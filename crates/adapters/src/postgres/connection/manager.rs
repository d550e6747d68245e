//! Opens the connections of the pool and decides which are reused.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool::managed::{Manager, Metrics, Object, RecycleError, RecycleResult};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Error, PgConnection};
use tokio::time::timeout;

/// How long the server works on a statement of the pool.
pub(crate) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);

/// Connections that were idle for longer are tested before they are used.
const PING_AFTER: Duration = Duration::from_secs(1);

/// How long the server may take to respond to that test.
pub(crate) const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// Older connections are replaced, because their server processes only grow.
const LONGEST_LIFE: Duration = Duration::from_mins(30);

/// The first wait before a server that refused a connection is asked again; each further wait is twice as long.
const FIRST_BACKOFF: Duration = Duration::from_millis(10);

/// The longest of these waits.
const LONGEST_BACKOFF: Duration = Duration::from_millis(250);

pub(crate) struct Pooled {
    pub(crate) connection: PgConnection,
    /// Whether its last statement was read to the end.
    settled: bool,
    opened_at: Instant,
    idle_since: Instant,
}

impl Pooled {
    /// It may be used again from now on.
    pub(crate) fn settle(&mut self) {
        self.settled = true;
        self.idle_since = Instant::now();
    }

    pub(crate) fn idle(&self) -> Duration {
        self.idle_since.elapsed()
    }

    pub(crate) fn is_settled(&self) -> bool {
        self.settled
    }
}

pub(crate) struct PgManager {
    pub(crate) options: PgConnectOptions,
    pub(crate) patience: Duration,
    /// When a connection last failed a test. Connections that have been idle since before are closed without a test: a lost
    /// server breaks all of them, and testing each would take seconds.
    failed_at: Mutex<Option<Instant>>,
}

impl PgManager {
    pub(crate) fn new(options: PgConnectOptions, patience: Duration) -> Self {
        Self { options, patience, failed_at: Mutex::new(None) }
    }

    pub(crate) fn note_failure(&self) {
        *self.failed_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn failed_since(&self, idle_since: Instant) -> bool {
        self.failed_at.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|at| at > idle_since)
    }
}

impl Manager for PgManager {
    type Type = Pooled;
    type Error = Error;

    /// Retries while the server is starting or has no room for another connection, as long as the caller waits.
    async fn create(&self) -> Result<Pooled, Error> {
        let mut backoff = FIRST_BACKOFF;
        loop {
            match PgConnection::connect_with(&self.options).await {
                Ok(connection) => {
                    let now = Instant::now();
                    return Ok(Pooled { connection, settled: false, opened_at: now, idle_since: now });
                }
                Err(error) if may_accept_soon(&error) => tokio::time::sleep(backoff).await,
                Err(error) => return Err(error),
            }
            backoff = (backoff * 2).min(LONGEST_BACKOFF);
        }
    }

    async fn recycle(&self, pooled: &mut Pooled, _: &Metrics) -> RecycleResult<Error> {
        let doubtful = !pooled.settled || self.failed_since(pooled.idle_since);
        match reuse(doubtful, pooled.opened_at.elapsed(), pooled.idle()) {
            Reuse::Never => return Err(RecycleError::message("not to be used again")),
            Reuse::AfterTest => {
                if !matches!(timeout(PING_TIMEOUT, pooled.connection.ping()).await, Ok(Ok(()))) {
                    self.note_failure();
                    return Err(RecycleError::message("no response"));
                }
            }
            Reuse::AtOnce => {}
        }
        pooled.settled = false;
        Ok(())
    }
}

/// Whether a connection that was given back is used again.
#[derive(Debug, PartialEq, Eq)]
enum Reuse {
    AtOnce,
    AfterTest,
    Never,
}

fn reuse(doubtful: bool, age: Duration, idle: Duration) -> Reuse {
    if doubtful || age >= LONGEST_LIFE {
        Reuse::Never
    } else if idle >= PING_AFTER {
        Reuse::AfterTest
    } else {
        Reuse::AtOnce
    }
}

/// Whether a server that refuses a connection for this reason may accept one within seconds.
fn may_accept_soon(error: &Error) -> bool {
    match error {
        // Closed at once: by a proxy that has no server behind it.
        Error::Io(error) => matches!(
            error.kind(),
            io::ErrorKind::ConnectionRefused | io::ErrorKind::ConnectionReset | io::ErrorKind::UnexpectedEof
        ),
        Error::Protocol(_) => true,
        Error::Database(error) => error.is_transient_in_connect_phase(),
        _ => false,
    }
}

/// Takes a connection out of the pool, which makes room for another one, and closes it.
pub(crate) fn discard(object: Object<PgManager>) {
    drop(Object::take(object));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_is_tested_after_a_second_and_replaced_after_half_an_hour_or_in_doubt() {
        let (second, minutes) = (Duration::from_secs(1), Duration::from_mins);
        let moment = Duration::from_nanos(1);
        let table = [
            (false, Duration::ZERO, Duration::ZERO, Reuse::AtOnce),
            (false, minutes(30) - moment, second - moment, Reuse::AtOnce),
            (false, minutes(30) - moment, second, Reuse::AfterTest),
            (false, minutes(30), Duration::ZERO, Reuse::Never),
            (false, minutes(30), second, Reuse::Never),
            (true, Duration::ZERO, Duration::ZERO, Reuse::Never),
        ];
        for (doubtful, age, idle, expected) in table {
            assert_eq!(reuse(doubtful, age, idle), expected, "{doubtful} {age:?} {idle:?}");
        }
    }

    #[test]
    fn connecting_is_retried_only_after_transient_refusals() {
        let of_kind = |kind| Error::Io(io::Error::from(kind));
        let table = [
            (of_kind(io::ErrorKind::ConnectionRefused), true),
            (of_kind(io::ErrorKind::ConnectionReset), true),
            (of_kind(io::ErrorKind::UnexpectedEof), true),
            (Error::Protocol("no answer to SSLRequest".into()), true),
            (of_kind(io::ErrorKind::NotFound), false),
            (Error::PoolClosed, false),
        ];
        for (error, expected) in table {
            assert_eq!(may_accept_soon(&error), expected, "{error}");
        }
    }
}
