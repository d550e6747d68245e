//! Copies of the files in the key directory, for backups. Reading creates no key and restoring replaces no key.

use std::io;
use std::path::Path;

use super::key_files::{KeyError, damaged, io, make_directory, publish, read};
use super::key_ring::SigningKey;
use super::keys::{MALFORMED_MASTER, MASTER_SECRET, instant_in, parse_master, signing_files, signing_texts};

/// The master secret and the signing keys. Has no `Debug`, which would show them.
pub struct KeyCopies {
    files: Vec<(String, String)>,
}

impl KeyCopies {
    pub fn of(directory: &Path) -> Result<Self, KeyError> {
        let mut files = vec![(MASTER_SECRET.to_owned(), read(&directory.join(MASTER_SECRET))?)];
        for (file, text) in signing_texts(directory)? {
            files.push((file.path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text));
        }
        if files.len() == 1 {
            return Err(io("find a signing key in", directory)(io::ErrorKind::NotFound.into()));
        }
        let copies = Self { files };
        copies.examine(directory)?;
        Ok(copies)
    }

    /// The copies in a backup.
    ///
    /// # Errors
    /// If a file is not a key. The path in the message begins with `directory`.
    pub fn from_backup(files: Vec<(String, String)>, directory: &Path) -> Result<Self, KeyError> {
        let copies = Self { files };
        copies.examine(directory)?;
        Ok(copies)
    }

    /// The name and content of each file. The content is one line.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The names of keys in the directory that differ from the copies. Empty if the directory does not exist.
    pub fn others_in(&self, directory: &Path) -> Result<Vec<String>, KeyError> {
        if !directory.try_exists().map_err(io("look for", directory))? {
            return Ok(Vec::new());
        }
        let mut differing = Vec::new();
        let signing = signing_files(directory)?.into_iter().map(|file| file.path);
        let master = directory.join(MASTER_SECRET);
        let master = master.try_exists().map_err(io("look for", &master))?.then_some(master);
        for path in signing.chain(master) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = read(&path)?;
            if !self.files().any(|copy| copy == (&name, &text)) {
                differing.push(name);
            }
        }
        Ok(differing)
    }

    /// Writes the missing files and reads all files back.
    pub fn put_back(&self, directory: &Path) -> Result<(), KeyError> {
        make_directory(directory)?;
        for (name, text) in self.files() {
            let file = directory.join(name);
            publish(&file, text).map_err(io("create", &file))?;
            if read(&file)? != text {
                return Err(damaged(&file, "is not the key from the backup".to_owned()));
            }
        }
        Ok(())
    }

    fn examine(&self, directory: &Path) -> Result<(), KeyError> {
        let mut has_master = false;
        for (name, text) in self.files() {
            if name == MASTER_SECRET {
                parse_master(text)
                    .ok_or_else(|| damaged(&directory.join(name), MALFORMED_MASTER.to_owned()))?;
                has_master = true;
            } else if instant_in(name).is_some() {
                SigningKey::parse(text).map_err(|error| damaged(&directory.join(name), error.0))?;
            } else {
                return Err(damaged(&directory.join(name), "is not the name of a key".to_owned()));
            }
        }
        if has_master && self.files.len() > 1 {
            Ok(())
        } else {
            Err(damaged(directory, "lacks the master secret or a signing key".to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::crypto::KeyDirectory;

    #[test]
    fn restoring_copies_is_idempotent_and_keys_from_another_site_are_named() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let [from, to, other] = ["from", "to", "other"].map(|name| parent.path().join(name));
        let opened = |path: &Path| KeyDirectory::open(path).expect("a key directory").master.check_value();
        let master = opened(&from);
        let copies = KeyCopies::of(&from).expect("copies of the keys");
        let others_in = |path: &Path| copies.others_in(path).expect("a readable key directory");
        assert_eq!(others_in(&to), Vec::<String>::new());
        for _ in 0..2 {
            copies.put_back(&to).expect("an idempotent restore");
        }
        assert_eq!(others_in(&to), Vec::<String>::new());
        assert_eq!(opened(&to), master);

        opened(&other);
        assert_eq!(others_in(&other), ["signing.paserk", MASTER_SECRET]);
        let refused = copies.put_back(&other).expect_err("a refusal").to_string();
        assert!(refused.contains("is not the key from the backup"), "{refused}");
    }

    #[test]
    fn an_incomplete_directory_is_refused_and_nothing_is_created() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let keys = parent.path().join("keys");
        assert!(KeyCopies::of(&keys).is_err() && !keys.exists());
        for missing in [MASTER_SECRET, "signing.paserk"] {
            KeyDirectory::open(&keys).expect("a key directory");
            fs::remove_file(keys.join(missing)).expect("a removable file");
            assert!(KeyCopies::of(&keys).is_err() && !keys.join(missing).exists(), "{missing}");
        }
    }

    #[test]
    fn only_complete_keys_are_accepted_from_a_backup() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        KeyDirectory::open(parent.path()).expect("a key directory");
        let good = KeyCopies::of(parent.path()).expect("copies of the keys").files;
        let is_accepted =
            |files: &[(String, String)]| KeyCopies::from_backup(files.to_vec(), Path::new("keys")).is_ok();
        assert!(is_accepted(&good));
        assert!(!is_accepted(&good[..1]) && !is_accepted(&good[1..]));
        for name in ["../authorized_keys", "notes.txt", "signing-20261121T140000Z.paserk"] {
            assert!(!is_accepted(&[&good[..], &[(name.to_owned(), "x".to_owned())]].concat()), "{name}");
        }
    }
}
