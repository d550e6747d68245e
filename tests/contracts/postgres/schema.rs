//! Migrations, the schema with the CHECK constraints that repeat the rules of the domain, and the keys of the site.

use std::collections::{BTreeMap, BTreeSet};

use forum_adapters::postgres::{
    ConnectionPool, KeysClaim, KnownKeys, MigrationState, Snapshot, known_keys, migrate, migration_state,
    stored_keys,
};
use forum_domain::accounts::{FACTOR_NAME_MAX, FactorKind, FlowKind, Purpose, Role, TokenScope};
use forum_domain::applications::{
    ChangeAct, ChangeRequest, Field, FieldKind, FieldLimits, Mark, RequestOutcome, Status, TShirtSize, Target,
};
use forum_domain::contact::{MESSAGE_MAX, MessageState, PHONE_MAX, Subject};
use forum_domain::headshots::{
    Extension, HeadshotState, HeadshotStep, ImageKind, ProcessedImage, Upload, begin_upload, finish_upload,
};
use forum_domain::mail::{HTML_MAX, MailKind, MailSort, MailState, SUBJECT_MAX};
use forum_domain::newsletter::SubscriptionForm;
use forum_domain::notes::NOTE_LENGTH;
use forum_domain::shared::{EmailAddress, NAME_MAX, Page};
use forum_tests::builders::{NOON, id, session};
use forum_tests::postgres::{PATIENCE, PostgresDatabase};
use forum_tests::stores::Stores;
use regex::Regex;
use sqlx::postgres::PgConnectOptions;
use time::Duration;
use tokio::task::JoinSet;

/// Released migrations change only by mistake. A program whose role cannot migrate serves all the same.
#[tokio::test]
async fn a_changed_migration_is_reported_only_to_a_role_that_may_create_tables() {
    let database = PostgresDatabase::fresh().await;
    let changed = "update _sqlx_migrations set checksum = '' where version = 2";
    sqlx::query(changed).execute(database.pool()).await.expect("a changed migration");
    let refused = migrate(database.pool()).await.expect_err("a changed migration");
    assert!(refused.to_string().contains("migration 2 "), "{refused}");
    let options: PgConnectOptions = database.url().parse().expect("a URL");
    let options = options.username("postgres").options([("role", "pg_read_all_data")]);
    let reader = ConnectionPool::new(options, 1, PATIENCE);
    assert_eq!(migrate(&reader).await, Ok(()));
    reader.close().await;
}

#[tokio::test]
async fn migrations_that_a_role_cannot_read_are_a_fault_and_not_missing() {
    let database = PostgresDatabase::fresh().await;
    let options: PgConnectOptions = database.url().parse().expect("a URL");
    let options = options.username("postgres").options([("role", "pg_monitor")]);
    let stranger = ConnectionPool::new(options, 1, PATIENCE);
    let refused = migration_state(&stranger).await.expect_err("a fault").to_string();
    assert!(refused.contains("permission denied"), "{refused}");
    stranger.close().await;
}

/// Without an index, deleting a row scans the whole referencing table.
#[tokio::test]
async fn every_foreign_key_has_an_index() {
    let database = PostgresDatabase::fresh().await;
    let bare: Vec<String> = sqlx::query_scalar(
        "select conname::text from pg_constraint k
         where contype = 'f' and not exists (
             select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1]
         )
         order by conname",
    )
    .fetch_all(database.pool())
    .await
    .expect("a readable catalogue");
    assert_eq!(bare, Vec::<String>::new());
}

/// NOTIFY holds a server-wide lock until the commit is flushed, so concurrent writers would commit one after another.
#[tokio::test]
async fn no_writing_transaction_notifies() {
    let database = PostgresDatabase::fresh().await;
    let notifying: Vec<String> = sqlx::query_scalar(
        "select p.proname::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname = 'public' and p.prosrc ~* 'notify'",
    )
    .fetch_all(database.pool())
    .await
    .expect("a readable catalogue");
    assert_eq!(notifying, Vec::<String>::new());
}

