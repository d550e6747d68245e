//! Addresses of running clusters: always the socket, never TCP.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode, utf8_percent_encode};
use sqlx::postgres::PgConnectOptions;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The bootstrap superuser; used only to create the role and the database.
pub(crate) const SUPERUSER: &str = "postgres";
/// Part of the socket's file name; nothing listens on TCP.
pub(crate) const PORT: u16 = 5432;
/// Characters escaped in a URL.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// Address of a running cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterAddress {
    /// Name of the program's role and database.
    pub(crate) database: String,
    pub(crate) socket_dir: PathBuf,
    pub(crate) port: u16,
}

impl ClusterAddress {
    /// The connection URL, in the format of `DATABASE_URL`.
    #[must_use]
    pub fn url(&self) -> String {
        let socket_dir = percent_encode(self.socket_dir.as_os_str().as_bytes(), ESCAPED);
        let database = utf8_percent_encode(&self.database, ESCAPED);
        format!("postgres://{database}@localhost:{}/{database}?host={socket_dir}", self.port)
    }

    /// The address as connection options.
    #[must_use]
    pub fn options(&self) -> PgConnectOptions {
        self.options_of(&self.database).database(&self.database)
    }

    /// The folder of the socket.
    #[must_use]
    pub fn socket_dir(&self) -> &Path {
        &self.socket_dir
    }

    pub(crate) fn options_of(&self, user: &str) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass().socket(&self.socket_dir).port(self.port).username(user)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_and_the_options_can_contain_any_socket_folder() {
        let address = ClusterAddress {
            database: "a program".into(),
            socket_dir: PathBuf::from("/a b/ü?&%/run"),
            port: PORT,
        };
        let parsed: PgConnectOptions = address.url().parse().expect("a URL sqlx accepts");
        assert_eq!(parsed.get_socket(), Some(&PathBuf::from("/a b/ü?&%/run")));
        assert_eq!(parsed.get_username(), "a program");
        assert_eq!(parsed.get_database(), Some("a program"));
        let options = address.options();
        assert_eq!(options.get_socket(), parsed.get_socket());
        assert_eq!(options.get_username(), parsed.get_username());
        assert_eq!(options.get_database(), parsed.get_database());
    }
}
