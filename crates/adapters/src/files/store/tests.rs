use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::*;

fn store(directory: &Path) -> OpendalFileStore {
    OpendalFileStore::open(&FilesUrl::Folder { directory: directory.into() }, &Trust::default())
        .expect("an open file")
}

#[tokio::test]
async fn the_folder_is_created_private_and_files_are_stored_under_their_keys() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let folder = parent.path().join("data/files");
    let store = store(&folder);
    store.put("a/headshot-1.jpg", ImageKind::Jpeg, b"photo".to_vec()).await.expect("a stored file");
    assert_eq!(fs::metadata(&folder).expect("folder metadata").permissions().mode() & 0o777, 0o700);
    let folder = folder.join(STORE);
    assert_eq!(fs::read(folder.join("a/headshot-1.jpg")).expect("a readable file"), b"photo");
    assert_eq!(fs::read_dir(folder.join(UNFINISHED)).expect("a readable folder").count(), 0);
}

#[tokio::test]
async fn other_files_in_the_configured_folder_are_not_listed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("thesis.odt"), b"x").expect("a writable file");
    let store = store(folder.path());
    let late = OffsetDateTime::UNIX_EPOCH + time::Duration::weeks(9_999);
    assert_eq!(store.written_before(late).await, Ok(vec![]));
}

#[tokio::test]
async fn an_unfinished_file_of_a_killed_process_is_listed_and_can_be_removed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = store(folder.path());
    let unfinished = folder.path().join(STORE).join(UNFINISHED).join("headshot-1.jpg.Zz09");
    fs::write(&unfinished, b"half a pho").expect("a writable file");
    File::options()
        .append(true)
        .open(&unfinished)
        .expect("an open file")
        .set_modified(SystemTime::UNIX_EPOCH)
        .expect("a settable time");
    let listed = store.written_before(OffsetDateTime::UNIX_EPOCH + Duration::from_secs(1)).await;
    let key = format!("{UNFINISHED}/headshot-1.jpg.Zz09");
    assert_eq!(listed, Ok(vec![key.clone()]));
    store.delete(&key).await.expect("a removable file");
    assert!(!unfinished.exists());
}

#[tokio::test]
async fn a_file_that_cannot_be_renamed_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = store(folder.path());
    let key = "0190a7b0-0000-7000-8000-000000000001/headshot-1.jpg";
    let folder = folder.path().join(STORE);
    // A folder that is not empty occupies the file's name, so the last step fails.
    fs::create_dir_all(folder.join(key).join("x")).expect("a new folder");
    let put = store.put(key, ImageKind::Jpeg, b"a photo".to_vec()).await;
    assert!(matches!(put, Err(Fault::Unavailable(_))), "{put:?}");
    assert_eq!(fs::read_dir(folder.join(UNFINISHED)).expect("a readable folder").count(), 0);
}

#[tokio::test]
async fn a_key_that_escapes_from_the_store_is_refused() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let store = store(&parent.path().join("files"));
    fs::write(parent.path().join("secret"), b"x").expect("a writable file");
    for key in ["../secret", "a/../../secret", "/etc/hostname", "a/%2e%2e/b\0"] {
        assert!(matches!(store.get(key).await, Err(Fault::Bug(_))), "{key:?}");
        assert!(matches!(store.delete(key).await, Err(Fault::Bug(_))), "{key:?}");
        let put = store.put(key, ImageKind::Png, Vec::new()).await;
        assert!(matches!(put, Err(Fault::Bug(_))), "{key:?}");
    }
    assert_eq!(fs::read(parent.path().join("secret")).expect("a readable file"), b"x");
}

#[tokio::test]
async fn a_missing_folder_is_a_transient_fault_and_fails_the_check() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let folder = parent.path().join("files");
    let store = store(&folder);
    store.check().await.expect("a working store");
    assert_eq!(
        store.written_before(OffsetDateTime::UNIX_EPOCH + time::Duration::weeks(9_999)).await,
        Ok(vec![])
    );
    fs::remove_dir_all(&folder).expect("a removable file");
    fs::write(&folder, b"a file where the folder was").expect("a writable file");
    let error = store.check().await.expect_err("a failed check");
    assert!(matches!(&error, Fault::Unavailable(message) if message.contains("file store")), "{error:?}");
}

#[tokio::test]
async fn a_stored_photo_ends_the_failure_of_an_earlier_read_but_a_read_not_that_of_a_write() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = store(folder.path());
    let put = async |key| store.put(key, ImageKind::Jpeg, b"photo".to_vec()).await;
    // A folder in place of a file cannot be read, and a file in place of a folder takes no photo.
    fs::create_dir(folder.path().join(STORE).join("a.jpg")).expect("a new folder");
    store.get("a.jpg").await.expect_err("a failed read");
    assert!(store.last_use_failed());
    put("b.jpg").await.expect("a stored photo");
    assert!(!store.last_use_failed());
    put("b.jpg/c.jpg").await.expect_err("a failed write");
    store.get("b.jpg").await.expect("a photo");
    assert!(store.last_use_failed());
}
