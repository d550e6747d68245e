//! The photo file store: a folder on this machine or an S3 bucket. Only this module uses opendal. In a folder, a file is
//! written under a temporary name, synced and renamed. S3 stores an object in one request. In both cases, a file is stored
//! completely or not at all.

mod files_url;
mod key;

use std::fs::{DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use forum_domain::headshots::{FileStore, ImageKind};
use forum_domain::shared::{Fault, IdSource};
use futures_util::TryStreamExt;
use opendal::layers::{RetryEvent, RetryLayer, TimeoutLayer};
use opendal::{ErrorKind, Operator, services};
use opendal_http_transport_reqwest::ReqwestTransport;
use time::OffsetDateTime;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use self::key::without_keys;
use crate::error_chain::with_causes;
use crate::system::RandomIds;
use crate::tls::Trust;

pub use files_url::{AwsEnvironment, Credentials, FilesUrl, FilesUrlError, S3Bucket};

/// The store's folder below the folder or prefix from the setting. The sweep removes unknown files, so this folder must
/// contain no others.
const STORE: &str = "headshots";
/// Folder of unfinished files. The listing includes the files of killed processes, so the sweep removes them.
const UNFINISHED: &str = ".unfinished";
/// Time limit for one request to S3.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(3);
/// Number of retries after a transient failure.
const RETRIES: usize = 2;
/// Time limit for a call with all its requests: shorter than the limit for an API request, so that the API responds
/// with 503.
const CALL_TIMEOUT: Duration = Duration::from_secs(8);

pub struct OpendalFileStore {
    operator: Operator,
    /// The folder, which must be synced after a rename. `None` for a bucket.
    folder: Option<PathBuf>,
    /// Whether the last write failed, and whether the last read failed. Deletions are not counted: a failed upload is
    /// cleaned up, which may succeed.
    write_failed: AtomicBool,
    read_failed: AtomicBool,
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("cannot create the folder {path}: {source}")]
    Folder { path: String, source: io::Error },
    #[error("the folder {0} has a name that is not UTF-8")]
    NotText(PathBuf),
    #[error("cannot set up the store: {0}")]
    Refused(#[from] opendal::Error),
    #[error("cannot create the store's HTTP client: {0}")]
    Http(#[from] reqwest::Error),
}

impl OpendalFileStore {
    /// Opens the store. Creates a missing folder, private to the account of this process. Sends no request to S3.
    pub fn open(url: &FilesUrl, trust: &Trust) -> Result<Self, OpenError> {
        match url {
            FilesUrl::Folder { directory } => Self::open_folder(directory),
            FilesUrl::S3(bucket) => Self::open_bucket(bucket, trust),
        }
    }

    fn open_folder(directory: &Path) -> Result<Self, OpenError> {
        let folder = &directory.join(STORE);
        let unfinished = folder.join(UNFINISHED);
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&unfinished)
            .map_err(|source| OpenError::Folder { path: folder.display().to_string(), source })?;
        let text = |path: &Path| path.to_str().map(str::to_owned);
        let not_text = || OpenError::NotText(folder.to_owned());
        let builder = services::Fs::default()
            .root(&text(folder).ok_or_else(not_text)?)
            .atomic_write_dir(&text(&unfinished).ok_or_else(not_text)?);
        Ok(Self::on(Operator::new(builder)?, Some(folder.to_owned())))
    }

    fn open_bucket(settings: &S3Bucket, trust: &Trust) -> Result<Self, OpenError> {
        let S3Bucket { bucket, endpoint, region, prefix, credentials } = settings;
        let Credentials { access_key, secret_key, session_token } = credentials;
        // The configuration module reads all settings. opendal must not read others.
        let mut builder = services::S3::default()
            .disable_config_load()
            .disable_ec2_metadata()
            .bucket(bucket)
            .region(region)
            .root(&format!("{prefix}/{STORE}"))
            .access_key_id(access_key)
            .secret_access_key(secret_key);
        if let Some(endpoint) = endpoint {
            builder = builder.endpoint(endpoint);
        }
        if let Some(token) = session_token {
            builder = builder.session_token(token);
        }
        let operator = Operator::new(builder)?;
        let context = operator.context().with_http_transport(opendal::HttpTransporter::new(
            ReqwestTransport::new(trust.http_client_with(|client| client)?),
        ));
        let operator = operator
            .with_context(context)
            .layer(TimeoutLayer::new().with_timeout(REQUEST_TIMEOUT).with_io_timeout(REQUEST_TIMEOUT))
            .layer(
                RetryLayer::new()
                    .with_jitter()
                    .with_max_times(RETRIES)
                    .with_min_delay(REQUEST_TIMEOUT / 10)
                    .with_notify(|event: RetryEvent<'_>| {
                        let cause = without_keys(&with_causes(event.err));
                        tracing::warn!(attempt = event.attempt, cause, "retrying a file store request");
                    }),
            );
        Ok(Self::on(operator, None))
    }

    fn on(operator: Operator, folder: Option<PathBuf>) -> Self {
        Self { operator, folder, write_failed: AtomicBool::default(), read_failed: AtomicBool::default() }
    }

    /// Whether the last write of this process failed, or the last read without a later write. `false` before the first one.
    pub fn last_use_failed(&self) -> bool {
        self.write_failed.load(Ordering::Relaxed) || self.read_failed.load(Ordering::Relaxed)
    }

    /// Writes, reads and removes a small file, for `doctor`.
    pub async fn check(&self) -> Result<(), Fault> {
        let key = format!("probe-{}.png", RandomIds.new_id().simple());
        let content = b"a test of the file store".to_vec();
        self.put(&key, ImageKind::Png, content.clone()).await?;
        let read = self.get(&key).await;
        self.delete(&key).await?;
        match read? {
            Some(read) if read == content => Ok(()),
            Some(_) => Err(Fault::Unavailable(
                "the file store returned different bytes from those that were written".into(),
            )),
            None => Err(Fault::Unavailable("the file store lost a file that was just written".into())),
        }
    }

    async fn write(&self, key: &str, kind: ImageKind, content: Vec<u8>) -> Result<(), Fault> {
        let mut opening = self.operator.writer_with(key);
        if self.operator.info().capability().write_with_content_type {
            opening = opening.content_type(kind.content_type());
        }
        let mut writer = within_limit(opening).await?;
        let written = within_limit(async {
            writer.write(content).await?;
            writer.close().await
        });
        if let Err(fault) = written.await {
            // opendal keeps the partial file, which would occupy a full disk.
            let _ = within_limit(writer.abort()).await;
            return Err(fault);
        }
        self.sync_folders_of(key).await
    }

    /// A rename is durable only once the folder is synced.
    async fn sync_folders_of(&self, key: &str) -> Result<(), Fault> {
        let Some(folder) = self.folder.clone() else { return Ok(()) };
        let file = folder.join(key);
        let synced = spawn_blocking(move || {
            let above = file.ancestors().skip(1).take_while(|above| above.starts_with(&folder));
            above.map(File::open).try_for_each(|opened| opened?.sync_all())
        });
        let synced = synced.await.unwrap_or_else(|error| Err(io::Error::other(error)));
        synced.map_err(|error| Fault::Unavailable(format!("cannot sync the files' folder: {error}")))
    }
}