/// A newer worker sends it. It does not become a dead letter, so that versions can be replaced one process at a time.
#[tokio::test]
async fn a_mail_of_an_unknown_kind_stays_untouched_while_others_are_sent() {
    let stores = &Stores::fresh().await;
    // Written by a newer version of the program, whose migration has been applied.
    let drop_check = sqlx::query("alter table outbox drop constraint outbox_kind");
    drop_check.execute(stores.pool()).await.expect("a changed schema");
    sqlx::query(
        "insert into outbox (id, message_id, kind, to_email, first_name, last_name, queued_at, due_at)
         select gen_random_uuid(), n::text, case n when 1 then 'newsletter' else 'account_exists' end,
                'p' || n || '@example.org', 'Ana', 'Li', $1, $1
         from generate_series(1, 3) n",
    )
    .bind(NOON)
    .execute(stores.pool())
    .await
    .expect("queued mails");
    let mut to = Vec::new();
    let until = NOON + Duration::seconds(20);
    while let Some(entry) = stores.outbox.lease(NOON, until, id()).await.expect("leased mails") {
        to.push(entry.mail.to.as_str().to_owned());
        assert!(to.len() <= 2, "a row is leased again: {to:?}");
        let settled = stores.outbox.mark_sent(entry.mail.id, entry.lease, NOON).await;
        assert_eq!(settled, Ok(true));
    }
    to.sort_unstable();
    assert_eq!(to, ["p2@example.org", "p3@example.org"]);
    let state = Some(MailState::Queued);
    let queued =
        stores.outbox.list(state, MailSort::page(state, Page::default())).await.expect("a list of mails");
    let [kept] = queued.items.as_slice() else { panic!("it stays queued: {queued:?}") };
    assert_eq!((kept.kind.as_str(), kept.attempts, &kept.last_error), ("newsletter", 0, &None));
    // A process that cannot send it does not report itself as not ready.
    assert_eq!(stores.outbox.backlog(until).await.expect("a result").oldest_due, None);
}

/// Table and definition of every CHECK constraint.
async fn checks() -> Vec<(String, String)> {
    let database = PostgresDatabase::fresh().await;
    sqlx::query_as(
        "select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
         where contype = 'c' and connamespace = 'public'::regnamespace",
    )
    .fetch_all(database.pool())
    .await
    .expect("a readable catalogue")
}

/// The matches of `pattern`: its first group is the column, its second the value.
async fn found(pattern: &str) -> BTreeMap<String, String> {
    let pattern = Regex::new(pattern).expect("a pattern");
    let checks = checks().await;
    let found = checks.iter().filter_map(|(table, check)| {
        let (_, [column, value]) = pattern.captures(check)?.extract();
        Some((format!("{table}.{column}"), value.to_owned()))
    });
    found.collect()
}

#[tokio::test]
async fn every_maximum_in_the_schema_matches_the_domain() {
    let of_field = |field: &Field| match field.kind {
        FieldKind::Text { limit, .. } => Some((format!("applications.{}", field.name()), limit)),
        FieldKind::List { items, .. } => Some((format!("applications.{}", field.name()), items)),
        _ => None,
    };
    let side = ProcessedImage::MAX_SIDE as usize;
    let others = [
        ("application_change_requests.fields", 50),
        ("application_change_requests.message", ChangeRequest::MESSAGE_MAX),
        ("application_drafts.fields", 70_000),
        ("application_drafts.step", 3),
        ("application_notes.text", NOTE_LENGTH),
        ("applications.note", FieldLimits::NOTE),
        ("contact_messages.email", EmailAddress::MAX),
        ("contact_messages.full_name", NAME_MAX),
        ("contact_messages.phone", PHONE_MAX),
        ("contact_messages.text", MESSAGE_MAX),
        ("email_changes.new_email", EmailAddress::MAX),
        ("email_changes.old_email", EmailAddress::MAX),
        ("email_templates.html_content", HTML_MAX),
        ("email_templates.subject", SUBJECT_MAX),
        ("factors.friendly_name", FACTOR_NAME_MAX),
        ("headshots.height", side),
        ("headshots.width", side),
        ("identities.email", EmailAddress::MAX),
        ("identities.provider", 40),
        ("identities.subject", 255),
        ("mail_host.words", 500),
        ("newsletter_subscribers.email", EmailAddress::MAX),
        ("newsletter_subscribers.first_name", NAME_MAX),
        ("one_time_tokens.email", EmailAddress::MAX),
        ("outbox.first_name", NAME_MAX),
        ("outbox.last_name", NAME_MAX),
        ("outbox.to_email", EmailAddress::MAX),
        ("outbox.traceparent", 55),
        ("pending_registrations.email", EmailAddress::MAX),
        ("pending_registrations.first_name", NAME_MAX),
        ("pending_registrations.last_name", NAME_MAX),
        ("profiles.email", EmailAddress::MAX),
        ("profiles.first_name", NAME_MAX),
        ("profiles.last_name", NAME_MAX),
        ("selection.target", Target::MAX as usize),
        ("sessions.user_agent", 200),
    ];
    let expected = others.map(|(column, most)| (column.to_owned(), most)).into_iter();
    let expected = expected.chain(Field::ALL.iter().filter_map(of_field));
    let expected: BTreeMap<_, _> = expected.map(|(column, most)| (column, most.to_string())).collect();
    let maxima = found(r"(?:\w+_length|cardinality)?\(+(\w+)\)*(?:::text)?\)* <= (\d+)").await;
    assert_eq!(maxima, expected);
}

