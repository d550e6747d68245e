//! Query plans for a large review list, according to the server's scan statistics.

use std::collections::BTreeSet;

use forum_adapters::postgres::{ConnectionPool, MailSignal, PgReviewStore, PgUserStore};
use forum_domain::accounts::Role;
use forum_domain::applications::{
    ApplicationSummary, ChangesFilter, Mark, MarkFilter, ReviewFilter, ReviewSort, ReviewStore, Status,
    TeamMark, state_key,
};
use forum_domain::shared::{Listing, Order, Page};
use forum_domain::users::{UserFilter, UserSort, UserStore};
use forum_tests::builders::NOON;
use forum_tests::postgres::{PATIENCE, PostgresDatabase};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

/// 20,000 applications: one in twenty pending, one in forty from Texas, in thirty about physics and in fifty with a note; a
/// common district, a rare word.
const FILLED: [&str; 8] = [
    "insert into users (id, created_at) select md5('user' || n)::uuid, $1 from generate_series(1, 20000) n",
    "insert into profiles (user_id, first_name, last_name, email)
     select md5('user' || n)::uuid, 'Ana', 'Last' || n % 997, 'teacher' || n || '@example.org'
     from generate_series(1, 20000) n where $1 is not null",
    "insert into applications (id, user_id, status, submitted_at, reviewed_at, teaching_experience, teaching_position,
         school_district, subjects_taught, date_of_birth, address_line1, city, state, zip_code, phone, t_shirt_size)
     select gen_random_uuid(), md5('user' || n)::uuid, status, $1 + n * interval '1 minute',
            case when status <> 'pending' then $1 + n * interval '2 minutes' end, repeat('Many years. ', 30),
            'Grade ' || n % 12 || ' teacher', case n % 4 when 0 then 'Hillsborough' else 'District ' || n % 300 end,
            case n % 30 when 0 then '{Math,Physics}' else '{Math}' end::text[], date '1980-01-01', '1 Main Street', 'Tampa',
            case n % 40 when 7 then 'Texas' else 'Florida' end, '33601', '(813) 555-0100', 'M'
     from (select n, case n % 20 when 0 then 'pending' when 1 then 'rejected' else 'approved' end as status
           from generate_series(1, 20000) n) numbered",
    "insert into application_notes (id, application_id, author_id, text, created_at, updated_at, audited_at, version)
     select gen_random_uuid(), a.id, md5('user1')::uuid, 'Called.', $1, $1, $1, gen_random_uuid()
     from applications a where hashtext(a.user_id::text) % 50 = 0",
    "insert into application_marks (application_id, user_id, mark)
     select a.id, md5('user' || m)::uuid, case when hashtext(a.user_id::text) % 3 = m then 'no' else 'yes' end
     from applications a, generate_series(1, 2) m where a.status = 'pending' and $1 is not null",
    "update applications set teaching_experience = 'A quixotic year.' where user_id = md5('user4713')::uuid and $1 is not null",
    "update profiles set last_name = 'Zyxwvut' where email = 'teacher4711@example.org' and $1 is not null",
    "update profiles set last_name = last_name || 'son' where email like 'teacher1%' and $1 is not null",
];

async fn fill(database: &PostgresDatabase) {
    for statement in FILLED {
        sqlx::query(statement).bind(NOON).execute(database.pool()).await.expect("a long list");
        // Triggers would keep plans for empty tables.
        sqlx::raw_sql("analyze").execute(database.pool()).await.expect("statistics");
    }
}

struct Scans {
    /// Full scans of `applications`.
    whole: i64,
    /// Full scans of `application_list`.
    whole_list: i64,
    /// Scans of the trigram index.
    trigrams: i64,
}

/// Scans since the server's start. `pool` has one connection, which reports its own first.
async fn scans(pool: &ConnectionPool) -> Scans {
    sqlx::raw_sql("select pg_stat_force_next_flush()").execute(pool).await.expect("sent statistics");
    let (whole, whole_list, trigrams) = sqlx::query_as(
        "select (select seq_scan from pg_stat_user_tables where relname = 'applications'),
                (select seq_scan from pg_stat_user_tables where relname = 'application_list'),
                (select idx_scan from pg_stat_user_indexes where indexrelname = 'application_list_words_idx')",
    )
    .fetch_one(pool)
    .await
    .expect("statistics");
    Scans { whole, whole_list, trigrams }
}

