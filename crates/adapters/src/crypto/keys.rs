//! The key directory with the site's secrets. It is created at first start and must be the same for all processes on
//! one database, which stores a check value of the master secret. Anyone who can read it can sign in as any user.
//!
//! | file | content |
//! |---|---|
//! | `signing.paserk` | one line, PASERK `k4.secret.…`: the first Ed25519 key that signed access tokens |
//! | `signing-<instant>.paserk` | the same for a key that signs from that instant on, such as `20261121T140000Z` (UTC) |
//! | `master.secret` | one line, 32 random bytes in base64url without padding: the source of links, codes and refresh tokens |
//!
//! The directory has mode 0700 and the files have mode 0600. Other files are ignored. The file names alone determine which
//! key signs and which keys are accepted (see `key_ring`). `rotation` adds a key and removes expired ones.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use time::format_description::StaticFormatDescription;
use time::macros::format_description;
use time::{OffsetDateTime, PrimitiveDateTime};

use super::hmac_secrets::MasterSecret;
use super::key_files::{KeyError, damaged, io, make_directory, read, read_or_make, refuse_open};
use super::key_ring::{KeyRing, ScheduledKey, SigningKey, UnusableKey};

const FIRST_KEY: &str = "signing.paserk";
pub(super) const MASTER_SECRET: &str = "master.secret";
/// The error for a malformed master secret.
pub(super) const MALFORMED_MASTER: &str = "does not contain 32 bytes in base64url";
/// Format of the time in a key's file name.
const INSTANT: StaticFormatDescription = format_description!("[year][month][day]T[hour][minute][second]Z");

#[derive(Debug)]
pub struct Keys {
    pub ring: KeyRing,
    /// The source of links, codes and refresh tokens.
    pub master: MasterSecret,
}

pub struct KeyDirectory;

impl KeyDirectory {
    /// The names of the files that [`open`](Self::open) would create and of those that it would read: `(missing,
    /// existing)`.
    pub fn inventory(path: &Path) -> Result<(Vec<&'static str>, Vec<&'static str>), KeyError> {
        if !path.try_exists().map_err(io("look for", path))? {
            return Ok((vec![FIRST_KEY, MASTER_SECRET], vec![]));
        }
        let signing = !signing_files(path)?.is_empty();
        let master_file = path.join(MASTER_SECRET);
        let master = master_file.try_exists().map_err(io("look for", &master_file))?;
        let (existing, missing): (Vec<_>, Vec<_>) =
            [(FIRST_KEY, signing), (MASTER_SECRET, master)].into_iter().partition(|(_, exists)| *exists);
        let names = |files: Vec<(&'static str, bool)>| files.into_iter().map(|(name, _)| name).collect();
        Ok((names(missing), names(existing)))
    }

    /// Reads the secrets in `path` and creates missing ones first. Concurrent processes get the same secrets.
    pub fn open(path: &Path) -> Result<Keys, KeyError> {
        make_directory(path)?;
        if signing_files(path)?.is_empty() {
            read_or_make(&path.join(FIRST_KEY), || {
                fresh_key().map(|(_, text)| text).map_err(io::Error::other)
            })?;
        }
        read_or_make(&path.join(MASTER_SECRET), || {
            let mut bits = [0; 32];
            getrandom::fill(&mut bits).map_err(io::Error::other)?;
            Ok(URL_SAFE_NO_PAD.encode(bits))
        })?;
        Self::read(path)
    }

    /// Reads the secrets in `path`, which may be on a read-only file system. Creates none.
    pub fn read(path: &Path) -> Result<Keys, KeyError> {
        refuse_open(path)?;
        let ring = Self::read_ring(path)?;
        let master_file = path.join(MASTER_SECRET);
        let master = read(&master_file)?;
        let master = parse_master(&master).ok_or_else(|| damaged(&master_file, MALFORMED_MASTER.into()))?;
        Ok(Keys { ring, master })
    }

    /// Reads the current signing keys in `path` and creates none. Serving processes poll the directory, so they know a new
    /// key long before it signs.
    pub fn read_ring(path: &Path) -> Result<KeyRing, KeyError> {
        let mut keys = Vec::new();
        for (SigningFile { not_before, path }, text) in signing_texts(path)? {
            let key = SigningKey::parse(&text).map_err(|error| damaged(&path, error.0))?;
            keys.push(ScheduledKey { key, not_before });
        }
        let last =
            keys.pop().ok_or_else(|| io("find a signing key in", path)(io::ErrorKind::NotFound.into()))?;
        Ok(KeyRing::new(last, keys))
    }
}

pub(super) struct SigningFile {
    pub(super) not_before: OffsetDateTime,
    pub(super) path: PathBuf,
}

/// The files of signing keys, sorted by the times in their names.
pub(super) fn signing_files(directory: &Path) -> Result<Vec<SigningFile>, KeyError> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).map_err(io("list", directory))? {
        let name = entry.map_err(io("list", directory))?.file_name();
        let Some(name) = name.to_str() else { continue };
        if let Some(not_before) = instant_in(name) {
            files.push(SigningFile { not_before, path: directory.join(name) });
        }
    }
    files.sort_by_key(|file| file.not_before);
    Ok(files)
}

