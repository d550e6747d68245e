//! Runs `pg_dump` and `pg_restore`. A killed program ends them too: their pipe to it breaks, and `pg_restore` commits only
//! a complete dump.

use std::io;
use std::path::PathBuf;
use std::process::Stdio;

use forum_domain::shared::Fault;
use percent_encoding::percent_decode_str;
use sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use url::Url;

use super::Snapshot;
use crate::backup::ArchiveError;
use crate::postgres::connection::connect::ConnectError;
use crate::tls::Trust;

/// Size of a piece of a dump in bytes.
const PIECE: u64 = 4 * 1024 * 1024;

/// Tables whose rows no backup contains. The rows of unlogged tables, which a crash of PostgreSQL also empties, are left out
/// too.
const WITHOUT_ROWS: &str = "mail_host"; // recent refusals by the mail host, which a restored site asks again

/// Where to find authorities if `sslrootcert` is missing: Debian's bundle. `pg_dump` before 16 does not know the system's.
const AUTHORITIES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// Print it with its causes.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    #[error("the database")]
    Database(#[from] Fault),
    #[error("{program} cannot be run")]
    Start { program: &'static str, source: io::Error },
    #[error("{program} failed: {output}")]
    Failed { program: &'static str, output: String },
    #[error(transparent)]
    Copy(#[from] io::Error),
    #[error("the archive")]
    Archive(#[from] ArchiveError),
}

/// PostgreSQL's tools in a folder, connecting to the server at a URL.
pub struct Tools {
    folder: PathBuf,
    database: String,
    environment: Vec<(&'static str, String)>,
}

impl Tools {
    pub fn new(folder: PathBuf, url: &str, trust: &Trust) -> Result<Self, ConnectError> {
        let options: PgConnectOptions = url.parse().map_err(|_| ConnectError::Url)?;
        let parsed = Url::parse(url).map_err(|_| ConnectError::Url)?;
        let database = options.get_database().unwrap_or(options.get_username()).to_owned();
        Ok(Self { folder, database, environment: environment(&options, &parsed, trust) })
    }

    pub async fn dump(
        &self,
        snapshot: &Snapshot,
        mut write: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> Result<(), ToolError> {
        let program = "pg_dump";
        let mut command = self.command(program);
        command
            // The first level takes half as long as the default one, for an eighth more bytes.
            .args(["--format=custom", "--compress=1"])
            .args(["--no-unlogged-table-data", "--exclude-table-data", WITHOUT_ROWS])
            .arg(format!("--schema=\"{}\"", snapshot.seen.namespace.replace('"', "\"\"")))
            .arg(format!("--snapshot={}", snapshot.id))
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let mut child = started(program, &mut command)?;
        let output = child.stdout.take();
        let copying = async move {
            let Some(mut output) = output else { return Ok(()) };
            let mut piece = Vec::new();
            loop {
                piece.clear();
                (&mut output).take(PIECE).read_to_end(&mut piece).await?;
                if piece.is_empty() {
                    return Ok(());
                }
                write(&piece)?;
            }
        };
        finished(program, child, copying).await
    }

    /// Restores a dump in one transaction. Everything belongs to the role that connects.
    pub(super) async fn restore(
        &self,
        namespace: &str,
        pieces: impl Iterator<Item = Result<Vec<u8>, ArchiveError>>,
    ) -> Result<(), ToolError> {
        let program = "pg_restore";
        let mut command = self.command(program);
        command
            .args(["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"])
            // Only the contents of the schema: it exists, as does the extension.
            .arg(format!("--schema={namespace}"))
            .arg(format!("--dbname={}", self.database))
            .stdin(Stdio::piped())
            .stdout(Stdio::null());
        let mut child = started(program, &mut command)?;
        let input = child.stdin.take();
        let feeding = async move {
            let Some(mut input) = input else { return Ok(()) };
            for piece in pieces {
                match input.write_all(&piece?).await {
                    // It has failed and says why.
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                    written => written?,
                }
            }
            Ok(())
        };
        finished(program, child, feeding).await
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.folder.join(program));
        command
            .arg("--no-password")
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command
    }
}

fn started(program: &'static str, command: &mut Command) -> Result<Child, ToolError> {
    command.spawn().map_err(|source| ToolError::Start { program, source })
}

/// Waits for a tool and the work that feeds it or reads its output.
async fn finished(
    program: &'static str,
    mut child: Child,
    work: impl Future<Output = Result<(), ToolError>>,
) -> Result<(), ToolError> {
    let errors = child.stderr.take();
    let reading = async move {
        let mut text = Vec::new();
        if let Some(mut errors) = errors {
            errors.read_to_end(&mut text).await?;
        }
        io::Result::Ok(text)
    };
    let (worked, text) = tokio::join!(work, reading);
    worked?;
    let text = text?;
    if child.wait().await?.success() {
        return Ok(());
    }
    Err(ToolError::Failed { program, output: String::from_utf8_lossy(&text).trim().to_owned() })
}

/// The variables of libpq for a URL. Other accounts can read command lines, but not environments. sqlx has read the same
/// variables, which therefore count as before if the URL does not replace them.
fn environment(options: &PgConnectOptions, url: &Url, trust: &Trust) -> Vec<(&'static str, String)> {
    let socket = options.get_socket().map(|folder| folder.display().to_string());
    let mut variables = vec![
        ("PGHOST", socket.unwrap_or_else(|| options.get_host().to_owned())),
        ("PGPORT", options.get_port().to_string()),
        ("PGUSER", options.get_username().to_owned()),
        ("PGAPPNAME", "educators-forum".to_owned()),
    ];
    variables.extend(options.get_database().map(|name| ("PGDATABASE", name.to_owned())));
    variables.extend(options.get_options().map(|options| ("PGOPTIONS", options.to_owned())));
    let decoded = |text| percent_decode_str(text).decode_utf8_lossy().into_owned();
    variables.extend(url.password().map(|password| ("PGPASSWORD", decoded(password))));
    let mut authorities = trust.file().map(|file| file.display().to_string());
    let mut verifies = false;
    for (name, value) in url.query_pairs() {
        let variable = match &*name {
            "password" => "PGPASSWORD",
            "sslmode" | "ssl-mode" => {
                let mode = value.to_ascii_lowercase();
                verifies = mode.starts_with("verify");
                variables.push(("PGSSLMODE", mode));
                continue;
            }
            "sslrootcert" | "ssl-root-cert" | "ssl-ca" => {
                authorities.get_or_insert_with(|| value.into_owned());
                continue;
            }
            "sslcert" | "ssl-cert" => "PGSSLCERT",
            "sslkey" | "ssl-key" => "PGSSLKEY",
            _ => continue,
        };
        variables.push((variable, value.into_owned()));
    }
    // libpq would verify certificates with the other modes too.
    if verifies {
        variables.push(("PGSSLROOTCERT", authorities.unwrap_or_else(|| AUTHORITIES.to_owned())));
    }
    variables
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(url: &str) -> Vec<String> {
        let tools = Tools::new(PathBuf::new(), url, &Trust::default()).expect("a URL");
        tools.environment.into_iter().map(|(name, value)| format!("{name}={value}")).collect()
    }

    #[test]
    fn the_tools_connect_as_the_program_does() {
        let table: [(&str, &[&str]); 8] = [
            (
                "postgres://forum:s3%40cret@db.example:6432/site",
                &[
                    "PGPASSWORD=s3@cret",
                    "PGHOST=db.example",
                    "PGPORT=6432",
                    "PGUSER=forum",
                    "PGDATABASE=site",
                ],
            ),
            ("postgres://%2Frun%2Fpostgresql/site", &["PGHOST=/run/postgresql"]),
            ("postgres:///site?host=/run/postgresql&user=forum", &["PGHOST=/run/postgresql", "PGUSER=forum"]),
            ("postgres://db.example/site?password=a%26b", &["PGPASSWORD=a&b"]),
            ("postgres://db.example/site?options[search_path]=forum", &["PGOPTIONS=-c search_path=forum"]),
            (
                "postgres://db.example/site?sslmode=verify-full",
                &["PGSSLROOTCERT=/etc/ssl/certs/ca-certificates.crt"],
            ),
            (
                "postgres://db.example/site?ssl-mode=Verify-full&ssl-ca=/ca.pem",
                &["PGSSLMODE=verify-full", "PGSSLROOTCERT=/ca.pem"],
            ),
            (
                "postgres://db.example/site?sslcert=/own.pem&sslkey=/own.key",
                &["PGSSLCERT=/own.pem", "PGSSLKEY=/own.key"],
            ),
        ];
        for (url, expected) in table {
            let variables = variables(url);
            for expected in expected {
                assert!(variables.iter().any(|variable| variable == expected), "{url}: {variables:?}");
            }
        }
        let unverified = variables("postgres://db.example/site?sslmode=require&sslrootcert=/ca.pem");
        assert!(!unverified.iter().any(|variable| variable.starts_with("PGSSLROOTCERT")), "{unverified:?}");
    }
}