#[async_trait]
impl FileStore for OpendalFileStore {
    async fn put(&self, key: &str, kind: ImageKind, content: Vec<u8>) -> Result<(), Fault> {
        let written = self.write(key::checked(key)?, kind, content).await;
        record_outcome(&self.write_failed, written)?;
        // The store works again, also if nobody has looked at a photo since a read failed.
        self.read_failed.store(false, Ordering::Relaxed);
        Ok(())
    }

    async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Fault> {
        let read = within_limit_or_missing(self.operator.read(key::checked(key)?)).await;
        Ok(record_outcome(&self.read_failed, read)?.map(|content| content.to_vec()))
    }

    async fn delete(&self, key: &str) -> Result<(), Fault> {
        within_limit_or_missing(self.operator.delete(key::checked(key)?)).await.map(|_| ())
    }

    async fn written_before(&self, before: OffsetDateTime) -> Result<Vec<String>, Fault> {
        let before = SystemTime::from(before);
        let listing = async {
            let mut lister = self.operator.lister_with("").recursive(true).await?;
            let mut found = Vec::new();
            while let Some(entry) = lister.try_next().await? {
                let written = entry.metadata().last_modified();
                let old = written.is_some_and(|written| SystemTime::from(written) < before);
                if entry.metadata().is_file() && old {
                    found.push(entry.path().to_owned());
                }
            }
            Ok(found)
        };
        // The whole listing has no time limit: each page has one, and the sweep can wait.
        record_outcome(&self.read_failed, listing.await.map_err(|error| fault(&error)))
    }
}

fn record_outcome<T>(failed: &AtomicBool, outcome: Result<T, Fault>) -> Result<T, Fault> {
    failed.store(outcome.is_err(), Ordering::Relaxed);
    outcome
}

async fn within_limit<T>(call: impl IntoFuture<Output = opendal::Result<T>>) -> Result<T, Fault> {
    match timeout(CALL_TIMEOUT, call.into_future()).await {
        Ok(done) => done.map_err(|error| fault(&error)),
        Err(_) => Err(Fault::Unavailable(format!("the file store did not answer within {CALL_TIMEOUT:?}"))),
    }
}

async fn within_limit_or_missing<T>(
    call: impl IntoFuture<Output = opendal::Result<T>>,
) -> Result<Option<T>, Fault> {
    let call = call.into_future();
    within_limit(async {
        match call.await {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            other => other.map(Some),
        }
    })
    .await
}

/// Operators can fix most errors without a new release: a full disk, a refused key, an unresponsive server.
fn fault(error: &opendal::Error) -> Fault {
    let message = format!("the file store: {}", without_keys(&with_causes(error)));
    match error.kind() {
        ErrorKind::Unsupported | ErrorKind::ConfigInvalid => Fault::Bug(message),
        _ => Fault::Unavailable(message),
    }
}

#[cfg(test)]
mod tests {
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
}
