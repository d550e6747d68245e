//! Database errors as the domain's faults, and the names of constraints as typed answers.

use forum_domain::shared::Fault;
use sqlx::Error;

/// Whether the same call may succeed in a moment, by the class of the SQLSTATE (PostgreSQL, appendix A).
fn is_passing(error: &Error) -> bool {
    match error {
        Error::Io(_) | Error::Tls(_) | Error::PoolTimedOut | Error::PoolClosed | Error::WorkerCrashed => true,
        Error::Database(database) => database.code().is_some_and(|code| {
            // connection, resources, operator intervention; serialization failure and deadlock
            ["08", "53", "57"].iter().any(|class| code.starts_with(class))
                || code == "40001"
                || code == "40P01"
        }),
        _ => false,
    }
}

/// A fault without the statement's values, which may be personal data.
pub(super) fn fault(error: Error) -> Fault {
    let passing = is_passing(&error);
    let words = match error {
        Error::Database(database) => match database.constraint() {
            Some(constraint) => format!("constraint {constraint}"),
            None => database.message().to_owned(),
        },
        other => other.to_string(),
    };
    if passing { Fault::Unavailable(words) } else { Fault::Bug(words) }
}

/// Whether a statement broke the named constraint or unique index.
pub(super) fn broke(error: &Error, constraint: &str) -> bool {
    matches!(error, Error::Database(database) if database.constraint() == Some(constraint))
}

/// A row whose words the domain does not know: the schema and the program disagree.
pub(super) fn unknown(what: &str, word: &str) -> Fault {
    Fault::Bug(format!("the database holds an unknown {what}: {word}"))
}
