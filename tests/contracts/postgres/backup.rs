//! Copying a database to an archive and restoring it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use forum_adapters::backup::{
    Archive, ArchiveError, ArchiveWriter, Content, FORMAT, Manifest, OmissionReason, OmittedPhoto, Part,
    Piece, Table,
};
use forum_adapters::postgres::{
    ConnectionPool, KeysClaim, KnownKeys, NOT_BACKED_UP, RestoreError, Restored, Snapshot, check_schema,
    existing_relations, known_keys, restore_database, stored_keys,
};
use forum_domain::applications::{SubmitStep, submit};
use forum_domain::headshots::{
    Extension, HeadshotState, HeadshotStep, Upload, begin_upload, finish_upload, remove_headshot,
};
use forum_tests::builders::{NOON, act, audit, fields, id, session};
use forum_tests::contract::{Backend, Stores};
use forum_tests::postgres::PostgresDatabase;
use sqlx::AssertSqlSafe;
use tempfile::TempDir;
use tokio::task::JoinSet;
use uuid::Uuid;

/// A backup on disk.
struct Backup {
    manifest: Manifest,
    archive: Archive,
    _shelf: TempDir,
}

impl Backup {
    async fn of(database: &PostgresDatabase) -> Self {
        let shelf = tempfile::tempdir().expect("a folder");
        let mut archive = ArchiveWriter::new(Vec::new(), NOON);
        let mut snapshot = Snapshot::begin(database.pool()).await.expect("a snapshot");
        let migrations = snapshot.migrations().await.expect("migrations");
        let tables = snapshot.copy_tables(&mut archive).await.expect("a copy");
        let photos = snapshot.stored_photos().await.expect("photos");
        snapshot.end().await.expect("a closed snapshot");
        let mut parts = Vec::new();
        for photo in photos {
            let content = vec![7; usize::try_from(photo.bytes).expect("a size")];
            parts.push(archive.photo(&photo.key, &content).expect("a photo"));
        }
        let manifest = Manifest {
            format: FORMAT,
            id: id(),
            program: "1.2.3".into(),
            taken_at: NOON,
            migrations,
            tables,
            keys: Vec::new(),
            photos: parts,
            photos_left_out: Vec::new(),
        };
        let file = shelf.path().join("site.tar");
        fs::write(&file, archive.finish(&manifest).expect("an archive")).expect("a written file");
        let archive = Archive::open(&file).expect("an archive");
        assert_eq!(archive.check().expect("an undamaged archive"), manifest);
        Self { manifest, archive, _shelf: shelf }
    }

    fn tables(&self) -> BTreeMap<String, Table> {
        self.manifest.tables.iter().map(|table| (table.name.clone(), table.clone())).collect()
    }

    async fn restore(&self, pool: &ConnectionPool, compare: bool) -> Result<Restored, RestoreError> {
        let mut pass = self.archive.pass().expect("a pass");
        let rows = pass.pieces(|content| matches!(content, Content::Rows(_))).expect("pieces");
        let entry = audit("site.restored", id());
        restore_database(pool, None, &self.manifest, rows, &entry, compare).await
    }

    /// Expects that a restore is refused with this message and leaves the database empty.
    async fn refuses(&self, compare: bool, message: &str) {
        let database = PostgresDatabase::empty().await;
        let error = self.restore(database.pool(), compare).await.expect_err(message);
        assert_eq!(error.to_string(), message);
        assert_eq!(existing_relations(database.pool()).await, Ok(Vec::new()));
        database.remove().await;
    }

    fn table(&mut self, name: &str) -> &mut Table {
        self.manifest.tables.iter_mut().find(|table| table.name == name).expect("a table")
    }
}

async fn change(stores: &Stores, user_id: Uuid, step: HeadshotStep) {
    stores.headshots.change(user_id, None, step).await.expect("a changed photo");
}

async fn photo(stores: &Stores, user_id: Uuid) -> Uuid {
    let upload = Upload { id: id(), user_id, extension: Extension::Png, width: 9, height: 9, bytes: 40 };
    let photo = upload.id;
    change(stores, user_id, Box::new(move |own| begin_upload(own, upload, NOON))).await;
    change(stores, user_id, Box::new(move |own| finish_upload(own, photo, NOON))).await;
    photo
}

