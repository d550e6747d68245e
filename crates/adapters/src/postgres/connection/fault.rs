//! Maps database errors to the domain's faults.

use std::sync::atomic::{AtomicU64, Ordering};

use forum_domain::shared::{Fault, Refusal};
use sqlx::Error;

/// SQLSTATE classes (PostgreSQL, appendix A) that are transient: connection, resources (a full disk, too many clients),
/// operator intervention (a restart, a statement timeout), system error.
const TRANSIENT_CLASSES: [&str; 4] = ["08", "53", "57", "58"];

/// Other transient SQLSTATEs: serialization failure, deadlock, lock timeout, a read-only server (a standby before its
/// promotion), a transaction timeout.
const TRANSIENT: [&str; 6] = ["40001", "40P01", "55P03", "25006", "25P03", "25P04"];

/// Number of timeouts while waiting for a connection. All statement errors pass through [`fault`].
static ACQUIRE_TIMEOUTS: AtomicU64 = AtomicU64::new(0);

pub fn acquire_timeouts() -> u64 {
    ACQUIRE_TIMEOUTS.load(Ordering::Relaxed)
}

/// Advice about a pooler between this program and PostgreSQL, by the SQLSTATE and the message of its error. PgBouncer reports a
/// parameter of the connection that it does not know with the code of a lost connection.
fn pooler_advice(code: &str, message: &str) -> Option<&'static str> {
    match code {
        // A prepared statement exists already, or does not exist.
        "42P05" | "26000" => Some(
            "a pooler in transaction mode is between the site and PostgreSQL, such as PgBouncer with pool_mode = transaction; \
             use pool_mode = session, or connect to PostgreSQL directly",
        ),
        _ if message.contains("unsupported startup parameter") => Some(
            "PgBouncer needs ignore_startup_parameters = extra_float_digits,options and pool_mode = session",
        ),
        _ => None,
    }
}

/// The fault of a statement that the server refused with this SQLSTATE.
fn refused(code: &str, message: &str) -> Fault {
    match pooler_advice(code, message) {
        Some(advice) => Fault::Bug(format!("{message}; {advice}")),
        // The same call may succeed shortly.
        None if TRANSIENT_CLASSES.iter().any(|class| code.starts_with(class))
            || TRANSIENT.contains(&code) =>
        {
            Fault::Unavailable(message.to_owned())
        }
        None => Fault::Bug(message.to_owned()),
    }
}

/// Converts to a fault without the values in the statement, which may be personal data.
pub(crate) fn fault(error: Error) -> Fault {
    if matches!(error, Error::PoolTimedOut) {
        ACQUIRE_TIMEOUTS.fetch_add(1, Ordering::Relaxed);
    }
    match error {
        Error::Database(error) => {
            let constraint = error.constraint().map(|constraint| format!("constraint {constraint}"));
            let message = constraint.unwrap_or_else(|| error.message().to_owned());
            refused(&error.code().unwrap_or_default(), &message)
        }
        // A truncated message comes from a proxy without a server, or from a server that exited.
        Error::Io(_)
        | Error::Tls(_)
        | Error::PoolTimedOut
        | Error::PoolClosed
        | Error::WorkerCrashed
        | Error::Protocol(_) => Fault::Unavailable(error.to_string()),
        _ => Fault::Bug(error.to_string()),
    }
}

/// The error of a unit of work. `?` converts it to the port's error.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error(transparent)]
    Sql(#[from] Error),
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Sql(error) => fault(error),
            StoreError::Fault(fault) => fault,
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Fault::from(error).into()
    }
}

impl StoreError {
    /// Whether a statement violated the named constraint or unique index.
    pub(crate) fn violates(&self, constraint: &str) -> bool {
        matches!(self, Self::Sql(Error::Database(database)) if database.constraint() == Some(constraint))
    }
}

/// A stored value that the domain does not know.
pub(crate) fn unknown(what: &str, word: &str) -> Fault {
    Fault::Bug(format!("the database contains an unknown {what}: {word}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transient_errors_are_recognized_by_their_sqlstate() {
        let transient = [
            ("08006", "connection failure"),
            ("25006", "read-only transaction"),
            ("25P03", "idle-in-transaction timeout"),
            ("25P04", "transaction timeout"),
            ("40001", "serialization failure"),
            ("40P01", "deadlock"),
            ("53100", "disk full"),
            ("53300", "too many connections"),
            ("55P03", "lock not available"),
            ("57014", "statement timeout"),
            ("57P01", "shut down by an administrator"),
            ("57P03", "starting up"),
            ("58030", "I/O error"),
        ];
        let permanent = [
            ("23505", "unique violation"),
            ("25001", "active transaction"),
            ("28P01", "wrong password"),
            ("3D000", "unknown database"),
            ("40002", "integrity constraint at the end"),
            ("42P01", "unknown table"),
            ("42501", "insufficient privilege"),
            ("55000", "object not in the right state"),
            ("XX000", "internal error"),
        ];
        for (code, what) in transient {
            assert_eq!(refused(code, "reported"), Fault::Unavailable("reported".to_owned()), "{code} {what}");
        }
        for (code, what) in permanent {
            assert_eq!(refused(code, "reported"), Fault::Bug("reported".to_owned()), "{code} {what}");
        }
    }

    #[test]
    fn a_pooler_that_cannot_work_is_named_with_the_mode_that_works() {
        let transaction_mode = "PgBouncer with pool_mode = transaction";
        for (code, message, advice) in [
            ("42P05", "prepared statement \"sqlx_s_1\" already exists", transaction_mode),
            ("26000", "prepared statement \"sqlx_s_2\" does not exist", transaction_mode),
            ("08P01", "unsupported startup parameter: options", "PgBouncer needs ignore_startup_parameters"),
        ] {
            let Fault::Bug(words) = refused(code, message) else { panic!("{code} is transient") };
            assert!(words.starts_with(message) && words.contains(advice), "{words}");
            assert!(words.contains("pool_mode = session"), "{words}");
        }
    }

    #[test]
    fn a_lost_connection_is_transient_and_a_wrong_query_is_not() {
        let lost = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
        for error in [Error::Io(lost), Error::PoolTimedOut, Error::PoolClosed] {
            assert!(matches!(fault(error), Fault::Unavailable(_)));
        }
        for error in [Error::RowNotFound, Error::ColumnNotFound("name".to_owned())] {
            assert!(matches!(fault(error), Fault::Bug(_)));
        }
    }
}
