//! Keys and database belong together: without its keys, or with those of another site, the program refuses to start,
//! says what is wrong, and writes nothing.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use forum_adapters::crypto::KeyDirectory;
use forum_tests::contract::Backend;
use forum_tests::postgres::PostgresDatabase;
use forum_tests::program::Installation;
use sqlx::Connection;

use crate::backup::{back_up, run};
use crate::faults::disk::read_only;
use crate::support::in_process::connection;

const FILES: [&str; 2] = ["master.secret", "signing.paserk"];

fn keys(place: &Installation) -> PathBuf {
    place.path().join("data/keys")
}

/// Name and content of every file in a directory; `None` if there is no directory.
fn content(directory: &Path) -> Option<BTreeMap<String, Vec<u8>>> {
    let files = fs::read_dir(directory).ok()?.map(|entry| entry.expect("an entry"));
    let read = |file: fs::DirEntry| {
        (file.file_name().to_string_lossy().into_owned(), fs::read(file.path()).expect("a file"))
    };
    Some(files.map(read).collect())
}

/// Expects a command to fail with these words and the name of the directory, and to leave that as it was.
async fn refuses(place: &Installation, command: &[&str], words: &[&str]) {
    let before = content(&keys(place));
    let (code, said) = run(place, command).await;
    assert_eq!(code, Some(1), "{said}");
    let directory = keys(place).display().to_string();
    for word in ["FORUM__KEYS__DIR", &directory].iter().chain(words) {
        assert!(said.contains(word), "{word}: {said}");
    }
    assert_eq!(content(&keys(place)), before);
}

async fn serves(place: &Installation) {
    place.serve().await.end().await;
}

/// An installation where the program has run before.
async fn used() -> Installation {
    let place = Installation::new();
    serves(&place).await;
    place
}

fn make_empty(directory: &Path) {
    fs::create_dir(directory).expect("made");
    fs::set_permissions(directory, Permissions::from_mode(0o700)).expect("private");
}

#[tokio::test]
async fn an_empty_or_missing_keys_volume_is_refused_and_stays_as_it_is() {
    let place = used().await;
    let (keys, kept) = (keys(&place), place.path().join("kept"));
    fs::rename(&keys, &kept).expect("not mounted");
    let words = ["lacks signing.paserk, master.secret", "backup", "keys start-over"];
    refuses(&place, &["serve"], &words).await;
    make_empty(&keys);
    refuses(&place, &["serve"], &words).await;
    refuses(&place, &["backup", &place.path().join("a.tar").display().to_string()], &[]).await;
    fs::remove_dir(&keys).expect("unmounted");
    fs::rename(&kept, &keys).expect("mounted");
    serves(&place).await;
}

#[tokio::test]
async fn a_keys_directory_that_lacks_a_file_is_refused() {
    let place = used().await;
    for file in FILES {
        let (file, kept) = (keys(&place).join(file), place.path().join("kept"));
        fs::rename(&file, &kept).expect("lost");
        let lacks = format!("lacks {}", file.file_name().expect("a name").display());
        refuses(&place, &["serve"], &[&lacks]).await;
        fs::rename(&kept, &file).expect("found");
    }
    serves(&place).await;
}

#[tokio::test]
async fn the_keys_of_another_site_are_refused_for_serving_and_for_backups() {
    let place = used().await;
    let (keys, kept) = (keys(&place), place.path().join("kept"));
    fs::rename(&keys, &kept).expect("moved");
    KeyDirectory::open(&keys).expect("other keys");
    let words = ["master.secret is not the one that this database was used with", "backup"];
    refuses(&place, &["serve"], &words).await;
    refuses(&place, &["backup", &place.path().join("a.tar").display().to_string()], &words).await;
    let said = place.run(&["doctor"]).await.stdout;
    assert!(said.contains("WRONG  keys: ") && said.contains(words[0]), "{said}");

    fs::remove_dir_all(&keys).expect("removed");
    fs::rename(&kept, &keys).expect("moved back");
    serves(&place).await;
    back_up(&place, &place.path().join("a.tar")).await;
}