/// Reads the first page, the next and back, and returns the total. Repeats this ten times, because the server uses a
/// generic plan after five executions.
async fn walk(queue: &PgReviewStore, filter: &ReviewFilter, sort: ReviewSort, order: Order) -> (u64, bool) {
    let mut total = None;
    for _ in 0..10 {
        let request = || filter.page(Page { limit: 50, offset: 0 }, sort, order);
        let read = async |page| queue.list(filter.clone(), page).await.expect("a result").0;
        let first: Listing<_> = read(request()).await;
        total = Some((first.total, first.total_is_exact));
        if let Some(cursor) = &first.next_cursor {
            let second = read(request().at(cursor).expect("a cursor of this list")).await;
            let cursor = second.prev_cursor.expect("a previous page");
            let back = read(request().at(&cursor).expect("a cursor of this list")).await;
            assert_eq!(back.items, first.items);
        }
    }
    total.expect("ten rounds")
}

/// The ids of the first two pages, sorted by the database.
async fn expected(pool: &ConnectionPool, filter: &ReviewFilter, sort: ReviewSort, order: Order) -> Vec<Uuid> {
    let keys = match sort {
        ReviewSort::SubmittedAt => vec!["submitted_at"],
        ReviewSort::Name => vec!["last_key", "first_key"],
        ReviewSort::Email => vec!["lower(email)"],
        ReviewSort::TeachingPosition => vec!["lower(teaching_position)"],
        ReviewSort::Status => vec!["status", "submitted_at"],
        ReviewSort::Marks => vec!["balance", "submitted_at"],
        ReviewSort::ChangedAt => vec!["changed_at"],
    };
    let mut sql = "select application_id from application_list l where true".to_owned();
    if let Some(status) = filter.status {
        sql += &format!(" and status = '{}'", status.as_str());
    }
    if let Some(keys) = filter.places() {
        sql += &format!(" and state_key in ('{}')", keys.join("', '"));
    }
    for key in filter.subject_keys().unwrap_or_default() {
        sql += &format!(" and '{key}' = any(subject_keys)");
    }
    if let Some(has_notes) = filter.has_notes {
        sql +=
            &format!(" and {has_notes} = (application_id in (select application_id from application_notes))");
    }
    if let Some(mark) = filter.mark {
        let mark = mark.mark().map_or("none", Mark::as_str);
        sql += &format!(
            " and '{mark}' = coalesce((select m.mark from application_marks m
                                       where m.application_id = l.application_id and m.user_id = '{}'), 'none')",
            filter.reader,
        );
    }
    if let Some(team) = filter.team {
        sql += &format!(" and team_mark(yes, no) = '{}'", team.as_str());
    }
    if let Some(changes) = filter.changes {
        sql += &format!(" and coalesce(changes_of(application_id), 'none') = '{}'", changes.as_str());
    }
    if sort == ReviewSort::Marks || filter.team.is_some() {
        sql += &format!(
            " and application_id not in (select id from applications where user_id = '{}')",
            filter.reader
        );
    }
    for part in filter.words().iter().flat_map(|words| words.parts().collect::<Vec<_>>()) {
        let begins = part.trim_start();
        sql += &format!(
            " and (strpos(search_words, '{part}') > 0 or exists (
                       select from unnest(tsvector_to_array(experience_words)) word where starts_with(word, '{begins}')))"
        );
    }
    let order = order.as_str();
    let keys: Vec<String> =
        keys.iter().chain(&["application_id"]).map(|key| format!("{key} {order}")).collect();
    sql += &format!(" order by {} limit 100", keys.join(", "));
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(pool).await.expect("readable rows")
}

