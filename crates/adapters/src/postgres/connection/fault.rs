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

pub(crate) fn acquire_timeouts() -> u64 {
    ACQUIRE_TIMEOUTS.load(Ordering::Relaxed)
}

/// Advice about a pooler between this program and PostgreSQL, by its error. PgBouncer reports a parameter of the connection
/// that it does not know with the code of a lost connection.
fn pooler_advice(error: &Error) -> Option<&'static str> {
    let Error::Database(error) = error else { return None };
    match error.code().as_deref() {
        // A prepared statement exists already, or does not exist.
        Some("42P05" | "26000") => Some(
            "a pooler in transaction mode is between the site and PostgreSQL, such as PgBouncer with pool_mode = transaction; \
             use pool_mode = session, or connect to PostgreSQL directly",
        ),
        _ if error.message().contains("unsupported startup parameter") => Some(
            "PgBouncer needs ignore_startup_parameters = extra_float_digits,options and pool_mode = session",
        ),
        _ => None,
    }
}

/// Whether the same call may succeed shortly.
fn is_transient(error: &Error) -> bool {
    match error {
        error if pooler_advice(error).is_some() => false,
        Error::Io(_) | Error::Tls(_) | Error::PoolTimedOut | Error::PoolClosed | Error::WorkerCrashed => true,
        // A truncated message from a proxy without a server, or from a server that exited.
        Error::Protocol(_) => true,
        Error::Database(database) => database.code().is_some_and(|code| {
            TRANSIENT_CLASSES.iter().any(|class| code.starts_with(class))
                || TRANSIENT.contains(&code.as_ref())
        }),
        _ => false,
    }
}

/// Converts to a fault without the values in the statement, which may be personal data.
pub(crate) fn fault(error: Error) -> Fault {
    if matches!(error, Error::PoolTimedOut) {
        ACQUIRE_TIMEOUTS.fetch_add(1, Ordering::Relaxed);
    }
    let transient = is_transient(&error);
    let advice = pooler_advice(&error).map(|advice| format!("; {advice}")).unwrap_or_default();
    let message = match error {
        Error::Database(database) => match database.constraint() {
            Some(constraint) => format!("constraint {constraint}"),
            None => format!("{}{advice}", database.message()),
        },
        other => other.to_string(),
    };
    if transient { Fault::Unavailable(message) } else { Fault::Bug(message) }
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
    use std::borrow::Cow;
    use std::fmt;

    use sqlx::error::{DatabaseError, ErrorKind};

    use super::*;

    #[derive(Debug)]
    struct Reported(&'static str, &'static str);

    impl fmt::Display for Reported {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.message())
        }
    }

    impl std::error::Error for Reported {}

    impl DatabaseError for Reported {
        fn message(&self) -> &str {
            self.1
        }

        fn code(&self) -> Option<Cow<'_, str>> {
            Some(self.0.into())
        }

        fn as_error(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn std::error::Error + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn std::error::Error + Send + Sync + 'static> {
            self
        }

        fn kind(&self) -> ErrorKind {
            ErrorKind::Other
        }
    }

    #[test]
    fn transient_errors_are_recognised_by_their_sqlstate() {
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
            let fault = fault(Error::Database(Box::new(Reported(code, "reported"))));
            assert_eq!(fault, Fault::Unavailable("reported".to_owned()), "{code} {what}");
        }
        for (code, what) in permanent {
            let fault = fault(Error::Database(Box::new(Reported(code, "reported"))));
            assert_eq!(fault, Fault::Bug("reported".to_owned()), "{code} {what}");
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
            let fault = fault(Error::Database(Box::new(Reported(code, message))));
            let Fault::Bug(words) = fault else { panic!("{fault:?}") };
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