/// Ana has applied with a photo, Bo has a session, a stored photo and one that is being removed.
async fn fill(database: &PostgresDatabase) {
    let stores = database.stores();
    let [ana, bo] = stores.two_applicants().await;
    let mut fields = fields();
    fields.headshot_id = Some(photo(&stores, ana).await);
    let step: SubmitStep = Box::new(move |applicant| submit(applicant, fields, &act(NOON)));
    stores.applications.submit(ana, step).await.expect("an application");
    stores.open(session(bo, NOON)).await;
    let removed = photo(&stores, bo).await;
    photo(&stores, bo).await;
    change(&stores, bo, Box::new(move |own| remove_headshot(own, removed, NOON))).await;
    // Neither table is backed up.
    let rows = "insert into rate_limits (key, full_at) values (sha256('a'), now());
                insert into mail_host default values";
    sqlx::raw_sql(rows).execute(database.pool()).await.expect("rows");
}

async fn count(database: &PostgresDatabase, rows: &str) -> i64 {
    let statement = AssertSqlSafe(format!("select count(*) from {rows}"));
    sqlx::query_scalar(statement).fetch_one(database.pool()).await.expect("a number of rows")
}

async fn names(pool: &ConnectionPool, query: &'static str) -> BTreeSet<String> {
    let names: Vec<String> = sqlx::query_scalar(query).fetch_all(pool).await.expect("names");
    names.into_iter().collect()
}

const INDEXES: &str = "select indexdef from pg_indexes where schemaname = 'public'";

#[tokio::test]
async fn a_restored_database_has_the_rows_indexes_and_triggers_of_the_backup() {
    let database = PostgresDatabase::fresh().await;
    fill(&database).await;
    let backup = Backup::of(&database).await;
    assert_eq!(backup.manifest.photos.len(), 2);
    let restored = PostgresDatabase::empty().await;
    assert_eq!(backup.restore(restored.pool(), true).await.expect("a restore"), Restored::default());
    assert_eq!(names(restored.pool(), INDEXES).await, names(database.pool(), INDEXES).await);
    let (mut before, mut after) = (backup.tables(), Backup::of(&restored).await.tables());
    let events = "audit_events";
    let added = [&mut before, &mut after].map(|tables| tables.remove(events).expect("a table").rows);
    assert_eq!(added[1], added[0] + 1);
    assert_eq!(count(&restored, "audit_events where action = 'site.restored'").await, 1);
    assert_eq!(before, after);
    for table in ["rate_limits", "mail_host"] {
        assert_eq!(count(&restored, table).await, 0, "{table}");
    }
    let analyzed = "pg_class where relname = 'applications' and reltuples = 1";
    assert_eq!(count(&restored, analyzed).await, 1, "the planner has statistics");
    // A trigger counts applications, and another one makes events final.
    let cy = restored.stores().applicant("cy@example.org").await;
    restored.stores().submitted(cy, NOON).await;
    assert_eq!(restored.broken().await, Vec::<String>::new());
    let changed = sqlx::query("delete from audit_events").execute(restored.pool()).await;
    changed.expect_err("events are final");
    restored.remove().await;
    database.remove().await;
}

/// `doctor` compares them with the files.
#[tokio::test]
async fn the_keys_of_stored_photos_are_listed_in_pages() {
    let database = PostgresDatabase::fresh().await;
    fill(&database).await;
    let keys = async |after: &str, limit| stored_keys(database.pool(), after, limit).await.expect("keys");
    let all: Vec<_> = Backup::of(&database).await.manifest.photos.into_iter().map(|part| part.name).collect();
    assert_eq!((all.len(), keys("", 9).await), (2, all.clone()));
    assert_eq!(keys("", 1).await, all[..1]);
    assert_eq!(keys(&all[0], 9).await, all[1..]);
    database.remove().await;
}

