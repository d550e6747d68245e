//! Opens the connections of the pool and decides which are reused.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool::managed::{Manager, Metrics, Object, RecycleError, RecycleResult};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Error, PgConnection};
use tokio::time::timeout;

/// Time limit for a statement, which the server enforces.
pub(crate) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);

/// Connections that were idle for longer are tested before use.
const PING_AFTER: Duration = Duration::from_secs(1);

pub(crate) const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// Older connections are replaced, because the memory of their server processes grows.
const MAX_LIFETIME: Duration = Duration::from_mins(30);

/// The first wait after a refused connection. Each further wait is twice as long.
const FIRST_BACKOFF: Duration = Duration::from_millis(10);

/// The maximum of these waits.
const MAX_BACKOFF: Duration = Duration::from_millis(250);

pub(crate) struct Pooled {
    pub(crate) connection: PgConnection,
    /// Whether the result of its last statement was read completely.
    settled: bool,
    opened_at: Instant,
    idle_since: Instant,
}

impl Pooled {
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
    pub(crate) acquire_timeout: Duration,
    /// When a connection last failed a test. Connections that were already idle at that time are closed without a test: a
    /// lost server breaks all of them, and each test would take a second.
    failed_at: Mutex<Option<Instant>>,
}

impl PgManager {
    pub(crate) fn new(options: PgConnectOptions, acquire_timeout: Duration) -> Self {
        Self { options, acquire_timeout, failed_at: Mutex::new(None) }
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

    /// Retries while the server is starting or refuses further connections, as long as the caller waits.
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
            backoff = (backoff * 2).min(MAX_BACKOFF);
        }
    }

    async fn recycle(&self, pooled: &mut Pooled, _: &Metrics) -> RecycleResult<Error> {
        let doubtful = !pooled.settled || self.failed_since(pooled.idle_since);
        match reuse(doubtful, pooled.opened_at.elapsed(), pooled.idle()) {
            Reuse::Never => return Err(RecycleError::message("not reusable")),
            Reuse::AfterTest => {
                if !matches!(timeout(PING_TIMEOUT, pooled.connection.ping()).await, Ok(Ok(()))) {
                    self.note_failure();
                    return Err(RecycleError::message("no response"));
                }
            }
            Reuse::Immediately => {}
        }
        pooled.settled = false;
        Ok(())
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Reuse {
    Immediately,
    AfterTest,
    Never,
}

fn reuse(doubtful: bool, age: Duration, idle: Duration) -> Reuse {
    if doubtful || age >= MAX_LIFETIME {
        Reuse::Never
    } else if idle >= PING_AFTER {
        Reuse::AfterTest
    } else {
        Reuse::Immediately
    }
}

/// Whether the server may accept a connection within seconds after this error.
fn may_accept_soon(error: &Error) -> bool {
    match error {
        // A proxy without a server closes the connection immediately.
        Error::Io(error) => matches!(
            error.kind(),
            io::ErrorKind::ConnectionRefused | io::ErrorKind::ConnectionReset | io::ErrorKind::UnexpectedEof
        ),
        Error::Protocol(_) => true,
        Error::Database(error) => error.is_transient_in_connect_phase(),
        _ => false,
    }
}

/// Removes a connection from the pool, which frees its slot, and closes it.
pub(crate) fn discard(object: Object<PgManager>) {
    drop(Object::take(object));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_connections_are_tested_and_old_or_doubtful_ones_replaced() {
        let (second, minutes) = (Duration::from_secs(1), Duration::from_mins);
        let moment = Duration::from_nanos(1);
        let table = [
            (false, Duration::ZERO, Duration::ZERO, Reuse::Immediately),
            (false, minutes(30) - moment, second - moment, Reuse::Immediately),
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
        let io_error = |kind| Error::Io(io::Error::from(kind));
        let table = [
            (io_error(io::ErrorKind::ConnectionRefused), true),
            (io_error(io::ErrorKind::ConnectionReset), true),
            (io_error(io::ErrorKind::UnexpectedEof), true),
            (Error::Protocol("no answer to SSLRequest".into()), true),
            (io_error(io::ErrorKind::NotFound), false),
            (Error::PoolClosed, false),
        ];
        for (error, expected) in table {
            assert_eq!(may_accept_soon(&error), expected, "{error}");
        }
    }

    #[test]
    fn connections_that_were_idle_at_a_failure_are_doubted() {
        let manager = PgManager::new(PgConnectOptions::new_without_pgpass(), Duration::ZERO);
        let moment = Duration::from_millis(1);
        let before = Instant::now();
        assert!(!manager.failed_since(before));
        manager.note_failure();
        assert!(manager.failed_since(before - moment));
        assert!(!manager.failed_since(Instant::now() + moment));
    }
}
