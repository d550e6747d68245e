//! Query plans for a large audit log.

use forum_tests::builders::NOON;
use forum_tests::postgres::PostgresDatabase;
use sqlx::AssertSqlSafe;

/// 20,000 entries of 40 actors, actions and targets each.
const ENTRIES: &str = "insert into audit_events (id, at, actor_id, action, target_type, target_id)
    select gen_random_uuid(), $1 + n * interval '1 second', md5('actor' || n % 40)::uuid, 'verb.' || n % 40,
           'user', md5('target' || n % 40)::uuid
    from generate_series(1, 20000) n";

#[tokio::test]
async fn a_page_of_the_audit_log_is_read_along_an_index_under_every_filter() {
    let database = PostgresDatabase::fresh().await;
    let pool = database.pool();
    sqlx::query(ENTRIES).bind(NOON).execute(pool).await.expect("a long log");
    sqlx::query("analyze audit_events").execute(pool).await.expect("statistics");
    let id = "'00000000-0000-0000-0000-000000000000'::uuid";
    let cursor = format!("and (at, id) < ('2026-11-20 14:00:00+00', {id})");
    for filter in [
        String::new(),
        "and actor_id = md5('actor7')::uuid".to_owned(),
        "and action = 'verb.7'".to_owned(),
        "and target_id = md5('target7')::uuid".to_owned(),
    ] {
        for page in ["", &cursor] {
            let statement = format!(
                "explain select id, at from audit_events where true {filter} {page} order by at desc, id desc limit 26"
            );
            let plan: Vec<String> =
                sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(pool).await.expect("a plan");
            let plan = plan.join("\n");
            assert!(plan.contains("Index") && !plan.contains("Sort") && !plan.contains("Filter"), "{plan}");
        }
    }
}