#[tokio::test]
async fn every_list_of_words_in_the_schema_matches_the_domain() {
    let status = Status::ALL.map(Status::as_str);
    let kinds = [ImageKind::Jpeg, ImageKind::Png, ImageKind::Webp].map(ImageKind::content_type);
    let words: [(&str, &[&str]); 20] = [
        ("application_change_requests.outcome", &RequestOutcome::ALL.map(RequestOutcome::as_str)),
        ("application_events.act", &ChangeAct::ALL.map(ChangeAct::as_str)),
        ("application_events.from_status", &status),
        ("application_events.to_status", &status),
        ("application_marks.mark", &Mark::ALL.map(Mark::as_str)),
        ("applications.status", &status),
        ("applications.t_shirt_size", &TShirtSize::ALL.map(TShirtSize::as_str)),
        ("contact_messages.state", &MessageState::ALL.map(MessageState::as_str)),
        ("contact_messages.subject", &Subject::ALL.map(Subject::as_str)),
        ("factor_challenges.purpose", &["sign_in", "verify"]),
        ("factors.kind", &FactorKind::ALL.map(FactorKind::as_str)),
        ("headshots.content_type", &kinds),
        ("headshots.state", &HeadshotState::ALL.map(HeadshotState::as_str)),
        ("machine_tokens.scope", &TokenScope::ALL.map(TokenScope::as_str)),
        ("newsletter_subscribers.form", &SubscriptionForm::ALL.map(SubscriptionForm::as_str)),
        ("one_time_tokens.purpose", &Purpose::ALL.map(Purpose::as_str)),
        ("outbox.kind", &MailKind::ALL.map(MailKind::as_str)),
        ("outbox.state", &MailState::ALL.map(MailState::as_str)),
        ("sign_in_flows.kind", &FlowKind::ALL.map(FlowKind::as_str)),
        ("user_roles.role", &Role::ALL.map(Role::as_str)),
    ];
    let expected: BTreeMap<_, BTreeSet<_>> = words
        .into_iter()
        .map(|(column, words)| (column.to_owned(), words.iter().map(|word| (*word).to_owned()).collect()))
        .collect();
    let lists = found(r"\((\w+) = ANY \(ARRAY\[(.+?)\]\)").await;
    let word = Regex::new("'([^']*)'").expect("a pattern");
    let lists: BTreeMap<_, BTreeSet<_>> = lists
        .into_iter()
        .map(|(column, list)| (column, word.captures_iter(&list).map(|found| found[1].to_owned()).collect()))
        .collect();
    assert_eq!(lists, expected);
}

/// Reverts a migration, and makes it lock a busy table, as one that adds a column to it does: its row is inserted in its
/// transaction.
const BEFORE: &str = "
    drop table idempotent_requests, rate_limits, site_keys;
    delete from _sqlx_migrations where version = 7;
    create function lock_outbox() returns trigger language plpgsql as
        'begin lock table outbox in access exclusive mode; return new; end';
    create trigger lock_outbox before insert on _sqlx_migrations for each row execute function lock_outbox()";

/// Whether the migration waits for the lock on that table.
const WAITS: &str = "select exists (select from pg_locks
    where relation = 'outbox'::regclass and mode = 'AccessExclusiveLock' and not granted)";

/// Locks the same table, with the lock timeout for requests.
const WRITE: &str = "set lock_timeout = '4s'; update outbox set attempts = attempts + 1; reset lock_timeout";

