//! A logical dump, such as `pg_upgradecluster` takes, restores into an empty database. `pg_dump` has an empty search
//! path, in which a generated column or an index finds only what its functions name with a schema.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use forum_tests::contract::Backend;
use forum_tests::postgres::PostgresDatabase;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::invariants::fill;

/// The server's version of a client program. The npm distribution of PostgreSQL has none.
async fn beside_the_server(database: &PostgresDatabase, program: &str) -> Option<PathBuf> {
    let options = database.pool().options().clone().username("postgres");
    let mut connection = PgConnection::connect_with(&options).await.expect("a connection");
    let folder: String = sqlx::query_scalar("select setting from pg_config where name = 'BINDIR'")
        .fetch_one(&mut connection)
        .await
        .expect("a setting");
    connection.close().await.expect("a clean close");
    Some(Path::new(&folder).join(program)).filter(|path| path.exists())
}

/// The command with the address of the database.
fn on(database: &PostgresDatabase, program: &Path) -> Command {
    let options = database.pool().options();
    let mut command = Command::new(program);
    let host = options
        .get_socket()
        .map_or_else(|| options.get_host().into(), |socket| socket.clone().into_os_string());
    command.arg("--host").arg(host).arg("--port").arg(options.get_port().to_string());
    command.args(["--username", options.get_username(), "--dbname", options.get_database().expect("a name")]);
    command
}

/// The rows of each table with the generated columns, in any order.
async fn rows(database: &PostgresDatabase) -> Vec<(String, Vec<String>)> {
    let tables: Vec<String> = sqlx::query_scalar(
        "select tablename::text from pg_tables where schemaname = 'public' order by tablename",
    )
    .fetch_all(database.pool())
    .await
    .expect("tables");
    let mut all = Vec::new();
    for table in tables {
        let statement = AssertSqlSafe(format!("select t::text from {table} t order by t::text"));
        let rows = sqlx::query_scalar(statement).fetch_all(database.pool()).await.expect("rows");
        all.push((table, rows));
    }
    all
}

#[tokio::test]
async fn a_logical_dump_restores_every_row_with_its_generated_columns() {
    let database = PostgresDatabase::fresh().await;
    let (Some(pg_dump), Some(psql)) =
        (beside_the_server(&database, "pg_dump").await, beside_the_server(&database, "psql").await)
    else {
        // A failure to write to standard error cannot be reported.
        let _ =
            writeln!(std::io::stderr(), "NOT TESTED, because this distribution of PostgreSQL has no pg_dump");
        return database.remove().await;
    };
    let stores = database.stores();
    fill(&database, &stores).await;
    drop(stores);
    let restored = PostgresDatabase::empty().await;
    let mut dump = on(&database, &pg_dump).stdout(Stdio::piped()).spawn().expect("a started dump");
    let output = on(&restored, &psql)
        .args(["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1"])
        .stdin(dump.stdout.take().expect("a pipe"))
        .output()
        .expect("a finished restore");
    assert!(dump.wait().expect("a finished dump").success());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (before, after) = (rows(&database).await, rows(&restored).await);
    for table in ["profiles", "application_list", "applications"] {
        assert!(before.iter().any(|(name, rows)| name == table && !rows.is_empty()), "{table} has no row");
    }
    assert_eq!(after, before);
    assert_eq!(restored.broken().await, Vec::<String>::new());
    restored.remove().await;
    database.remove().await;
}