#[tokio::test]
async fn a_backup_that_does_not_fit_leaves_the_database_empty() {
    let database = PostgresDatabase::fresh().await;
    fill(&database).await;

    let mut backup = Backup::of(&database).await;
    assert_eq!(check_schema(&backup.manifest).err().map(|error| error.to_string()), None);
    backup.manifest.migrations.push(9_999);
    let newer = "the schema of the backup is newer than this program, which does not know migration 9999; restore it \
                 with the version that made it, or a newer one";
    assert_eq!(check_schema(&backup.manifest).expect_err("a newer schema").to_string(), newer);
    backup.refuses(false, newer).await;

    let mut backup = Backup::of(&database).await;
    backup.manifest.tables.retain(|table| table.name != "users");
    backup.refuses(false, "table users: it is missing from the backup").await;
    let mut backup = Backup::of(&database).await;
    backup.table("users").rows += 1;
    backup.refuses(false, "table users: the row count differs from the manifest").await;
    let mut backup = Backup::of(&database).await;
    backup.table("users").checksum.sha256 = "0".repeat(64);
    backup.refuses(true, "table users: its rows differ from the backup").await;
    let unchecked = PostgresDatabase::empty().await;
    backup.restore(unchecked.pool(), false).await.expect("a restore without a comparison");
    unchecked.remove().await;

    let differing = "table headshots: its photos differ from the photos in the backup";
    let mut backup = Backup::of(&database).await;
    let photo = backup.manifest.photos.remove(0);
    backup.refuses(false, differing).await;
    backup.manifest.photos.extend([Part { name: "x/headshot-9.png".into(), ..photo.clone() }]);
    backup.refuses(false, differing).await;
    backup.manifest.photos.push(photo);
    backup.refuses(false, differing).await;

    let cut: [Result<Piece, ArchiveError>; 1] = [Err(ArchiveError::Incomplete)];
    let empty = PostgresDatabase::empty().await;
    let entry = audit("site.restored", id());
    let manifest = Backup::of(&database).await.manifest;
    let refused = restore_database(empty.pool(), None, &manifest, cut.into_iter(), &entry, false).await;
    assert_eq!(refused.expect_err("a cut archive").to_string(), "the archive");
    assert_eq!(existing_relations(empty.pool()).await, Ok(Vec::new()));
    empty.remove().await;
    database.remove().await;
}

#[tokio::test]
async fn a_restore_beside_other_relations_names_up_to_five_and_changes_none() {
    let database = PostgresDatabase::fresh().await;
    let backup = Backup::of(&database).await;
    let occupied = PostgresDatabase::empty().await;
    let refused = async |create: &str, listed: &str| {
        sqlx::raw_sql(AssertSqlSafe(create.to_owned())).execute(occupied.pool()).await.expect("relations");
        let before = existing_relations(occupied.pool()).await.expect("relations");
        let error = backup.restore(occupied.pool(), false).await.expect_err("a refusal");
        assert_eq!(error.to_string(), format!("the database is not empty: it holds {listed}"));
        assert_eq!(existing_relations(occupied.pool()).await, Ok(before));
    };
    refused("create table b (id int); create view a as select 1", "a, b").await;
    refused("create sequence c; create table d (); create table e ()", "a, b, c, d, e").await;
    refused("create table f (); create table g ()", "a, b, c, d, e and 2 more").await;
    occupied.remove().await;
    database.remove().await;
}

#[tokio::test]
async fn a_photo_left_out_of_the_backup_is_removed_from_its_application() {
    let database = PostgresDatabase::fresh().await;
    fill(&database).await;
    let mut backup = Backup::of(&database).await;
    let used: String =
        sqlx::query_scalar("select key from headshots join applications a on a.headshot_id = headshots.id")
            .fetch_one(database.pool())
            .await
            .expect("a photo");
    backup.manifest.photos.retain(|photo| photo.name != used);
    backup.manifest.photos_left_out.push(OmittedPhoto { key: used, why: OmissionReason::Missing });
    let restored = PostgresDatabase::empty().await;
    backup.restore(restored.pool(), true).await.expect("a restore");
    let states: Vec<_> = restored.stores().readback.headshots().await.into_iter().map(|row| row.1).collect();
    assert_eq!(states.len(), 2);
    assert!(
        states.contains(&HeadshotState::Stored) && states.contains(&HeadshotState::Removing),
        "{states:?}"
    );
    assert_eq!(count(&restored, "applications where headshot_id is null and headshot_url is null").await, 1);
    assert_eq!(restored.broken().await, Vec::<String>::new());
    restored.remove().await;
    database.remove().await;
}

