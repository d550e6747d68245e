//! Opens the connection pool with server-side time limits.

use std::time::Duration;

use forum_domain::shared::Fault;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::{Connection, Error, PgConnection};
use url::Url;

use super::fault::fault;
use super::pool::ConnectionPool;
use crate::system::{UNENCODED_PASSWORD, has_unencoded_password, is_this_machine};
use crate::tls::Trust;

pub(crate) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// Limits that the server enforces on every connection of the pool. A request has 10 s: [`ACQUIRE_TIMEOUT`] for a connection
/// and 5 s for a statement, so no statement outlives its request. A wait for a lock times out a little earlier, with a
/// separate error. No transaction should be idle for seconds.
const BOUNDS: [(&str, &str); 3] =
    [("statement_timeout", "5s"), ("lock_timeout", "4s"), ("idle_in_transaction_session_timeout", "10s")];

/// Disables parallel queries and compiled ones: starting worker processes or compiling takes longer than reading a page of a
/// list, and workers would take CPU cores away from other requests.
const PLANNER: [(&str, &str); 2] = [("max_parallel_workers_per_gather", "0"), ("jit", "off")];

/// The oldest supported version of PostgreSQL, as `server_version_num`.
const OLDEST: i32 = 150_000;

#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error("it is not a PostgreSQL URL such as postgres://user:password@host/database")]
    Url,
    #[error("no connection to the database: {0}")]
    Refused(Fault),
    #[error("the database is PostgreSQL {0}, but 15 or newer is needed")]
    TooOld(i32),
}

impl ConnectError {
    /// Whether a retry may succeed, because the server is unreachable or busy. A wrong address or password is not transient.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Refused(Fault::Unavailable(_)))
    }
}