#[tokio::test]
async fn writers_are_not_blocked_while_a_migration_waits_for_a_long_query_and_a_backup() {
    let database = PostgresDatabase::fresh().await;
    let pool = database.pool();
    sqlx::raw_sql(BEFORE)
        .execute(&mut *pool.acquire().await.expect("a connection"))
        .await
        .expect("the earlier schema");
    let mut query = pool.begin().await.expect("a transaction");
    sqlx::raw_sql("select count(*) from outbox").execute(&mut *query).await.expect("a readable table");
    let backup = Snapshot::begin(pool).await.expect("a snapshot");
    let mut migrating = JoinSet::new();
    migrating.spawn({
        let pool = pool.clone();
        async move { migrate(&pool).await }
    });
    let mut writer = pool.acquire().await.expect("a connection");
    let mut write_while_it_waits = async || {
        while !sqlx::query_scalar::<_, bool>(WAITS).fetch_one(pool).await.expect("a response") {
            assert!(migrating.try_join_next().is_none(), "the migration did not wait for the reader");
            tokio::task::yield_now().await;
        }
        sqlx::raw_sql(WRITE).execute(&mut *writer).await.expect("an unblocked writer");
        assert!(migrating.try_join_next().is_none(), "the migration did not wait for the reader");
    };
    write_while_it_waits().await;
    query.commit().await.expect("a commit");
    write_while_it_waits().await;
    backup.end().await.expect("a closed snapshot");
    migrating
        .join_next()
        .await
        .expect("one migration")
        .expect("a migration without a panic")
        .expect("a migrated database");
    assert_eq!(migration_state(pool).await, Ok(MigrationState::Current));
    drop(writer);
}

#[tokio::test]
async fn the_check_value_of_the_keys_is_set_by_one_process_at_a_time() {
    let stores = &Stores::fresh().await;
    let pool = stores.pool();
    let known = |check: Option<u8>, used| KnownKeys { check: check.map(|byte| vec![byte; 32]), used };
    assert_eq!(known_keys(pool).await, Ok(known(None, false)));
    let first = KeysClaim::begin(pool).await.expect("a claim");
    assert_eq!(first.known, known(None, false));
    let mut second = JoinSet::new();
    let other = pool.clone();
    second.spawn(async move { KeysClaim::begin(&other).await.expect("a claim") });
    let waits = "select exists (select from pg_locks where locktype = 'advisory' and not granted)";
    while !sqlx::query_scalar::<_, bool>(waits).fetch_one(pool).await.expect("a response") {
        assert!(second.try_join_next().is_none(), "two claims at a time");
        tokio::task::yield_now().await;
    }
    first.settle(&[1; 32]).await.expect("a set value");
    let second = second.join_next().await.expect("a task").expect("a task without a panic");
    assert_eq!(second.known, known(Some(1), false));
    second.settle(&[2; 32]).await.expect("a changed value");
    assert_eq!(known_keys(pool).await, Ok(known(Some(2), false)));
    drop(KeysClaim::begin(pool).await.expect("a claim"));
    let ana = stores.applicant("ana@example.org").await;
    stores.open(session(ana, NOON)).await;
    assert_eq!(known_keys(pool).await, Ok(known(Some(2), true)));
    let empty = PostgresDatabase::empty().await;
    assert_eq!(known_keys(empty.pool()).await, Ok(known(None, false)));
}

/// `doctor` compares them with the files.
#[tokio::test]
async fn the_keys_of_stored_photos_are_listed_in_pages() {
    let stores = &Stores::fresh().await;
    let user_id = stores.applicant("ana@example.org").await;
    for _ in 0..2 {
        let upload = Upload { id: id(), user_id, extension: Extension::Png, width: 9, height: 9, bytes: 40 };
        let photo = upload.id;
        let begin: HeadshotStep = Box::new(move |own| begin_upload(own, upload, NOON));
        stores.headshots.change(user_id, None, begin).await.expect("a changed photo");
        let finish: HeadshotStep = Box::new(move |own| finish_upload(own, photo, NOON));
        stores.headshots.change(user_id, None, finish).await.expect("a changed photo");
    }
    let keys = async |after: &str, limit| stored_keys(stores.pool(), after, limit).await.expect("keys");
    let all = keys("", 9).await;
    assert_eq!((all.len(), keys("", 1).await), (2, all[..1].to_vec()));
    assert_eq!(keys(&all[0], 9).await, all[1..]);
}