#[tokio::test]
async fn a_read_only_keys_directory_serves_once_the_keys_are_there() {
    let place = Installation::new();
    // The parent exists, as the mount point of a volume does.
    fs::create_dir(place.path().join("data")).expect("made");
    make_empty(&keys(&place));
    let under = read_only(&keys(&place));
    let place = place.with_wrapper(under);
    refuses(&place, &["serve"], &["cannot create"]).await;
    let place = place.with_wrapper([]);
    fs::set_permissions(keys(&place), Permissions::from_mode(0o700)).expect("writable");
    serves(&place).await;
    let before = content(&keys(&place));
    let under = read_only(&keys(&place));
    let place = place.with_wrapper(under);
    serves(&place).await;
    assert_eq!(content(&keys(&place)), before);
    fs::set_permissions(keys(&place), Permissions::from_mode(0o700)).expect("removable");
}

#[tokio::test]
async fn keys_that_are_there_at_an_upgrade_become_those_of_the_database() {
    let place = Installation::new();
    let program = place.serve().await;
    let mut database = connection(&place).await;
    let older = "delete from site_keys";
    sqlx::query(older).execute(&mut database).await.expect("as an older program left it");
    database.close().await.expect("closed");
    program.end().await;
    serves(&place).await;
    fs::remove_file(keys(&place).join("master.secret")).expect("lost");
    refuses(&place, &["serve"], &["lacks master.secret"]).await;
}

#[tokio::test]
async fn an_administrator_created_before_the_first_start_needs_no_keys() {
    let place = Installation::new();
    place.create_admin("director@forum.example", "Lantern-42-harbor").await;
    assert_eq!(content(&keys(&place)), None);
    serves(&place).await;
    assert_eq!(content(&keys(&place)).map(|files| files.len()), Some(2));
}

#[tokio::test]
async fn a_first_start_that_was_interrupted_between_two_keys_is_completed() {
    for file in FILES {
        let place = Installation::new();
        fs::create_dir(place.path().join("data")).expect("made");
        KeyDirectory::open(&keys(&place)).expect("made");
        fs::remove_file(keys(&place).join(file)).expect("not written yet");
        serves(&place).await;
        assert_eq!(content(&keys(&place)).map(|files| files.len()), Some(2));
    }
}

#[tokio::test]
async fn starting_over_is_a_command_that_takes_new_keys_or_those_that_are_there() {
    let place = used().await;
    fs::remove_file(keys(&place).join("master.secret")).expect("lost");
    let (code, said) = run(&place, &["keys", "start-over"]).await;
    assert_eq!(code, Some(0), "{said}");
    serves(&place).await;
    fs::remove_dir_all(keys(&place)).expect("lost");
    KeyDirectory::open(&keys(&place)).expect("other keys");
    let (code, said) = run(&place, &["keys", "start-over"]).await;
    assert_eq!(code, Some(0), "{said}");
    serves(&place).await;
}

#[tokio::test]
async fn of_two_processes_with_directories_of_their_own_one_makes_keys_and_the_other_is_refused() {
    let database = PostgresDatabase::empty().await;
    let place = || {
        let place = Installation::new().with("DATABASE_URL", database.url());
        place.with("FORUM__DATABASE__POOL", "2").with("FORUM__SITE__ORIGIN", "http://localhost:8080")
    };
    let places = [place(), place()];
    let (site, worker) = tokio::join!(places[0].try_serve(), places[1].try_work());
    let started = [site, worker];
    let served = started.each_ref().map(Result::is_ok);
    assert_eq!(served.iter().filter(|served| **served).count(), 1, "{served:?}");
    for (place, served) in places.iter().zip(served) {
        let files = content(&keys(place)).map_or(0, |files| files.len());
        assert_eq!(files, if served { 2 } else { 0 });
    }
    for program in started.into_iter().flatten() {
        program.end().await;
    }
    database.remove().await;
}
