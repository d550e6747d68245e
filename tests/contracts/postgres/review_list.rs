//! The review list and its counts stay equal to their sources.

use forum_adapters::postgres::{ConnectionPool, examine_invariants};
use forum_domain::applications::Decision;
use forum_tests::builders::NOON;
use sqlx::AssertSqlSafe;
use tokio::task::JoinSet;

use super::invariants::MOMENTS;
use forum_tests::stores::Stores;

/// The invariants about the list and its counts that do not hold.
async fn stale(pool: &ConnectionPool) -> Vec<&'static str> {
    let examined = examine_invariants(pool, MOMENTS).await.expect("a result");
    let broken = examined.into_iter().filter(|(_, violations)| violations.count > 0);
    let subjects = broken.map(|(invariant, _)| invariant.subject);
    subjects.filter(|subject| ["counts", "counts by state", "review list"].contains(subject)).collect()
}

async fn run(pool: &ConnectionPool, statement: &'static str) {
    sqlx::raw_sql(statement).execute(pool).await.expect("a valid statement");
}

async fn number(pool: &ConnectionPool, query: &str) -> i64 {
    sqlx::query_scalar(AssertSqlSafe(query.to_owned())).fetch_one(pool).await.expect("a number")
}

#[tokio::test]
async fn the_list_follows_every_change_to_its_sources() {
    let stores = &Stores::fresh().await;
    let pool = stores.pool();
    let ana = stores.applicant("ana@example.org").await;
    let decided = stores.submitted(ana, NOON).await.id;
    for email in ["bo@example.org", "cy@example.org", "di@example.org", "ed@example.org"] {
        let user_id = stores.applicant(email).await;
        stores.submitted(user_id, NOON).await;
    }
    assert_eq!(stale(pool).await, [""; 0]);
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
        "insert into application_marks (application_id, user_id, mark)
         select a.id, r.user_id, case when status = 'pending' then 'yes' else 'no' end
         from applications a, user_roles r where r.role = 'admin'",
        "update application_marks set mark = 'maybe' where mark = 'yes'",
        "delete from application_marks where application_id in (select id from applications where status = 'pending' limit 2)",
        "insert into application_change_requests (id, application_id, requested_by, message, fields, created_at)
         select gen_random_uuid(), a.id, r.user_id, 'Which city?', '{city}', submitted_at
         from applications a, user_roles r where r.role = 'admin' and status = 'pending'",
        "update application_change_requests set closed_at = created_at, outcome = 'resubmitted'
         where id = (select id from application_change_requests limit 1)",
        "delete from application_change_requests where closed_at is null",
        "update applications set teaching_experience = 'Twelve years.'",
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
        assert_eq!(stale(pool).await, [""; 0], "after {statement}");
    }
    stores.delete_account(ana).await;
    assert_eq!(stale(pool).await, [""; 0]);
    let nameless = "select count(*) from application_list where first_name is null and email is null
                    and search_words not like '%ana%' and search_words not like '%moved%'";
    assert_eq!(number(pool, nameless).await, 2, "the decided ones of the deleted account");
    run(pool, "truncate applications cascade").await;
    assert_eq!(stale(pool).await, [""; 0]);
}

/// The second writer waits for the first and sees its change, so that no row keeps an old value.
#[tokio::test]
async fn a_source_that_changes_during_another_change_is_in_the_list() {
    let stores = &Stores::fresh().await;
    let pool = stores.pool();
    let ana = stores.applicant("ana@example.org").await;
    stores.submitted(ana, NOON).await;
    let again = "insert into applications (id, user_id, status, submitted_at, reviewed_at, teaching_experience,
            teaching_position, school_district, subjects_taught, date_of_birth, address_line1, city, state, zip_code,
            phone, t_shirt_size)
        select gen_random_uuid(), user_id, 'rejected', submitted_at, submitted_at, 'x', 'By hand', 'y', '{}',
            date_of_birth, 'z', 'c', 's', 'zip', 'phone', 'M'
        from applications where status = 'pending'";
    let rename = "update profiles set first_name = first_name || 'x'";
    let note = "insert into application_notes (id, application_id, author_id, text, created_at, updated_at, audited_at,
            version)
        select gen_random_uuid(), id, user_id, 'New.', submitted_at, submitted_at, submitted_at, gen_random_uuid()
        from applications where status = 'pending'";
    let delete = "delete from application_notes";
    for (first, second) in [(again, rename), (rename, again), (delete, note), (note, delete)] {
        run(pool, note).await;
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
        assert_eq!(stale(pool).await, [""; 0], "{first} and {second}");
    }
}

/// A statement may take 5 s.
#[tokio::test]
async fn counts_are_folded_in_batches() {
    let stores = &Stores::fresh().await;
    let pool = stores.pool();
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
    stores.leftovers.fold_counts().await.expect("folded counts");
    assert_eq!(number(pool, "select max(size) from batches").await, 10_000);
    let folded = "select sum(delta)::bigint * count(*) from application_count_changes";
    assert_eq!(number(pool, folded).await, 25_000, "in one row");
}
