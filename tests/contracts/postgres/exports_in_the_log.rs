//! Tests migration 0050 on audit entries for exports.

use forum_tests::builders::{NOON, id};
use forum_tests::contract::Backend;
use forum_tests::postgres::PostgresDatabase;
use serde_json::{Value, json};

const MIGRATION: &str = include_str!("../../../migrations/0050_acts_of_administrators.sql");

#[tokio::test]
async fn the_migration_removes_search_text_and_the_log_stays_insert_only() {
    let database = PostgresDatabase::fresh().await;
    let pool = database.pool();
    let searched = json!({"status": "pending", "q": "Ana Li", "sort": "name", "order": "asc", "rows": "2"});
    let all = json!({"sort": "name", "order": "asc", "rows": "9"});
    for (action, detail) in
        [("applications.exported", &searched), ("applications.exported", &all), ("role.granted", &searched)]
    {
        sqlx::query(
            "insert into audit_events (id, at, action, target_type, target_id, detail)
             values ($1, $2, $3, 'export', $1, $4)",
        )
        .bind(id())
        .bind(NOON)
        .bind(action)
        .bind(detail)
        .execute(pool)
        .await
        .expect("an entry");
    }
    sqlx::raw_sql(MIGRATION).execute(pool).await.expect("an applied migration");
    let read = "select detail from audit_events order by action, detail ? 'status' desc";
    let details: Vec<Value> = sqlx::query_scalar(read).fetch_all(pool).await.expect("the log");
    let kept = json!({"status": "pending", "searched": "true", "sort": "name", "order": "asc", "rows": "2"});
    assert_eq!(details, [kept, all, searched]);
    let changed = sqlx::query("update audit_events set detail = '{}'").execute(pool).await;
    assert!(changed.is_err_and(|error| error.to_string().contains("insert-only")));
    database.remove().await;
}
