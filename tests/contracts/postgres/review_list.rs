//! The review list and its counts stay equal to their sources.

use forum_adapters::postgres::ConnectionPool;
use forum_domain::applications::Decision;
use forum_tests::builders::NOON;
use sqlx::AssertSqlSafe;
use tokio::task::JoinSet;

use super::PostgresDatabase;

/// Rows that differ from their sources or exist on one side only.
const STALE: &str = "select count(*) from (
        select a.id, p.first_name, p.last_name, p.email, a.teaching_position, a.school_district, a.status, a.submitted_at,
               a.reviewed_at, a.city, state_key(a.state) as state_key, subject_keys(a.subjects_taught) as subject_keys,
               exists (select from application_notes n where n.application_id = a.id) as has_notes
        from applications a left join profiles p on p.user_id = a.user_id
    ) source
    full join application_list l on l.application_id = source.id
    where (source.id, source.first_name, source.last_name, source.email, source.teaching_position, source.school_district,
           source.status, source.submitted_at, source.reviewed_at, source.city, source.state_key, source.subject_keys,
           source.has_notes)
        is distinct from
        (l.application_id, l.first_name, l.last_name, l.email, l.teaching_position, l.school_district,
         l.status, l.submitted_at, l.reviewed_at, l.city, l.state_key, l.subject_keys, l.has_notes)";

async fn run(pool: &ConnectionPool, statement: &'static str) {
    sqlx::raw_sql(statement).execute(pool).await.expect("a valid statement");
}

async fn number(pool: &ConnectionPool, query: &str) -> i64 {
    sqlx::query_scalar(AssertSqlSafe(query.to_owned())).fetch_one(pool).await.expect("a number")
}

#[tokio::test]
async fn the_list_follows_every_change_to_its_sources() {
    let database = PostgresDatabase::fresh().await;
    let (stores, pool) = (database.stores(), database.pool());
    let ana = stores.applicant("ana@example.org").await;
    let decided = stores.submitted(ana, NOON).await.id;
    for email in ["bo@example.org", "cy@example.org", "di@example.org", "ed@example.org"] {
        let user_id = stores.applicant(email).await;
        stores.submitted(user_id, NOON).await;
    }
    assert_eq!(
        (number(pool, STALE).await, number(pool, "select count(*) from application_list").await),
        (0, 5)
    );
    let admin = stores.admin().await;
    stores.decide(decided, Decision::Reject, admin, NOON).await;
    stores.submitted(ana, NOON).await;
    for statement in [
        "update profiles set first_name = 'Anna' where lower(email) = 'ana@example.org'",
        "update profiles set email = 'moved@example.org' where lower(email) = 'bo@example.org'",
        "update profiles set last_name = upper(last_name)",
        "update applications set school_district = 'Polk'",
        "update applications set teaching_position = 'Principal'",
        "update applications set city = 'Miami', state = 'TX', subjects_taught = '{Latin, AP Art}'",
        "update applications set submitted_at = submitted_at - interval '1 day'",
        "insert into application_notes (id, application_id, author_id, text, created_at, updated_at, audited_at, version)
         select gen_random_uuid(), a.id, r.user_id, 'Called.', submitted_at, submitted_at, submitted_at, gen_random_uuid()
         from applications a, user_roles r, generate_series(1, 2) where r.role = 'admin'",
        "delete from application_notes where id in (select distinct on (application_id) id from application_notes)",
        "delete from application_notes where application_id in (select id from applications where status = 'pending' limit 2)",
        "delete from profiles where lower(email) = 'cy@example.org'",
        "insert into profiles (user_id, first_name, last_name, email)
         select user_id, 'Cy', 'Again', 'cy@example.org' from applications
         where user_id not in (select user_id from profiles)",
        "update profiles set user_id = (select id from users where id not in (select user_id from profiles) limit 1)
         where false",
        "delete from users where id = (select user_id from profiles where email = 'di@example.org')",
        "insert into applications (id, user_id, status, submitted_at, reviewed_at, teaching_experience,
             teaching_position, school_district, subjects_taught, date_of_birth, address_line1, city, state, zip_code,
             phone, t_shirt_size)
         select gen_random_uuid(), user_id, 'rejected', submitted_at, submitted_at, 'x', 'By hand', 'y', '{}',
             date_of_birth, 'z', 'c', 's', 'zip', 'phone', 'M'
         from applications where status = 'pending'",
    ] {
        run(pool, statement).await;
        assert_eq!(number(pool, STALE).await, 0, "after {statement}");
    }
    stores.delete_account(ana).await;
    assert_eq!(number(pool, STALE).await, 0);
    let nameless = "select count(*) from application_list where first_name is null and email is null
                    and search_words not like '%ana%' and search_words not like '%moved%'";
    assert_eq!(number(pool, nameless).await, 2, "the decided ones of the deleted account");
    let wrong = "select count(*) from (
            select known_state(state) as state, status, count(*) as rows from applications group by 1, 2
        ) a full join (
            select state, status, sum(delta) as rows from application_count_changes
            group by state, status having sum(delta) <> 0
        ) c using (state, status) where a.rows is distinct from c.rows";
    assert_eq!(number(pool, wrong).await, 0);
    run(pool, "truncate applications cascade").await;
    assert_eq!((number(pool, STALE).await, number(pool, wrong).await), (0, 0));
    drop(stores);
}

