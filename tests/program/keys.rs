//! Keys belong to one database. Without the database's keys, or with another site's keys, the program refuses to
//! start with a message and writes nothing. `keys rotate` reaches a running program.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use forum_adapters::crypto::KeyDirectory;
use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;
use forum_tests::memory::FixedClock;
use forum_tests::program::Installation;
use forum_tests::timing::wait_for;
use serde_json::{Value, json};

use crate::backup::back_up;
use crate::client::Client;
use crate::faults::full_disks::read_only;
use crate::support::InProcess;

const FILES: [&str; 2] = ["master.secret", "signing.paserk"];
const EMAIL: &str = "director@forum.example";
const PASSWORD: &str = "Lantern-42-harbor";

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

/// The key id in the output of `keys rotate`.
fn named(words: &str) -> String {
    words.split_whitespace().find(|word| word.starts_with("k4.pid.")).expect("a name").to_owned()
}

async fn published(client: &Client) -> Vec<String> {
    let set = client.get("/auth/keys").await;
    let keys = set["items"].as_array().expect("keys");
    keys.iter().map(|key| key["kid"].as_str().expect("a name").to_owned()).collect()
}

/// A new session, and the key id in its access token.
async fn signed_in(client: &Client) -> (Value, String) {
    let answer = client.post("/auth/sessions", json!({ "email": EMAIL, "password": PASSWORD })).await;
    let session: Value = answer.json().await.expect("a session");
    let token = session["access_token"].as_str().expect("an access token");
    let footer = URL_SAFE_NO_PAD.decode(token.rsplit('.').next().expect("a footer")).expect("base64url");
    let footer: Value = serde_json::from_slice(&footer).expect("JSON");
    let kid = footer["kid"].as_str().expect("a name").to_owned();
    (session, kid)
}

async fn is_accepted(client: &Client, session: &Value) -> bool {
    let token = session["access_token"].as_str().expect("an access token");
    client.with_token(token).get("/users/me").await["email"] == EMAIL
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_rotation_reaches_a_running_program_and_keeps_all_sessions() {
    // The command uses the machine's clock, so the program starts at the same time.
    let clock = FixedClock::at(SystemClock.now());
    let site = InProcess::serve_at(Installation::new(), clock.into()).await;
    site.installation.create_admin(EMAIL, PASSWORD).await;
    let client = Client::new(&site.url);
    let (_, old) = signed_in(&client).await;
    assert_eq!(published(&client).await, std::slice::from_ref(&old));

    let new = named(&site.installation.run(&["keys", "rotate"]).await.success());
    wait_for("a reload of the keys", async || published(&client).await.len() == 2).await;
    assert_eq!(published(&client).await, [old.clone(), new.clone()]);

    // The old key signs until every cached key set includes the new one. Its tokens remain valid.
    let (session, kid) = signed_in(&client).await;
    assert_eq!(kid, old);
    site.clock.advance(time::Duration::minutes(14));
    assert!(is_accepted(&client, &session).await);
    site.clock.advance(time::Duration::minutes(2));
    assert_eq!(signed_in(&client).await.1, new);

    // Refresh tokens do not depend on these keys.
    let refresh = json!({ "refresh_token": session["refresh_token"] });
    assert_eq!(client.post("/auth/sessions/refresh", refresh).await.status(), 200);
    site.close().await;
}
