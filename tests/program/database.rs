//! Two database roles: one owns the tables, and the site uses the other role, which cannot change the audit log.

use forum_tests::program::{CommandOutput, Installation, cluster_options};
use futures_util::future::join_all;
use private_postgres::PrivateCluster;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};

use crate::client::Client;

const EMAIL: &str = "keeper@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";
const OWNER: &str = "FORUM__DATABASE__MIGRATION_URL";

/// SQLSTATE insufficient_privilege.
const NO_RIGHT: Option<&str> = Some("42501");

/// The SQLSTATE of the error that a statement causes, if any.
async fn refusal(connection: &mut PgConnection, statement: &'static str) -> Option<String> {
    let error = sqlx::raw_sql(statement).execute(connection).await.err()?;
    Some(error.as_database_error().and_then(|error| error.code()).expect("a refusal by the server").into())
}

/// A server with two roles and an installation that uses them.
struct TwoRoles {
    installation: Installation,
    server: PrivateCluster,
    /// URL of the role that owns the database.
    owner: String,
    /// URL of the role without privileges. Its name needs quoting.
    site: String,
}

impl TwoRoles {
    async fn start() -> Self {
        let installation = Installation::new();
        let options = cluster_options(&installation.path().join("server"));
        let server = PrivateCluster::start(options).await.expect("a server");
        let owner = server.url();
        let site = owner.replace("//educators_forum@", "//forum%20site@");
        let installation = installation.with("DATABASE_URL", &site).with(OWNER, &owner);
        let roles = Self { installation, server, owner, site };
        roles.as_superuser("create role \"forum site\" login").await;
        roles
    }

    async fn as_superuser(&self, statement: &'static str) {
        let superuser = PgConnectOptions::new_without_pgpass().socket(self.server.address().socket_dir());
        let superuser = superuser.username("postgres").database("educators_forum");
        let mut connection = PgConnection::connect_with(&superuser).await.expect("a connection");
        sqlx::raw_sql(statement).execute(&mut connection).await.expect("a statement of a superuser");
        connection.close().await.expect("a clean close");
    }

    /// The error that `migrate` prints.
    async fn refused(installation: &Installation) -> String {
        installation.run(&["migrate"]).await.failure()
    }
}

#[tokio::test]
async fn with_a_separate_owner_the_site_cannot_change_the_audit_log() {
    let roles = TwoRoles::start().await;
    let installation = &roles.installation;
    // Several processes of a deployment may start concurrently.
    for output in join_all((0..6).map(|_| installation.run(&["migrate"]))).await {
        output.success();
    }
    let program = installation.serve().await;
    installation.create_admin(EMAIL, PASSWORD).await;
    Client::new(&program.url).sign_in(EMAIL, PASSWORD).await;
    assert_eq!(reqwest::get(format!("{}/api/ready", program.url)).await.expect("a response").status(), 200);

    let mut connection = PgConnection::connect(&roles.site).await.expect("a connection");
    let count = "select count(*) from audit_events";
    let before: i64 = sqlx::query_scalar(count).fetch_one(&mut connection).await.expect("a result");
    let insert = "insert into audit_events (id, at, action, target_type, target_id)
                  values (gen_random_uuid(), now(), 'tried', 'test', gen_random_uuid())";
    assert_eq!(refusal(&mut connection, insert).await, None);
    for statement in [
        "alter table audit_events disable trigger all",
        "create trigger other before insert on audit_events for each row execute function audit_events_are_final()",
        "update audit_events set action = 'other' where false",
        "delete from audit_events where false",
        "truncate audit_events",
        "drop table audit_events",
        "drop schema public cascade",
        "drop function audit_events_are_final cascade",
        "delete from _sqlx_migrations",
        "create table more (id integer)",
    ] {
        assert_eq!(refusal(&mut connection, statement).await.as_deref(), NO_RIGHT, "{statement}");
    }
    // For the update and the delete, the trigger raises the same SQLSTATE, so this checks the privileges themselves.
    let rights =
        "select has_table_privilege('audit_events', 'update, delete, truncate, trigger, references')";
    assert!(!sqlx::query_scalar::<_, bool>(rights).fetch_one(&mut connection).await.expect("a response"));
    // Housekeeping deletes from the other tables.
    assert_eq!(refusal(&mut connection, "delete from sessions where false").await, None);
    let after: i64 = sqlx::query_scalar(count).fetch_one(&mut connection).await.expect("a result");
    assert_eq!(after, before + 1);
    connection.close().await.expect("a clean close");
    program.end().await;
    roles.server.stop().await.expect("a clean stop");
}