/// Opens a pool of up to `size` connections to the server at `url`. Callers wait up to 5 s for a free connection, so that
/// overload leads to 503 and not to a long queue. The server enforces [`BOUNDS`].
pub async fn connect(url: &str, size: u32, trust: &Trust) -> Result<ConnectionPool, ConnectError> {
    let options: PgConnectOptions = url.parse().map_err(|_| ConnectError::Url)?;
    let options =
        trust.for_postgres(options.application_name("educators-forum")).options(BOUNDS).options(PLANNER);
    let pool = ConnectionPool::new(options.clone(), size, ACQUIRE_TIMEOUT);
    let version =
        sqlx::query_scalar!(r#"select current_setting('server_version_num')::integer as "version!""#)
            .fetch_one(&pool)
            .await;
    let version = match version {
        Ok(version) => version,
        Err(Error::PoolTimedOut) => {
            return Err(ConnectError::Refused(fault(cause_of_timeout(&options).await)));
        }
        Err(error) => return Err(ConnectError::Refused(fault(error))),
    };
    check_version(version)?;
    Ok(pool)
}

/// The parameters of a URL that sqlx reads. It ignores others, such as a misspelt `sslmode`.
const PARAMETERS: &str = "sslmode ssl-mode sslrootcert ssl-root-cert ssl-ca sslcert ssl-cert sslkey ssl-key \
                          statement-cache-capacity host hostaddr port dbname user password application_name options";

/// What is wrong with a URL, without the URL, as the rest of a sentence that begins with the name of its setting.
pub fn url_problem(url: &str) -> Option<String> {
    if !["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme)) {
        return Some("must be a PostgreSQL URL such as postgres://user:password@host/database".to_owned());
    }
    if has_unencoded_password(url) {
        return Some(UNENCODED_PASSWORD.to_owned());
    }
    let parsed = match Url::parse(url) {
        Ok(parsed) => parsed,
        Err(error) => return Some(format!("is not a URL: {error}")),
    };
    if parsed.fragment().is_some() {
        return Some("has a #, which must be %23 in a user, password or database".to_owned());
    }
    let is_known =
        |name: &str| PARAMETERS.split(' ').any(|known| known == name) || name.starts_with("options[");
    if let Some((name, _)) = parsed.query_pairs().find(|(name, _)| !is_known(name)) {
        return Some(format!("has the unknown parameter {name}"));
    }
    let error = url.parse::<PgConnectOptions>().err()?.to_string();
    // sqlx nests its errors.
    error.rsplit("error with configuration: ").next().map(str::to_owned)
}

/// Whether traffic to this server may leave the machine unencrypted. `false` for a malformed URL.
pub fn is_cleartext(url: &str) -> bool {
    let Ok(options) = url.parse::<PgConnectOptions>() else { return false };
    let is_local = options.get_socket().is_some() || is_this_machine(options.get_host());
    !is_local && matches!(options.get_ssl_mode(), PgSslMode::Disable | PgSslMode::Allow | PgSslMode::Prefer)
}

/// `version` is PostgreSQL's `server_version_num`, such as 150014 for 15.14.
fn check_version(version: i32) -> Result<(), ConnectError> {
    if version < OLDEST { Err(ConnectError::TooOld(version / 10_000)) } else { Ok(()) }
}

/// The reason why connecting fails: the pool retries and only reports a timeout.
async fn cause_of_timeout(options: &PgConnectOptions) -> Error {
    match tokio::time::timeout(ACQUIRE_TIMEOUT, PgConnection::connect_with(options)).await {
        Ok(Err(error)) => error,
        Ok(Ok(_)) | Err(_) => Error::PoolTimedOut,
    }
}

/// Removes [`BOUNDS`], for work that may take longer.
pub(crate) fn unbounded(options: PgConnectOptions) -> PgConnectOptions {
    options.options(BOUNDS.map(|(name, _)| (name, "0")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postgres::connection::manager::STATEMENT_TIMEOUT;

    #[test]
    fn server_and_pool_have_the_same_statement_timeout() {
        assert_eq!(BOUNDS[0], ("statement_timeout", &*format!("{}s", STATEMENT_TIMEOUT.as_secs())));
    }

    #[test]
    fn versions_before_15_are_refused() {
        let table =
            [(90_624, Some(9)), (140_020, Some(14)), (149_999, Some(14)), (150_000, None), (180_001, None)];
        for (version, refused) in table {
            let found = match check_version(version) {
                Err(ConnectError::TooOld(major)) => Some(major),
                _ => None,
            };
            assert_eq!(found, refused, "{version}");
        }
    }

    #[test]
    fn a_url_with_a_mistake_is_refused_with_its_correction_and_without_its_password() {
        let base = "postgres://forum:s3cret@db.example/forum";
        let good = [
            "?sslmode=verify-full",
            "?user=a@b&sslmode=require",
            "?options[search_path]=a,b",
            "?host=/run/postgresql",
        ];
        let others = ["postgresql:///forum".to_owned(), base.replace("s3cret", "s3@cret=")];
        for url in good.map(|more| format!("{base}{more}")).into_iter().chain(others) {
            assert_eq!(url_problem(&url), None, "{url}");
        }
        let table = [
            (base.replace("postgres:", "mysql:"), "must be a PostgreSQL URL"),
            ("host=db dbname=forum".to_owned(), "must be a PostgreSQL URL"),
            (format!("{base}?sslmode=verfy-full"), "unknown value \"verfy-full\" for `ssl_mode`"),
            (format!("{base}?sslmod=require"), "unknown parameter sslmod"),
            (format!("{base}?port=s3"), "invalid digit"),
            (format!("{base}#x"), "must be %23"),
            (base.replace("db.example", "db.example:543x"), "invalid port"),
            (base.replace("s3cret", "12/s3cret"), "/ as %2F"),
            (base.replace("s3cret", "12/s3cret=="), "/ as %2F"),
            (base.replace("s3cret", "s3cret/@x"), "/ as %2F"),
            (base.replace("s3cret", "/s3cret"), "/ as %2F"),
            (base.replace("s3cret", "12#s3cret"), "# as %23"),
            (base.replace("s3cret", "s3cret?"), "? as %3F"),
        ];
        for (url, words) in table {
            let problem = url_problem(&url).expect("a problem");
            assert!(problem.contains(words) && !problem.contains("s3cret"), "{url}: {problem}");
        }
    }

    #[test]
    fn traffic_to_another_machine_is_cleartext_unless_encryption_is_required() {
        let remote = "postgres://forum@db.example/forum";
        let table = [
            (remote.to_owned(), true),
            (format!("{remote}?sslmode=disable"), true),
            (format!("{remote}?sslmode=allow"), true),
            (format!("{remote}?sslmode=prefer"), true),
            (format!("{remote}?sslmode=require"), false),
            (format!("{remote}?sslmode=verify-ca"), false),
            (format!("{remote}?sslmode=verify-full"), false),
            ("postgres://forum@localhost/forum?sslmode=disable".to_owned(), false),
            ("postgres://forum@127.0.0.1/forum".to_owned(), false),
            ("postgres:///forum?host=/run/postgresql&sslmode=disable".to_owned(), false),
            ("not a URL".to_owned(), false),
        ];
        for (url, expected) in table {
            assert_eq!(is_cleartext(&url), expected, "{url}");
        }
    }
}
