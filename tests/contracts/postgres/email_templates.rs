//! Tests migrations 0025 and 0051 on the previous schema, and query plans for a large mail log.

use std::borrow::Cow;
use std::path::Path;

use forum_adapters::postgres::migrate;
use forum_tests::builders::NOON;
use forum_tests::contract::Backend;
use forum_tests::postgres::PostgresDatabase;
use sqlx::AssertSqlSafe;
use sqlx::migrate::Migrator;

/// The schema before stored templates could be edited.
async fn before(database: &PostgresDatabase) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let all = Migrator::new(folder).await.expect("the migrations");
    let earlier = all.migrations.iter().filter(|migration| migration.version < 25).cloned().collect();
    let mut old = Migrator::DEFAULT;
    old.migrations = Cow::Owned(earlier);
    old.run(&mut *database.pool().acquire().await.expect("a connection")).await.expect("an old schema");
}

#[tokio::test]
async fn shipped_templates_are_replaced_unless_they_were_edited() {
    let database = PostgresDatabase::empty().await;
    before(&database).await;
    let pool = database.pool();
    for edit in [
        "update email_templates set html_content = html_content || ' ' where template_name = 'application_rejected'",
        "update email_templates set version = 2 where template_name = 'application_submitted'",
    ] {
        sqlx::query(edit).execute(pool).await.expect("an edited row");
    }
    let queue =
        "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
                 select gen_random_uuid(), kind, kind, 'ana@school.example', 'Ana', 'Li', $1, $1
                 from unnest(array['verify_email', 'application_approved', 'email_restored']) kind";
    sqlx::query(queue).bind(NOON).execute(pool).await.expect("waiting mails");
    let texts =
        "select template_name, subject, html_content, version from email_templates order by template_name";
    let old: Vec<(String, String, String, i32)> = sqlx::query_as(texts).fetch_all(pool).await.expect("texts");
    migrate(pool).await.expect("the schema of this version");
    let new: Vec<(String, String, String, i32)> = sqlx::query_as(texts).fetch_all(pool).await.expect("texts");
    assert_eq!((&new[1], &new[2]), (&old[1], &old[2]), "rejected and submitted were edited");
    assert_eq!((new[0].0.as_str(), new[0].3), ("application_approved", 1));
    assert!(new[0].2.starts_with("<h1>") && !old[0].2.starts_with("<h1>"), "{new:?}");
    assert!(new[0].2.contains("<h2>What you can do now</h2>"), "{new:?}");
    let versions = "select template_name, subject, html_content, version from email_template_versions
                    order by template_name";
    let kept: Vec<(String, String, String, i32)> =
        sqlx::query_as(versions).fetch_all(pool).await.expect("versions");
    assert_eq!(kept, new, "the history begins with what is stored now");
    database.remove().await;
}

#[tokio::test]
async fn a_page_of_the_mail_log_is_read_along_an_index() {
    let database = PostgresDatabase::fresh().await;
    let pool = database.pool();
    // Of 20,000 mails, 40 have failed and 20 are waiting.
    let mails =
        "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at, state)
        select gen_random_uuid(), n::text, 'account_exists', 'p@example.org', 'Ana', 'Li',
               $1 + n * interval '1 second', $1,
               case when n % 500 = 0 then 'failed' when n % 1000 = 1 then 'queued' else 'sent' end
        from generate_series(1, 20000) n";
    sqlx::query(mails).bind(NOON).execute(pool).await.expect("a long log");
    sqlx::query("analyze outbox").execute(pool).await.expect("statistics");
    let cursor =
        "and (queued_at, id) < ('2026-11-20 15:00:00+00', '00000000-0000-0000-0000-000000000000'::uuid)";
    for (filter, index) in [
        ("true", "outbox_queued_idx"),
        ("state = 'sent'", "outbox_queued_idx"),
        ("state = 'failed'", "outbox_failed_idx"),
        ("state = 'queued'", "outbox_due_idx"),
    ] {
        for page in ["", cursor] {
            let statement = format!(
                "explain select id, kind, to_email, state, attempts, queued_at, last_error from outbox
                 where {filter} {page} order by queued_at desc, id desc limit 26"
            );
            let plan: Vec<String> =
                sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(pool).await.expect("a plan");
            let plan = plan.join("\n");
            assert!(plan.contains(index) && !plan.contains("Seq Scan"), "{filter}: {plan}");
        }
    }
    database.remove().await;
}
