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
use forum_domain::accounts::Secrets;
use time::format_description::StaticFormatDescription;
use time::macros::format_description;
use time::{OffsetDateTime, PrimitiveDateTime};

use super::key_files::{KeyError, damaged, io, make_directory, read, read_or_make, refuse_open};
use super::key_ring::{KeyRing, ScheduledKey, SigningKey, UnusableKey};

const FIRST_KEY: &str = "signing.paserk";
pub(super) const MASTER_SECRET: &str = "master.secret";
pub(super) const MALFORMED_MASTER: &str = "does not contain 32 bytes in base64url";
const INSTANT: StaticFormatDescription = format_description!("[year][month][day]T[hour][minute][second]Z");

#[derive(Debug)]
pub struct Keys {
    pub ring: KeyRing,
    /// The source of links, codes and refresh tokens.
    pub master: Secrets,
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

pub(super) fn parse_master(text: &str) -> Option<Secrets> {
    let bits = <[u8; 32]>::try_from(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    (bits != [0; 32]).then(|| Secrets::new(&bits))
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
pub(super) mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::sync::Barrier;
    use std::thread;

    /// The results of eight threads that do the same at once.
    pub(in crate::crypto) fn at_once<T: Send>(act: impl Fn() -> T + Sync) -> Vec<T> {
        let barrier = Barrier::new(8);
        let run = || {
            barrier.wait();
            act()
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(run)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        })
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("file metadata").permissions().mode() & 0o777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("changed permissions");
    }

    fn fresh() -> (tempfile::TempDir, PathBuf) {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let keys = parent.path().join("data/keys");
        (parent, keys)
    }

    fn refusal<T: std::fmt::Debug>(outcome: Result<T, KeyError>) -> String {
        outcome.expect_err("a refusal").to_string()
    }

    fn names(keys: &Keys) -> (String, [u8; 32]) {
        (keys.ring.signing(OffsetDateTime::UNIX_EPOCH).id().to_owned(), keys.master.check_value())
    }

    #[test]
    fn the_first_start_creates_private_files_and_the_next_reads_them() {
        let (_parent, path) = fresh();
        let inventory = || KeyDirectory::inventory(&path).expect("a readable key directory");
        assert_eq!(inventory(), (vec![FIRST_KEY, MASTER_SECRET], vec![]));
        assert!(!path.exists());
        let started = at_once(|| names(&KeyDirectory::open(&path).expect("a key directory")));
        assert!(started.iter().all(|keys| *keys == started[0]), "processes that start concurrently agree");
        assert_eq!(mode(&path), 0o700);
        let mut files: Vec<_> = fs::read_dir(&path)
            .expect("a readable folder")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
            .collect();
        files.sort();
        assert_eq!(files, [MASTER_SECRET, FIRST_KEY]);
        assert!(files.iter().all(|file| mode(&path.join(file)) == 0o600));
        let next = KeyDirectory::open(&path).expect("readable keys");
        assert_eq!(names(&next), started[0]);
        assert_eq!(KeyDirectory::read_ring(&path).expect("readable keys"), next.ring);
        fs::remove_file(path.join(FIRST_KEY)).expect("a removable file");
        assert_eq!(inventory(), (vec![FIRST_KEY], vec![MASTER_SECRET]));
        let error = refusal(KeyDirectory::read_ring(&path));
        assert!(error.contains("find a signing key in"), "{error}");
        assert!(!path.join(FIRST_KEY).exists(), "reading creates nothing");
    }

    #[test]
    fn files_that_other_accounts_can_read_and_a_directory_they_can_change_are_refused_with_advice() {
        let (parent, path) = fresh();
        KeyDirectory::open(&path).expect("a key directory");
        for (name, refused, advice, accepted) in [
            (FIRST_KEY, 0o640, "chmod 600", 0o400),
            (MASTER_SECRET, 0o640, "chmod 600", 0o400),
            ("", 0o777, "chmod 700", 0o700),
        ] {
            let file = path.join(name);
            set_mode(&file, refused);
            let error = refusal(KeyDirectory::open(&path));
            assert!(error.contains(&format!("mode {refused:o}")) && error.contains(advice), "{error}");
            assert!(error.contains(&*path.to_string_lossy()) && error.contains(name), "{error}");
            set_mode(&file, accepted);
            KeyDirectory::open(&path).expect("private keys");
        }
        fs::write(parent.path().join("file"), "").expect("a writable file");
        let error = refusal(KeyDirectory::open(&parent.path().join("file/keys")));
        assert!(error.contains("create the directory") && error.contains("file/keys"), "{error}");
    }

    #[test]
    fn a_damaged_file_is_named_and_never_replaced() {
        let (_parent, path) = fresh();
        KeyDirectory::open(&path).expect("a key directory");
        for (file, content) in [(FIRST_KEY, ""), (FIRST_KEY, "k4.secret.AAAA"), (MASTER_SECRET, "short")] {
            let file = path.join(file);
            let good = fs::read(&file).expect("readable keys");
            fs::write(&file, content).expect("a writable file");
            let error = refusal(KeyDirectory::open(&path));
            assert!(error.contains("is damaged") && error.contains("backup"), "{error}");
            assert_eq!(fs::read_to_string(&file).expect("readable keys"), content);
            fs::write(&file, good).expect("a writable file");
        }
    }

    #[test]
    fn a_file_name_determines_when_its_key_starts_to_sign() {
        let instant = time::macros::datetime!(2026-11-21 14:00:05 UTC);
        let name = "signing-20261121T140005Z.paserk";
        assert_eq!(file_name(instant).expect("a name"), name);
        for (name, expected) in [
            (name, Some(instant)),
            (FIRST_KEY, Some(OffsetDateTime::UNIX_EPOCH)),
            ("signing.paserk.bak", None),
            ("signing-old.paserk", None),
            ("signing-20261121T140005Z.new-1", None),
            (MASTER_SECRET, None),
        ] {
            assert_eq!(instant_in(name), expected, "{name}");
        }
    }
}
