//! Rotation of the signing key. The new key is published immediately and signs later: by then every cached key set contains
//! it, and every process has reloaded the directory. No file is moved or rewritten, so no reader sees a partial change.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use time::{Duration, OffsetDateTime};

use super::key_files::{KeyError, io, publish};
use super::key_ring::{PUBLICATION_LEAD, overlap_end};
use super::keys::{KeyDirectory, file_name, fresh_key, signing_files};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rotation {
    pub id: String,
    pub signs_from: OffsetDateTime,
    pub old_until: OffsetDateTime,
    /// `false` if the key already existed and does not sign yet.
    pub created: bool,
}

impl KeyDirectory {
    /// Adds a key that signs 15 minutes from now, and removes expired keys. While a key does not sign yet, another
    /// rotation changes nothing and returns that key, even to a concurrent caller.
    pub fn rotate(path: &Path, now: OffsetDateTime) -> Result<Rotation, KeyError> {
        let directory = File::open(path).map_err(io("open the directory", path))?;
        // Held until the function returns. Readers need no lock.
        directory.lock().map_err(io("lock the directory", path))?;
        if let Some(waiting) = Self::read_ring(path)?.waiting(now) {
            return Ok(rotation(waiting.key.id(), waiting.not_before, false));
        }
        remove_expired(path, now)?;
        let (key, text) =
            fresh_key().map_err(|error| io("create a key in", path)(io::Error::other(error)))?;
        let signs_from = next_second(now + PUBLICATION_LEAD);
        let name =
            file_name(signs_from).map_err(|error| io("name a key in", path)(io::Error::other(error)))?;
        let file = path.join(name);
        publish(&file, &text).map_err(io("create", &file))?;
        Ok(rotation(key.id(), signs_from, true))
    }
}

fn rotation(id: &str, signs_from: OffsetDateTime, created: bool) -> Rotation {
    Rotation { id: id.to_owned(), signs_from, old_until: overlap_end(signs_from), created }
}

fn remove_expired(path: &Path, now: OffsetDateTime) -> Result<(), KeyError> {
    let files = signing_files(path)?;
    for (file, successor) in files.iter().zip(files.iter().skip(1)) {
        if now >= overlap_end(successor.not_before) {
            fs::remove_file(&file.path).map_err(io("remove", &file.path))?;
        }
    }
    Ok(())
}

/// Rounds up, because file names contain whole seconds.
fn next_second(instant: OffsetDateTime) -> OffsetDateTime {
    match instant.replace_nanosecond(0) {
        Ok(whole) if whole < instant => whole + Duration::SECOND,
        _ => instant,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crypto::keys::tests::at_once;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-20 12:00:00.25 UTC);
    const SIGNS_FROM: OffsetDateTime = datetime!(2026-11-20 12:15:01 UTC);

    fn with_keys() -> (tempfile::TempDir, String) {
        let directory = tempfile::tempdir().expect("a temporary folder");
        let keys = KeyDirectory::open(directory.path()).expect("a key directory");
        let id = keys.ring.signing(NOW).id().to_owned();
        (directory, id)
    }

    fn published(path: &Path, now: OffsetDateTime) -> Vec<String> {
        let ring = KeyDirectory::read_ring(path).expect("readable keys");
        ring.published(now).expect("published keys").into_iter().map(|key| key.id).collect()
    }

    #[test]
    fn a_key_starts_to_sign_at_a_whole_second() {
        let whole = datetime!(2026-11-22 12:00:00 UTC);
        let table = [
            (whole, whole),
            (whole + Duration::NANOSECOND, whole + Duration::SECOND),
            (whole - Duration::NANOSECOND, whole),
        ];
        for (instant, expected) in table {
            assert_eq!(next_second(instant), expected, "{instant}");
        }
    }

    #[test]
    fn concurrent_rotations_publish_one_key_that_signs_a_quarter_of_an_hour_later() {
        let (directory, old) = with_keys();
        let mut all = at_once(|| KeyDirectory::rotate(directory.path(), NOW).expect("a rotation"));
        assert_eq!(all.iter().filter(|rotation| rotation.created).count(), 1);
        // Another rotation returns a key that does not sign yet, and changes nothing.
        all.push(KeyDirectory::rotate(directory.path(), NOW + Duration::MINUTE).expect("a rotation"));
        let id = &all[0].id;
        for Rotation { id: other, signs_from, old_until, .. } in &all {
            assert_eq!((other, *signs_from), (id, SIGNS_FROM));
            assert_eq!(*old_until, SIGNS_FROM + Duration::minutes(20));
        }
        assert_eq!(published(directory.path(), NOW), [old.as_str(), id.as_str()]);
        let ring = KeyDirectory::read_ring(directory.path()).expect("readable keys");
        assert_eq!(ring.signing(SIGNS_FROM - Duration::SECOND).id(), old);
        assert_eq!(ring.signing(SIGNS_FROM).id(), id);
        // The next start reads the existing files and creates none.
        assert_eq!(KeyDirectory::open(directory.path()).expect("an open key directory").ring, ring);
    }

    #[test]
    fn the_next_rotation_removes_an_expired_key() {
        let (directory, first) = with_keys();
        let rotated = |now| KeyDirectory::rotate(directory.path(), now).expect("a rotation");
        let second = rotated(NOW);
        // The first key no longer signs, but its tokens are still valid.
        let third = rotated(second.signs_from);
        assert_eq!(published(directory.path(), second.signs_from), [first, second.id, third.id.clone()]);
        let fourth = rotated(third.old_until);
        assert_eq!(published(directory.path(), third.old_until), [third.id, fourth.id]);
        assert_eq!(signing_files(directory.path()).expect("a readable folder").len(), 2);
    }

    #[test]
    fn a_rotation_without_keys_is_an_error() {
        let directory = tempfile::tempdir().expect("a temporary folder");
        let missing = directory.path().join("missing");
        for (path, words) in [(&*missing, "open the directory"), (directory.path(), "find a signing key in")]
        {
            let error = KeyDirectory::rotate(path, NOW).expect_err("a refusal").to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
