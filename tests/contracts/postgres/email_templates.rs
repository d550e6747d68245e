//! Query plans for a large mail log.

use forum_tests::builders::NOON;
use forum_tests::postgres::PostgresDatabase;
use sqlx::AssertSqlSafe;

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
}
