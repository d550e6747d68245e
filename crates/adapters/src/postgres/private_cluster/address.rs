//! How to reach a running cluster: always through its socket, never over TCP.

use sqlx::postgres::PgConnectOptions;
use std::path::{Path, PathBuf};

/// Name of the application's role and of its database.
pub const DATABASE: &str = "educators_forum";
/// The bootstrap superuser; used only to create the role and the database.
pub(super) const SUPERUSER: &str = "postgres";
/// Names the socket file; nothing listens on TCP.
pub(super) const PORT: u16 = 5432;

/// Address of a running cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterAddress {
    pub(super) socket_dir: PathBuf,
    pub(super) port: u16,
}

impl ClusterAddress {
    /// The connection URL, in the form `DATABASE_URL` takes.
    #[must_use]
    pub fn url(&self) -> String {
        let socket_dir = percent_encoded(&self.socket_dir);
        format!("postgres://{DATABASE}@localhost:{}/{DATABASE}?host={socket_dir}", self.port)
    }

    /// The same as connection options.
    #[must_use]
    pub fn options(&self) -> PgConnectOptions {
        self.options_of(DATABASE).database(DATABASE)
    }

    /// The folder of the socket.
    #[must_use]
    pub fn socket_dir(&self) -> &Path {
        &self.socket_dir
    }

    pub(super) fn options_of(&self, user: &str) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass().socket(&self.socket_dir).port(self.port).username(user)
    }
}

fn percent_encoded(path: &Path) -> String {
    use std::{fmt::Write, os::unix::ffi::OsStrExt};
    path.as_os_str().as_bytes().iter().fold(String::new(), |mut text, &byte| {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            text.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(text, "%{byte:02X}");
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_carries_any_socket_folder_unharmed() {
        let address = ClusterAddress { socket_dir: PathBuf::from("/a b/ü?&%/run"), port: PORT };
        let parsed: PgConnectOptions = address.url().parse().expect("a URL sqlx accepts");
        assert_eq!(parsed.get_socket(), Some(&PathBuf::from("/a b/ü?&%/run")));
        assert_eq!(parsed.get_username(), DATABASE);
        assert_eq!(parsed.get_database(), Some(DATABASE));
    }
}