#[tokio::test]
async fn a_table_that_is_not_the_sites_is_copied_and_reported_and_not_restored() {
    let database = PostgresDatabase::fresh().await;
    let other = "create table other (id int, generated int generated always as (id + 1) stored);
                 insert into other (id) values (1), (2)";
    sqlx::raw_sql(other).execute(database.pool()).await.expect("a table");
    let backup = Backup::of(&database).await;
    assert_eq!(backup.tables()["other"].columns, ["id"]);
    let restored = PostgresDatabase::empty().await;
    let outcome = backup.restore(restored.pool(), true).await.expect("a restore");
    assert_eq!(outcome.foreign, [("other".to_owned(), 2)]);
    assert!(!existing_relations(restored.pool()).await.expect("relations").contains(&"other".to_owned()));
    restored.remove().await;
    database.remove().await;
}

#[tokio::test]
async fn a_database_without_the_site_cannot_be_backed_up() {
    let database = PostgresDatabase::empty().await;
    let refused = Snapshot::begin(database.pool()).await.err().expect("a refusal");
    assert!(refused.to_string().contains("the database does not contain the site's tables"), "{refused}");
    database.remove().await;
}

#[tokio::test]
async fn every_table_is_backed_up_or_left_out_for_a_reason() {
    let database = PostgresDatabase::fresh().await;
    let all =
        names(database.pool(), "select tablename::text from pg_tables where schemaname = 'public'").await;
    let left_out = NOT_BACKED_UP.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>();
    let copied: BTreeSet<_> = Backup::of(&database).await.tables().into_keys().collect();
    assert_eq!(copied.union(&left_out).cloned().collect::<BTreeSet<_>>(), all);
    assert!(copied.is_disjoint(&left_out));
    database.remove().await;
}

/// A backup copies neither.
#[tokio::test]
async fn the_schema_has_no_sequences_and_no_large_objects() {
    let database = PostgresDatabase::fresh().await;
    let sequences = "select sequencename::text from pg_sequences where schemaname = 'public'";
    assert_eq!(names(database.pool(), sequences).await, BTreeSet::new());
    let large =
        "select attrelid::regclass::text from pg_attribute where atttypid = 'oid'::regtype and attnum > 0
                 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)";
    assert_eq!(names(database.pool(), large).await, BTreeSet::new());
    database.remove().await;
}

#[tokio::test]
async fn the_check_value_of_the_keys_is_set_by_one_process_at_a_time() {
    let database = PostgresDatabase::fresh().await;
    let pool = database.pool();
    let known = |check: Option<u8>, used| KnownKeys { check: check.map(|byte| vec![byte; 32]), used };
    assert_eq!(known_keys(pool).await, Ok(known(None, false)));
    let first = KeysClaim::begin(pool).await.expect("a claim");
    assert_eq!(first.known, known(None, false));
    let mut second = JoinSet::new();
    let other = pool.clone();
    second.spawn(async move { KeysClaim::begin(&other).await.expect("a claim") });
    let waits = "pg_locks where locktype = 'advisory' and not granted";
    while count(&database, waits).await == 0 {
        assert!(second.try_join_next().is_none(), "two claims at a time");
        tokio::task::yield_now().await;
    }
    first.settle(&[1; 32]).await.expect("a set value");
    let second = second.join_next().await.expect("a task").expect("a task without a panic");
    assert_eq!(second.known, known(Some(1), false));
    second.settle(&[2; 32]).await.expect("a changed value");
    assert_eq!(known_keys(pool).await, Ok(known(Some(2), false)));
    drop(KeysClaim::begin(pool).await.expect("a claim"));
    let ana = database.stores().applicant("ana@example.org").await;
    database.stores().open(session(ana, NOON)).await;
    assert_eq!(known_keys(pool).await, Ok(known(Some(2), true)));
    database.remove().await;
    let empty = PostgresDatabase::empty().await;
    assert_eq!(known_keys(empty.pool()).await, Ok(known(None, false)));
    empty.remove().await;
}
