//! Exports of many rows: a user's own data is limited, and applications are read in batches.

use forum_domain::applications::{EXPORT_BATCH, ExportRequest, InternalColumns, ReviewFilter, Status};
use forum_domain::own_data::{APPLICATIONS_MAX, OwnData, ROWS_MAX};
use forum_tests::builders::{NOON, audit, id};
use forum_tests::postgres::PostgresDatabase;
use forum_tests::seed::Seed;
use forum_tests::stores::Stores;
use uuid::Uuid;

const PERSON: &str = "
    with ana as (insert into users (id, created_at) values ($1, $2) returning id)
    insert into profiles (user_id, first_name, last_name, email) select id, 'Ana', 'Li', 'ana@example.org' from ana";
/// More rows than an export has.
const SESSIONS: &str = "
    insert into sessions (id, user_id, counter, current_used, rotated_at, created_at, last_used_at, expires_at)
    select gen_random_uuid(), $1, 1, false, $2, $2, $2, $2 from generate_series(1, 6000)";
const MAILS: &str = "
    insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
    select gen_random_uuid(), n::text, 'new_device', 'ana@example.org', 'Ana', 'Li', $1, $1
    from generate_series(1, 6000) n";
const APPLICATIONS: &str = "
    insert into applications (id, user_id, status, submitted_at, reviewed_at, teaching_experience, teaching_position,
        school_district, subjects_taught, date_of_birth, address_line1, city, state, zip_code, phone, t_shirt_size)
    select gen_random_uuid(), $1, 'rejected', $2, $2, 'x', 'x', 'x', '{x}', '1980-01-01', 'x', 'x', 'x', 'x', 'x', 'M'
    from generate_series(1, 300)";

async fn copy(database: &PostgresDatabase, ana: Uuid) -> OwnData {
    let own_data = database.stores().own_data;
    own_data.collect(ana, audit("user.exported", ana)).await.expect("a result").expect("an owner")
}

#[tokio::test]
async fn an_export_contains_the_newest_rows_of_each_kind() {
    let database = PostgresDatabase::fresh().await;
    let (ana, pool) = (id(), database.pool());
    sqlx::query(PERSON).bind(ana).bind(NOON).execute(pool).await.expect("a profile");
    sqlx::query(SESSIONS).bind(ana).bind(NOON).execute(pool).await.expect("sessions");
    sqlx::query(MAILS).bind(NOON).execute(pool).await.expect("mails");
    sqlx::query(APPLICATIONS).bind(ana).bind(NOON).execute(pool).await.expect("applications");
    let latest = id();
    let newer = "update sessions set id = $1, created_at = created_at + interval '1 hour', expires_at = expires_at + interval '1 hour'
                 where id = (select min(id::text)::uuid from sessions)";
    sqlx::query(newer).bind(latest).execute(pool).await.expect("a newer row");
    let copy = copy(&database, ana).await;
    assert_eq!(copy.sessions.len(), ROWS_MAX as usize);
    assert_eq!(copy.sessions[0].id, latest);
    assert_eq!(copy.mails.len(), ROWS_MAX as usize);
    assert_eq!(copy.applications.len(), APPLICATIONS_MAX as usize);
}

/// Two full batches, so that the last fetch finds no row.
const SEED: Seed = Seed { applications: 2 * EXPORT_BATCH as u32, number: 7, until: NOON };

async fn exported(stores: &Stores, request: ExportRequest) -> Vec<Uuid> {
    let (total, mut rows) = stores.queue.export(request).await.expect("an open export");
    let mut ids = Vec::new();
    loop {
        let batch = rows.next().await.expect("readable rows");
        assert!(batch.len() <= EXPORT_BATCH, "{}", batch.len());
        if batch.is_empty() {
            break;
        }
        ids.extend(batch.into_iter().map(|row| row.detail.application.id));
    }
    assert_eq!(rows.next().await, Ok(Vec::new()), "no rows follow the end");
    assert_eq!(total, ids.len() as u64);
    ids
}

#[tokio::test]
async fn an_export_of_several_batches_has_each_row_once_and_in_order() {
    let database = PostgresDatabase::fresh().await;
    SEED.sow(database.pool(), false).await.expect("a seeded database");
    let stores = database.stores();
    let all = "select id from applications order by submitted_at desc, id desc";
    let all: Vec<Uuid> = sqlx::query_scalar(all).fetch_all(database.pool()).await.expect("ids");
    let pending = "select id from applications where status = 'pending' order by submitted_at desc, id desc";
    let pending: Vec<Uuid> = sqlx::query_scalar(pending).fetch_all(database.pool()).await.expect("ids");
    assert_eq!(all.len(), 2 * EXPORT_BATCH);
    assert_ne!(pending.len() % EXPORT_BATCH, 0);

    let named = InternalColumns { reviewer: true, note: true };
    assert_eq!(exported(&stores, ExportRequest::default()).await, all);
    assert_eq!(exported(&stores, ExportRequest { columns: named, ..ExportRequest::default() }).await, all);
    let filter = ReviewFilter { status: Some(Status::Pending), ..ReviewFilter::default() };
    assert_eq!(exported(&stores, ExportRequest { filter, ..ExportRequest::default() }).await, pending);
}

#[tokio::test]
async fn an_export_ends_at_a_row_that_cannot_be_read() {
    let database = PostgresDatabase::fresh().await;
    SEED.sow(database.pool(), false).await.expect("a seeded database");
    let unreadable = "alter table applications alter phone drop not null;
        update applications set phone = null
        where id = (select id from applications order by submitted_at desc, id desc limit 1)";
    sqlx::raw_sql(unreadable).execute(database.pool()).await.expect("a row without a number");
    let opened = database.stores().queue.export(ExportRequest::default()).await;
    let (_, mut rows) = opened.expect("an open export");
    rows.next().await.expect_err("a row without a number");
    assert_eq!(rows.next().await, Ok(Vec::new()), "no batch is left out");
}
