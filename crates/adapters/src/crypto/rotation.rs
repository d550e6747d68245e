//! Rotating the signing key. The new key is published immediately and signs later: by then every cached copy of the key
//! set contains it, and every process has reloaded the directory. No file is moved or rewritten, so no reader can see a
//! partial change.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use time::{Duration, OffsetDateTime};

use super::key_files::{KeyError, io, publish};
use super::key_ring::{LEAD, overlap_end};
use super::keys::{KeyDirectory, file_name, fresh_key, signing_files};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rotation {
    pub id: String,
    pub signs_from: OffsetDateTime,
    pub old_until: OffsetDateTime,
    /// `false` if the key was waiting already.
    pub made: bool,
}

impl KeyDirectory {
    /// Adds a key that signs 15 minutes from now and removes keys that have expired. Only one key waits at a time:
    /// while one does, nothing changes and that one is returned, also to the second of two concurrent callers.
    pub fn rotate(path: &Path, now: OffsetDateTime) -> Result<Rotation, KeyError> {
        let directory = File::open(path).map_err(io("open the directory", path))?;
        // Held until the end of this function; readers need no lock.
        directory.lock().map_err(io("lock the directory", path))?;
        if let Some(waiting) = Self::read_ring(path)?.waiting(now) {
            return Ok(rotation(waiting.key.public().id(), waiting.not_before, false));
        }
        remove_ended(path, now)?;
        let (key, text) =
            fresh_key().map_err(|error| io("create a key in", path)(io::Error::other(error)))?;
        let signs_from = next_second(now + LEAD);
        let name =
            file_name(signs_from).map_err(|error| io("name a key in", path)(io::Error::other(error)))?;
        let file = path.join(name);
        publish(&file, &text).map_err(io("create", &file))?;
        Ok(rotation(key.public().id(), signs_from, true))
    }
}

fn rotation(id: &str, signs_from: OffsetDateTime, made: bool) -> Rotation {
    Rotation { id: id.to_owned(), signs_from, old_until: overlap_end(signs_from), made }
}

fn remove_ended(path: &Path, now: OffsetDateTime) -> Result<(), KeyError> {
    let files = signing_files(path)?;
    for (file, successor) in files.iter().zip(files.iter().skip(1)) {
        if now >= overlap_end(successor.not_before) {
            fs::remove_file(&file.path).map_err(io("remove", &file.path))?;
        }
    }
    Ok(())
}

/// Rounds up: file names contain whole seconds.
fn next_second(instant: OffsetDateTime) -> OffsetDateTime {
    match instant.replace_nanosecond(0) {
        Ok(whole) if whole < instant => whole + Duration::SECOND,
        _ => instant,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::thread;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-20 12:00:00.25 UTC);
    const SIGNS_FROM: OffsetDateTime = datetime!(2026-11-20 12:15:01 UTC);

    fn made() -> (tempfile::TempDir, String) {
        let directory = tempfile::tempdir().expect("a directory");
        let keys = KeyDirectory::open(directory.path()).expect("made");
        let id = keys.ring.signing(NOW).public().id().to_owned();
        (directory, id)
    }

    fn signing(path: &Path, now: OffsetDateTime) -> String {
        KeyDirectory::read_ring(path).expect("read").signing(now).public().id().to_owned()
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
    fn a_new_key_is_published_immediately_and_signs_a_quarter_of_an_hour_later() {
        let (directory, old) = made();
        let rotation = KeyDirectory::rotate(directory.path(), NOW).expect("rotated");
        assert_eq!((rotation.signs_from, rotation.made), (SIGNS_FROM, true));
        assert_eq!(rotation.old_until, SIGNS_FROM + Duration::minutes(20));
        let ring = KeyDirectory::read_ring(directory.path()).expect("read");
        let ids: Vec<String> =
            ring.published(NOW).expect("published").into_iter().map(|key| key.id).collect();
        assert_eq!(ids, [old.clone(), rotation.id.clone()]);
        assert_eq!(signing(directory.path(), SIGNS_FROM - Duration::SECOND), old);
        assert_eq!(signing(directory.path(), SIGNS_FROM), rotation.id);
        // The next start reads the existing files and creates none.
        assert_eq!(KeyDirectory::open(directory.path()).expect("opened").ring, ring);
    }

    #[test]
    fn while_a_key_waits_another_rotation_returns_it_and_changes_nothing() {
        let (directory, _) = made();
        let first = KeyDirectory::rotate(directory.path(), NOW).expect("rotated");
        let again = KeyDirectory::rotate(directory.path(), NOW + Duration::MINUTE).expect("told");
        assert_eq!(again, Rotation { made: false, ..first });
        assert_eq!(signing_files(directory.path()).expect("listed").len(), 2);
    }

    #[test]
    fn eight_concurrent_rotations_create_one_key() {
        let (directory, _) = made();
        let barrier = Barrier::new(8);
        let all: Vec<Rotation> = thread::scope(|scope| {
            let rotations: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        barrier.wait();
                        KeyDirectory::rotate(directory.path(), NOW).expect("rotated")
                    })
                })
                .collect();
            rotations.into_iter().map(|rotation| rotation.join().expect("no panic")).collect()
        });
        assert_eq!(all.iter().filter(|rotation| rotation.made).count(), 1);
        assert!(all.iter().all(|rotation| rotation.id == all[0].id));
        assert_eq!(signing_files(directory.path()).expect("listed").len(), 2);
    }

    #[test]
    fn the_next_rotation_removes_an_expired_key() {
        let (directory, first) = made();
        let second = KeyDirectory::rotate(directory.path(), NOW).expect("rotated");
        // The first key no longer signs, but its tokens are still valid.
        let third = KeyDirectory::rotate(directory.path(), second.signs_from).expect("rotated");
        let ids = |now| {
            let ring = KeyDirectory::read_ring(directory.path()).expect("read");
            ring.published(now).expect("published").into_iter().map(|key| key.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(second.signs_from), [first, second.id, third.id.clone()]);
        assert_eq!(signing_files(directory.path()).expect("listed").len(), 3);
        let fourth = KeyDirectory::rotate(directory.path(), third.old_until).expect("rotated");
        assert_eq!(ids(third.old_until), [third.id.clone(), fourth.id]);
        assert_eq!(signing_files(directory.path()).expect("listed").len(), 2);
        assert_eq!(signing(directory.path(), third.old_until), third.id);
    }

    #[test]
    fn without_keys_there_is_nothing_to_rotate() {
        let directory = tempfile::tempdir().expect("a directory");
        let nowhere = directory.path().join("nowhere");
        let error = KeyDirectory::rotate(&nowhere, NOW).expect_err("refused").to_string();
        assert!(error.contains("open the directory"), "{error}");
        let error = KeyDirectory::rotate(directory.path(), NOW).expect_err("refused").to_string();
        assert!(error.contains("find a signing key in"), "{error}");
    }
}
