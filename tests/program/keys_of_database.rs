//! Keys belong to one database. Without the database's keys, or with another site's keys, the program refuses to start
//! with a message and writes nothing.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use forum_adapters::crypto::KeyDirectory;
use forum_tests::postgres::PostgresDatabase;
use forum_tests::program::Installation;
use sqlx::Connection;

use crate::backup::back_up;
use crate::faults::disks::read_only;
use crate::support::in_process::connection;

const FILES: [&str; 2] = ["master.secret", "signing.paserk"];

pub fn keys(installation: &Installation) -> PathBuf {
    installation.path().join("data/keys")
}

/// The name and content of every file in a directory; `None` if there is no directory.
pub fn content(directory: &Path) -> Option<BTreeMap<String, Vec<u8>>> {
    let files = fs::read_dir(directory).ok()?.map(|entry| entry.expect("an entry"));
    let read = |file: fs::DirEntry| {
        (file.file_name().to_string_lossy().into_owned(), fs::read(file.path()).expect("a file"))
    };
    Some(files.map(read).collect())
}

/// Expects a command to fail with a message that contains these words and the directory, and to leave the keys
/// unchanged.
async fn refuses(installation: &Installation, command: &[&str], words: &[&str]) {
    let before = content(&keys(installation));
    let output = installation.run(command).await.failure();
    let directory = keys(installation).display().to_string();
    for word in ["FORUM__KEYS__DIR", &directory].iter().chain(words) {
        assert!(output.contains(word), "{word}: {output}");
    }
    assert_eq!(content(&keys(installation)), before);
}

async fn serves(installation: &Installation) {
    installation.serve().await.end().await;
}

fn make_empty(directory: &Path) {
    fs::create_dir(directory).expect("a folder");
    fs::set_permissions(directory, Permissions::from_mode(0o700)).expect("changed permissions");
}

#[tokio::test]
async fn missing_incomplete_and_foreign_keys_are_refused_for_serving_and_for_backups_and_unchanged() {
    let (installation, program) = Installation::served().await;
    program.end().await;
    let (keys, kept) = (keys(&installation), installation.path().join("kept"));
    let archive = installation.path().join("a.tar");
    let backup = ["backup", &archive.display().to_string()];
    fs::rename(&keys, &kept).expect("a moved directory");
    let words = ["lacks signing.paserk, master.secret", "backup", "keys start-over"];
    refuses(&installation, &["serve"], &words).await;
    make_empty(&keys);
    refuses(&installation, &["serve"], &words).await;
    refuses(&installation, &backup, &[]).await;

    fs::remove_dir(&keys).expect("a removed directory");
    KeyDirectory::open(&keys).expect("other keys");
    let words = ["master.secret is not the one that this database was used with", "backup"];
    refuses(&installation, &["serve"], &words).await;
    refuses(&installation, &backup, &words).await;
    let output = installation.run(&["doctor"]).await.stdout;
    assert!(output.contains("WRONG  keys: ") && output.contains(words[0]), "{output}");

    fs::remove_dir_all(&keys).expect("a removal");
    fs::rename(&kept, &keys).expect("a moved directory");
    for file in FILES {
        fs::rename(keys.join(file), &kept).expect("a removal");
        refuses(&installation, &["serve"], &[&format!("lacks {file}")]).await;
        fs::rename(&kept, keys.join(file)).expect("a moved file");
    }
    back_up(&installation, &archive).await;

    // The command accepts incomplete and foreign keys.
    fs::remove_file(keys.join("master.secret")).expect("a removal");
    installation.run(&["keys", "start-over"]).await.success();
    serves(&installation).await;
    fs::remove_dir_all(&keys).expect("a removal");
    KeyDirectory::open(&keys).expect("other keys");
    installation.run(&["keys", "start-over"]).await.success();
    serves(&installation).await;
}

#[tokio::test]
async fn a_read_only_keys_directory_with_keys_is_usable() {
    let installation = Installation::new();
    // The parent directory exists, like the mount point of a volume.
    fs::create_dir(installation.path().join("data")).expect("a folder");
    make_empty(&keys(&installation));
    let under = read_only(&keys(&installation));
    let installation = installation.with_wrapper(under);
    refuses(&installation, &["serve"], &["cannot create"]).await;
    let installation = installation.with_wrapper([]);
    fs::set_permissions(keys(&installation), Permissions::from_mode(0o700)).expect("changed permissions");
    serves(&installation).await;
    let before = content(&keys(&installation));
    let under = read_only(&keys(&installation));
    let installation = installation.with_wrapper(under);
    serves(&installation).await;
    assert_eq!(content(&keys(&installation)), before);
    fs::set_permissions(keys(&installation), Permissions::from_mode(0o700)).expect("changed permissions");
}

#[tokio::test]
async fn existing_keys_are_bound_to_the_database_at_an_upgrade() {
    let (installation, program) = Installation::served().await;
    let mut database = connection(&installation).await;
    let older = "delete from site_keys";
    sqlx::query(older).execute(&mut database).await.expect("a deleted row");
    database.close().await.expect("a clean close");
    program.end().await;
    serves(&installation).await;
    fs::remove_file(keys(&installation).join("master.secret")).expect("a removal");
    refuses(&installation, &["serve"], &["lacks master.secret"]).await;
}

#[tokio::test]
async fn a_first_start_that_was_interrupted_between_two_keys_is_completed() {
    for file in FILES {
        let installation = Installation::new();
        fs::create_dir(installation.path().join("data")).expect("a folder");
        KeyDirectory::open(&keys(&installation)).expect("a folder");
        fs::remove_file(keys(&installation).join(file)).expect("a removal");
        serves(&installation).await;
        assert_eq!(content(&keys(&installation)).map(|files| files.len()), Some(2));
    }
}

#[tokio::test]
async fn only_one_of_two_processes_with_separate_key_directories_starts() {
    let database = PostgresDatabase::empty().await;
    let installation = || {
        let installation = Installation::new().with("DATABASE_URL", database.url());
        installation.with("FORUM__DATABASE__POOL", "2").with("FORUM__SITE__ORIGIN", "http://localhost:8080")
    };
    let installations = [installation(), installation()];
    let (site, worker) = tokio::join!(installations[0].try_serve(), installations[1].try_work());
    let started = [site, worker];
    let served = started.each_ref().map(Result::is_ok);
    assert_eq!(served.iter().filter(|served| **served).count(), 1, "{served:?}");
    for (installation, served) in installations.iter().zip(served) {
        let files = content(&keys(installation)).map_or(0, |files| files.len());
        assert_eq!(files, if served { 2 } else { 0 });
    }
    for program in started.into_iter().flatten() {
        program.end().await;
    }
}