/// The second writer waits for the first, so no row keeps an old value.
#[tokio::test]
async fn a_name_that_changes_during_a_submission_is_in_the_list() {
    let database = PostgresDatabase::fresh().await;
    let (stores, pool) = (database.stores(), database.pool());
    let ana = stores.applicant("ana@example.org").await;
    stores.submitted(ana, NOON).await;
    let again = "insert into applications (id, user_id, status, submitted_at, reviewed_at, teaching_experience,
            teaching_position, school_district, subjects_taught, date_of_birth, address_line1, city, state, zip_code,
            phone, t_shirt_size)
        select gen_random_uuid(), user_id, 'rejected', submitted_at, submitted_at, 'x', 'By hand', 'y', '{}',
            date_of_birth, 'z', 'c', 's', 'zip', 'phone', 'M'
        from applications where status = 'pending'";
    let rename = "update profiles set first_name = first_name || 'x'";
    for (first, second) in [(again, rename), (rename, again)] {
        let mut tx = pool.begin().await.expect("a transaction");
        sqlx::raw_sql(first).execute(&mut *tx).await.expect("a first write");
        let mut waiting = JoinSet::new();
        let other = pool.clone();
        waiting.spawn(async move { run(&other, second).await });
        let waits = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        while number(pool, waits).await == 0 {
            assert!(waiting.try_join_next().is_none(), "the second did not wait");
            tokio::task::yield_now().await;
        }
        tx.commit().await.expect("a first commit");
        waiting.join_next().await.expect("one task").expect("a finished second task");
        assert_eq!(number(pool, STALE).await, 0);
    }
    drop(stores);
}

/// The second writer waits for the first, and then sees its change.
#[tokio::test]
async fn a_note_that_is_added_while_the_last_one_is_deleted_is_in_the_list() {
    let database = PostgresDatabase::fresh().await;
    let (stores, pool) = (database.stores(), database.pool());
    let ana = stores.applicant("ana@example.org").await;
    stores.submitted(ana, NOON).await;
    let add = "insert into application_notes (id, application_id, author_id, text, created_at, updated_at, audited_at,
            version)
        select gen_random_uuid(), id, user_id, 'New.', submitted_at, submitted_at, submitted_at, gen_random_uuid()
        from applications";
    let delete = "delete from application_notes";
    for (first, second) in [(delete, add), (add, delete)] {
        run(pool, add).await;
        let mut tx = pool.begin().await.expect("a transaction");
        sqlx::raw_sql(first).execute(&mut *tx).await.expect("a first write");
        let mut waiting = JoinSet::new();
        let other = pool.clone();
        waiting.spawn(async move { run(&other, second).await });
        let waits = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        while number(pool, waits).await == 0 {
            assert!(waiting.try_join_next().is_none(), "the second did not wait");
            tokio::task::yield_now().await;
        }
        tx.commit().await.expect("a first commit");
        waiting.join_next().await.expect("one task").expect("a finished second task");
        assert_eq!(number(pool, STALE).await, 0);
    }
    drop(stores);
}

/// A statement may take 5 s.
#[tokio::test]
async fn counts_are_folded_in_batches() {
    let database = PostgresDatabase::fresh().await;
    let pool = database.pool();
    run(
        pool,
        "insert into application_count_changes select 'tx', 'pending', 1 from generate_series(1, 25000);
         create table batches (size bigint);
         create function note_batch() returns trigger language plpgsql as
             'begin insert into batches select count(*) from gone; return null; end';
         create trigger noted after delete on application_count_changes referencing old table as gone
             for each statement execute function note_batch()",
    )
    .await;
    let stores = database.stores();
    stores.leftovers.fold_counts().await.expect("folded counts");
    assert_eq!(number(pool, "select max(size) from batches").await, 10_000);
    let folded = "select sum(delta)::bigint * count(*) from application_count_changes";
    assert_eq!(number(pool, folded).await, 25_000, "in one row");
    drop(stores);
}