/// The signing keys' files with their contents, sorted like [`signing_files`].
pub(super) fn signing_texts(directory: &Path) -> Result<Vec<(SigningFile, String)>, KeyError> {
    let mut texts = Vec::new();
    for file in signing_files(directory)? {
        match read(&file.path) {
            Ok(text) => texts.push((file, text)),
            // Another process has just removed the expired key.
            Err(KeyError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(texts)
}

pub(super) fn parse_master(text: &str) -> Option<MasterSecret> {
    let bits = <[u8; 32]>::try_from(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    (bits != [0; 32]).then(|| MasterSecret::new(bits))
}

pub(super) fn instant_in(name: &str) -> Option<OffsetDateTime> {
    if name == FIRST_KEY {
        return Some(OffsetDateTime::UNIX_EPOCH);
    }
    let instant = name.strip_prefix("signing-")?.strip_suffix(".paserk")?;
    Some(PrimitiveDateTime::parse(instant, INSTANT).ok()?.assume_utc())
}

pub(super) fn file_name(not_before: OffsetDateTime) -> Result<String, time::error::Format> {
    Ok(format!("signing-{}.paserk", not_before.format(INSTANT)?))
}

pub(super) fn fresh_key() -> Result<(SigningKey, String), UnusableKey> {
    let key = SigningKey::generate()?;
    let text = key.to_paserk()?;
    Ok((key, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::sync::Barrier;
    use std::thread;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("file metadata").permissions().mode() & 0o777
    }

    fn fresh() -> (tempfile::TempDir, PathBuf) {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let keys = parent.path().join("data/keys");
        (parent, keys)
    }

    fn names(keys: &Keys) -> (String, MasterSecret) {
        (keys.ring.signing(OffsetDateTime::UNIX_EPOCH).public().id().to_owned(), keys.master.clone())
    }

    #[test]
    fn the_first_start_creates_private_files_and_the_next_reads_them() {
        let (_parent, path) = fresh();
        let first = KeyDirectory::open(&path).expect("a key directory");
        assert_eq!(mode(&path), 0o700);
        let mut files: Vec<_> = fs::read_dir(&path)
            .expect("a readable folder")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
            .collect();
        files.sort();
        assert_eq!(files, [MASTER_SECRET, FIRST_KEY]);
        for file in files {
            assert_eq!(mode(&path.join(file)), 0o600);
        }
        let second = KeyDirectory::open(&path).expect("readable keys");
        assert_eq!(names(&first), names(&second));
    }

    #[test]
    fn the_inventory_lists_missing_files_without_creating_them() {
        let (_parent, path) = fresh();
        assert_eq!(
            KeyDirectory::inventory(&path).expect("a readable key directory"),
            (vec![FIRST_KEY, MASTER_SECRET], vec![])
        );
        assert!(!path.exists());
        KeyDirectory::open(&path).expect("a key directory");
        fs::remove_file(path.join(FIRST_KEY)).expect("a removable file");
        assert_eq!(
            KeyDirectory::inventory(&path).expect("a readable key directory"),
            (vec![FIRST_KEY], vec![MASTER_SECRET])
        );
    }

    #[test]
    fn processes_that_start_concurrently_agree() {
        let (_parent, path) = fresh();
        let barrier = Barrier::new(8);
        let all: Vec<_> = thread::scope(|scope| {
            let starts: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        barrier.wait();
                        names(&KeyDirectory::open(&path).expect("an open key directory"))
                    })
                })
                .collect();
            starts.into_iter().map(|start| start.join().expect("no panic")).collect()
        });
        assert!(all.iter().all(|keys| *keys == all[0]));
    }

    #[test]
    fn a_file_that_other_accounts_can_read_is_refused_with_advice() {
        let (_parent, path) = fresh();
        KeyDirectory::open(&path).expect("a key directory");
        for file in [FIRST_KEY, MASTER_SECRET] {
            let file = path.join(file);
            fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("changed permissions");
            let error = KeyDirectory::open(&path).expect_err("a refusal").to_string();
            assert!(error.contains("mode 640") && error.contains("chmod 600"), "{error}");
            assert!(error.contains(&*file.to_string_lossy()), "{error}");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o400)).expect("changed permissions");
            KeyDirectory::open(&path).expect("keys that are read-only for the owner");
        }
    }

    #[test]
    fn a_directory_that_other_accounts_can_change_is_refused() {
        let (_parent, path) = fresh();
        KeyDirectory::open(&path).expect("a key directory");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).expect("changed permissions");
        let error = KeyDirectory::open(&path).expect_err("a refusal").to_string();
        assert!(error.contains("mode 777") && error.contains("chmod 700"), "{error}");
    }

    #[test]
    fn a_damaged_file_is_named_and_never_replaced() {
        let (_parent, path) = fresh();
        KeyDirectory::open(&path).expect("a key directory");
        for (file, content) in [(FIRST_KEY, ""), (FIRST_KEY, "k4.secret.AAAA"), (MASTER_SECRET, "short")] {
            let file = path.join(file);
            let good = fs::read(&file).expect("readable keys");
            fs::write(&file, content).expect("a writable file");
            let error = KeyDirectory::open(&path).expect_err("a refusal").to_string();
            assert!(error.contains("is damaged") && error.contains("backup"), "{error}");
            assert_eq!(fs::read_to_string(&file).expect("readable keys"), content);
            fs::write(&file, good).expect("a writable file");
        }
        KeyDirectory::open(&path).expect("repaired keys");
    }

    #[test]
    fn an_error_names_a_path_that_cannot_be_a_directory() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let file = parent.path().join("file");
        fs::write(&file, "").expect("a writable file");
        let error = KeyDirectory::open(&file.join("keys")).expect_err("a refusal").to_string();
        assert!(error.contains("create the directory") && error.contains("file/keys"), "{error}");
    }

    #[test]
    fn a_file_name_determines_when_its_key_starts_to_sign() {
        let instant = time::macros::datetime!(2026-11-21 14:00:05 UTC);
        let name = file_name(instant).expect("a name");
        assert_eq!(name, "signing-20261121T140005Z.paserk");
        assert_eq!(instant_in(&name), Some(instant));
        assert_eq!(instant_in(FIRST_KEY), Some(OffsetDateTime::UNIX_EPOCH));
        for other in
            ["signing.paserk.bak", "signing-old.paserk", "signing-20261121T140005Z.new-1", MASTER_SECRET]
        {
            assert_eq!(instant_in(other), None, "{other}");
        }
    }

    #[test]
    fn reading_the_ring_creates_nothing_and_an_empty_directory_is_an_error() {
        let (_parent, path) = fresh();
        let keys = KeyDirectory::open(&path).expect("a key directory");
        assert_eq!(KeyDirectory::read_ring(&path).expect("readable keys"), keys.ring);
        fs::remove_file(path.join(FIRST_KEY)).expect("a removable file");
        let error = KeyDirectory::read_ring(&path).expect_err("a refusal").to_string();
        assert!(error.contains("find a signing key in"), "{error}");
        assert!(!path.join(FIRST_KEY).exists());
    }
}