#[tokio::test]
async fn migrate_grants_access_to_new_tables_and_the_site_runs_without_the_owner() {
    let roles = TwoRoles::start().await;
    let installation = &roles.installation;
    installation.run(&["migrate"]).await.success();
    let mut owner = PgConnection::connect(&roles.owner).await.expect("a connection");
    assert_eq!(refusal(&mut owner, "create table later (id uuid)").await, None);
    owner.close().await.expect("a clean close");
    // A table with another owner, such as an extension's table, is not changed.
    roles.as_superuser("create table foreign_table (id uuid)").await;
    let mut site = PgConnection::connect(&roles.site).await.expect("a connection");
    assert_eq!(refusal(&mut site, "delete from later").await.as_deref(), NO_RIGHT);
    installation.run(&["migrate"]).await.success();
    assert_eq!(refusal(&mut site, "delete from later").await, None);
    site.close().await.expect("a clean close");

    // An empty value is treated as unset.
    let alone = roles.installation.with(OWNER, "");
    let program = alone.serve().await;
    alone.create_admin(EMAIL, PASSWORD).await;
    Client::new(&program.url).sign_in(EMAIL, PASSWORD).await;
    program.end().await;
    roles.server.stop().await.expect("a clean stop");
}

#[tokio::test]
async fn doctor_checks_the_migration_role() {
    let roles = TwoRoles::start().await;
    roles.as_superuser("create role stranger login").await;
    roles.installation.run(&["migrate"]).await.success();
    let output = roles.installation.run(&["doctor"]).await.success();
    assert!(output.contains("migration role: migrations can run as educators_forum"), "{output}");

    let elsewhere = roles.owner.replace("/educators_forum?", "/postgres?");
    let stranger = roles.owner.replace("//educators_forum@", "//stranger@");
    let mut installation = roles.installation;
    for (url, wrong) in [
        (elsewhere.as_str(), "it does not name the database of DATABASE_URL"),
        (stranger.as_str(), "its role stranger does not own the tables"),
        ("postgres://ann:sesame@127.0.0.1:1/forum", "Connection refused"),
    ] {
        installation = installation.with(OWNER, url);
        let CommandOutput { code, stdout: output, .. } = installation.run(&["doctor"]).await;
        assert_eq!(code, Some(1), "{output}");
        assert!(output.contains("WRONG  migration role: ") && output.contains(wrong), "{output}");
        assert!(output.contains(OWNER) && !output.contains("sesame"), "{output}");
    }
    roles.server.stop().await.expect("a clean stop");
}

#[tokio::test]
async fn a_site_role_that_can_change_the_audit_log_and_an_owner_of_another_database_are_refused() {
    let roles = TwoRoles::start().await;
    let elsewhere = roles.owner.replace("/educators_forum?", "/postgres?");
    let installation = roles.installation.with(OWNER, elsewhere);
    let output = TwoRoles::refused(&installation).await;
    assert!(output.contains(OWNER) && output.contains("does not name the database"), "{output}");

    let roles = TwoRoles { installation: installation.with(OWNER, &roles.owner), ..roles };
    let installation = &roles.installation;
    installation.run(&["migrate"]).await.success();
    for (gain, loss) in [
        ("alter role \"forum site\" superuser", "alter role \"forum site\" nosuperuser"),
        // Privileges granted to the role itself are revoked automatically. Privileges granted to PUBLIC are not.
        ("grant delete on audit_events to public", "revoke delete on audit_events from public"),
        ("grant truncate on audit_events to \"forum site\"", ""),
        ("grant educators_forum to \"forum site\"", "revoke educators_forum from \"forum site\""),
        (
            "alter schema public owner to \"forum site\"; grant all on schema public to educators_forum",
            "alter schema public owner to pg_database_owner",
        ),
    ] {
        roles.as_superuser(gain).await;
        if loss.is_empty() {
            installation.run(&["migrate"]).await.success();
            continue;
        }
        let output = TwoRoles::refused(installation).await;
        assert!(
            output.contains(OWNER) && output.contains("could still change the audit log"),
            "{gain}: {output}"
        );
        roles.as_superuser(loss).await;
    }
    installation.run(&["migrate"]).await.success();

    let same = roles.installation.with("DATABASE_URL", &roles.owner);
    same.run(&["serve"]).await.fails_with("educators_forum of DATABASE_URL could still change the audit log");
    roles.server.stop().await.expect("a clean stop");
}

#[tokio::test]
async fn a_role_that_may_not_create_the_extension_or_does_not_find_it_gets_instructions() {
    let roles = TwoRoles::start().await;
    roles.as_superuser("grant all on schema public to \"forum site\"").await;
    let installation = Installation::new().with("DATABASE_URL", &roles.site);
    let words = TwoRoles::refused(&installation).await;
    assert!(words.contains("permission denied to create extension"), "{words}");
    assert!(words.contains("`create extension pg_trgm` in this database"), "{words}");
    roles.as_superuser("create schema elsewhere").await;
    roles.as_superuser("create extension pg_trgm schema elsewhere").await;
    let words = TwoRoles::refused(&installation).await;
    assert!(words.contains("`alter extension pg_trgm set schema public`"), "{words}");
    roles.as_superuser("alter extension pg_trgm set schema public").await;
    installation.run(&["migrate"]).await.success();
    roles.server.stop().await.expect("a stopped server");
}