/// However far a search walks along the sort order, it reads the pages that sorting all matches gives.
#[tokio::test]
async fn every_page_of_a_search_has_the_rows_that_are_next_in_the_sort_order() {
    let database = PostgresDatabase::fresh().await;
    fill(&database).await;
    let queue = PgReviewStore::new(database.pool().clone(), MailSignal::default());
    let table = [
        (None, Some("teacher4711@")),
        (None, Some("Zyxwvut")),
        (None, Some("HILLSborough")),
        (None, Some("grade 7")),
        (None, Some("last99 hillsborough")),
        (Some(Status::Pending), Some("hillsborough")),
        (Some(Status::Pending), Some("grade 9")),
        (Some(Status::Rejected), None),
        (None, Some("no such word")),
        (None, Some("te")),
    ];
    let any = ReviewFilter::default;
    let reader =
        sqlx::query_scalar("select md5('user1')::uuid").fetch_one(database.pool()).await.expect("an id");
    let searched =
        table.map(|(status, query)| ReviewFilter { status, query: query.map(str::to_owned), ..any() });
    let text = |text: &str| Some(text.to_owned());
    let filtered = [
        ReviewFilter { has_notes: Some(true), ..any() },
        ReviewFilter { has_notes: Some(false), query: text("zyxwvut"), ..any() },
        ReviewFilter { has_notes: Some(true), status: Some(Status::Pending), ..any() },
        ReviewFilter { has_notes: Some(true), states: BTreeSet::from([state_key("TX")]), ..any() },
        ReviewFilter { subject: text("physics math"), states: BTreeSet::from([state_key("Texas")]), ..any() },
        ReviewFilter {
            subject: text("math"),
            status: Some(Status::Rejected),
            states: BTreeSet::from([state_key("TX")]),
            ..any()
        },
        ReviewFilter { subject: text("physics"), query: text("grade 3"), ..any() },
        ReviewFilter { query: text("quixo"), ..any() },
        ReviewFilter { query: text("uixotic"), ..any() },
        ReviewFilter { states: ["tx", "fl"].map(str::to_owned).into(), query: text("grade 3"), ..any() },
        ReviewFilter { team: Some(TeamMark::Divided), ..any() },
        ReviewFilter { team: Some(TeamMark::Yes), states: BTreeSet::from(["tx".to_owned()]), ..any() },
        ReviewFilter { mark: Some(MarkFilter::No), reader, ..any() },
        ReviewFilter { mark: Some(MarkFilter::None), status: Some(Status::Pending), reader, ..any() },
        ReviewFilter { changes: Some(ChangesFilter::Requested), ..any() },
    ];
    for filter in searched.into_iter().chain(filtered) {
        for sort in ReviewSort::ALL {
            for order in [Order::Asc, Order::Desc] {
                let expected = expected(database.pool(), &filter, sort, order).await;
                let request = |offset| filter.page(Page { limit: 50, offset }, sort, order);
                let read = async |page| queue.list(filter.clone(), page).await.expect("a result").0;
                let ids = |page: &Listing<ApplicationSummary>| -> Vec<Uuid> {
                    page.items.iter().map(|item| item.id).collect()
                };
                let first = read(request(0)).await;
                let mut found = ids(&first);
                if let Some(cursor) = &first.next_cursor {
                    let second = read(request(0).at(cursor).expect("a cursor of this list")).await;
                    assert_eq!(
                        ids(&read(request(50)).await),
                        ids(&second),
                        "{filter:?} by {sort:?} {order:?}"
                    );
                    let cursor = second.prev_cursor.as_ref().expect("a previous page");
                    let back = read(request(0).at(cursor).expect("a cursor of this list")).await;
                    assert_eq!(ids(&back), found, "{filter:?} by {sort:?} {order:?}");
                    found.extend(ids(&second));
                }
                assert_eq!(found, expected, "{filter:?} by {sort:?} {order:?}");
            }
        }
    }
}

/// Rows that an offset skips, or that a search walks along, are not looked up.
#[tokio::test]
async fn a_page_looks_up_the_requests_for_changes_of_its_rows_only() {
    let database = PostgresDatabase::fresh().await;
    fill(&database).await;
    let requests = "insert into application_change_requests
                        (id, application_id, requested_by, message, fields, created_at)
                    select gen_random_uuid(), id, user_id, 'Which city?', '{city}', submitted_at
                    from applications where status = 'pending'; analyze";
    sqlx::raw_sql(requests).execute(database.pool()).await.expect("requests");
    let pool = ConnectionPool::new(database.pool().options().clone(), 1, PATIENCE);
    let queue = PgReviewStore::new(pool.clone(), MailSignal::default());
    let lookups = async || -> i64 {
        sqlx::raw_sql("select pg_stat_force_next_flush()").execute(&pool).await.expect("sent statistics");
        let sql = "select seq_scan + idx_scan from pg_stat_user_tables where relname = 'application_change_requests'";
        sqlx::query_scalar(sql).fetch_one(&pool).await.expect("statistics")
    };
    for query in [None, Some("teacher"), Some("zyxwvut"), Some("grade 7")] {
        let filter = ReviewFilter { query: query.map(str::to_owned), ..ReviewFilter::default() };
        for sort in ReviewSort::ALL {
            for offset in [0, 1_000] {
                let before = lookups().await;
                let page = filter.page(Page { limit: 50, offset }, sort, Order::Desc);
                let items = queue.list(filter.clone(), page).await.expect("a result").0.items;
                let looked_up = lookups().await - before;
                // One row more shows that the list goes on, and a search reads the page up to three times.
                let most = if query.is_none() { 51 } else { 3 * 51 };
                let least = i64::try_from(items.len()).expect("a small number");
                assert!(
                    (least..=most).contains(&looked_up),
                    "{query:?} by {sort:?} from {offset}: {looked_up}"
                );
            }
        }
    }
    pool.close().await;
}

/// A rare word is found among 20,000 users, each with two roles.
#[tokio::test]
async fn a_search_finds_a_user_with_several_roles_once() {
    let database = PostgresDatabase::fresh().await;
    fill(&database).await;
    let roles = "insert into user_roles (user_id, role, granted_at)
                 select id, role, created_at from users, unnest(array['applicant', 'member']) role";
    sqlx::raw_sql(roles).execute(database.pool()).await.expect("roles");
    let directory = PgUserStore::new(database.pool().clone(), MailSignal::default());
    let filter = UserFilter { role: Some(Role::Member), query: Some("zyxwvut".to_owned()), state: None };
    for sort in UserSort::ALL {
        for order in [Order::Asc, Order::Desc] {
            let page = filter.page(Page { limit: 50, offset: 0 }, sort, order);
            let found = directory.list(filter.clone(), page).await.expect("a result");
            let names: Vec<&str> = found.items.iter().map(|item| item.user.name.last.as_str()).collect();
            assert_eq!((names, found.total), (vec!["Zyxwvut"], 1), "by {sort:?} {order:?}");
        }
    }
}

#[tokio::test]
async fn no_page_of_the_review_list_reads_all_applications() {
    let database = PostgresDatabase::fresh().await;
    fill(&database).await;
    let pool = ConnectionPool::new(database.pool().options().clone(), 1, PATIENCE);
    let queue = PgReviewStore::new(pool.clone(), MailSignal::default());

    let table = [
        (None, None, (20_000, true)),
        (Some(Status::Pending), None, (1_000, true)),
        (Some(Status::Approved), None, (18_000, true)),
        (None, Some("teacher4711@"), (1, true)),
        (None, Some("Zyxwvut"), (1, true)),
        (None, Some("HILLSborough"), (1_000, false)),
        (Some(Status::Pending), Some("hillsborough"), (1_000, true)),
        (Some(Status::Rejected), Some("district 2"), (397, true)),
        (None, Some("no such word"), (0, true)),
        (None, Some("te"), (1_000, false)),
        (None, Some("qz"), (0, true)),
    ];
    for (status, query, total) in table {
        let filter = ReviewFilter { status, query: query.map(str::to_owned), ..ReviewFilter::default() };
        for sort in ReviewSort::ALL {
            for order in [Order::Asc, Order::Desc] {
                let before = scans(&pool).await;
                let counted = walk(&queue, &filter, sort, order).await;
                // Where matches cluster, all are sorted and counted.
                let counts_all = !total.1 && counted.1 && counted.0 > total.0;
                assert!(counted == total || counts_all, "{filter:?}: {counted:?}");
                let after = scans(&pool).await;
                assert_eq!(after.whole, before.whole, "{filter:?} by {sort:?} {order:?}");
                if query.is_none_or(|query| query.len() > 2 && total.0 < 100) {
                    assert_eq!(after.whole_list, before.whole_list, "{filter:?} by {sort:?} {order:?}");
                }
                if matches!(query, Some("teacher4711@" | "Zyxwvut" | "no such word")) {
                    assert!(after.trigrams > before.trigrams, "{filter:?} by {sort:?} {order:?}");
                }
            }
        }
    }
    // The server replaced custom plans with a generic one.
    let custom_planned: i64 = sqlx::query_scalar(
        "select count(*) from pg_prepared_statements where statement like '%application_list%' and custom_plans > 5",
    )
    .fetch_one(&pool)
    .await
    .expect("prepared statements");
    assert_eq!(custom_planned, 0);
    pool.close().await;
}
