//! The directory of the site's secrets. It is made at first start and must be the same for all processes of
//! one database; whoever can read it can sign in as anybody.
//!
//! | file | content |
//! |---|---|
//! | `signing.paserk` | one line, PASERK `k4.secret.…`: the Ed25519 key that signs access tokens |
//! | `master.secret` | one line, 32 random bytes in base64url without padding: links, codes and refresh tokens derive from it |
//!
//! The directory has mode 0700 and the files 0600.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use forum_domain::shared::IdSource;

use super::hmac_secrets::MasterSecret;
use super::key_ring::{KeyRing, SigningKey};
use crate::system::RandomIds;

const SIGNING_KEY: &str = "signing.paserk";
const MASTER_SECRET: &str = "master.secret";

/// The secrets of a site.
#[derive(Debug)]
pub struct Keys {
    /// Keys of access tokens.
    pub ring: KeyRing,
    /// What links, codes and refresh tokens derive from.
    pub master: MasterSecret,
}

/// Why the secrets cannot be used, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file system refused.
    #[error(
        "cannot {action} {}: {source}. The site keeps its secrets there; give the account that runs it a keys directory it can read (and, at first start, write)",
        path.display()
    )]
    Io {
        /// What was tried.
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Others can read a secret.
    #[error(
        "{path} can be read by other accounts (mode {mode:03o}), and whoever reads it can sign in as anybody. Run `chmod 600 {path}`; if somebody may have read it, delete it instead: a new one is made at the next start, and everybody has to sign in again",
        path = path.display()
    )]
    Exposed {
        /// The file.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// Others can put their own secrets in place of ours.
    #[error(
        "the keys directory {path} can be changed by other accounts (mode {mode:03o}), who could put their own keys there. Run `chmod 700 {path}`",
        path = path.display()
    )]
    Open {
        /// The directory.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// A file does not hold what it should.
    #[error(
        "{path} is damaged: it {why}. Put it back from a backup, or delete it: a new one is made at the next start, and links and sessions made with the old one end",
        path = path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

/// Where the secrets are.
pub struct KeyDirectory;

impl KeyDirectory {
    /// The names of the files that [`open`](Self::open) would make, and those that it would read: `(missing, there)`.
    pub fn inventory(path: &Path) -> (Vec<&'static str>, Vec<&'static str>) {
        [SIGNING_KEY, MASTER_SECRET].into_iter().partition(|file| !path.join(file).exists())
    }

    /// Reads the secrets in `path`; those that are missing are made first. Processes that do so at once agree.
    ///
    /// # Errors
    /// See [`KeyError`]; a file that others can read is refused.
    pub fn open(path: &Path) -> Result<Keys, KeyError> {
        make_directory(path)?;
        let signing_file = path.join(SIGNING_KEY);
        let signing = read_or_make(&signing_file, || {
            SigningKey::generate().and_then(|key| key.to_paserk()).map_err(|error| io::Error::other(error.0))
        })?;
        let signing = SigningKey::parse(&signing).map_err(|error| damaged(&signing_file, error.0))?;
        let master_file = path.join(MASTER_SECRET);
        let master = read_or_make(&master_file, || {
            let mut bits = [0; 32];
            getrandom::fill(&mut bits).map_err(io::Error::other)?;
            Ok(URL_SAFE_NO_PAD.encode(bits))
        })?;
        let bits = URL_SAFE_NO_PAD.decode(&master).ok().and_then(|bits| <[u8; 32]>::try_from(bits).ok());
        let bits = bits.filter(|bits| *bits != [0; 32]);
        let bits = bits.ok_or_else(|| damaged(&master_file, "does not hold 32 bytes in base64url".into()))?;
        Ok(Keys { ring: KeyRing::new(signing, []), master: MasterSecret::new(bits) })
    }
}

fn make_directory(path: &Path) -> Result<(), KeyError> {
    DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(io("create the directory", path))?;
    let mode = fs::metadata(path).map_err(io("look at", path))?.permissions().mode() & 0o7777;
    // With the sticky bit others may add files but not replace ours.
    if mode & 0o022 != 0 && mode & 0o1000 == 0 {
        return Err(KeyError::Open { path: path.to_owned(), mode });
    }
    Ok(())
}

/// The one line in `file`. A missing file is written under another name first and then linked to its own,
/// which fails where another process was faster; either way the file that stands is read.
fn read_or_make(file: &Path, make: impl FnOnce() -> io::Result<String>) -> Result<String, KeyError> {
    if !file.try_exists().map_err(io("look for", file))? {
        let text = make().map_err(io("make a secret for", file))?;
        publish(file, &text).map_err(io("create", file))?;
    }
    let mode = fs::metadata(file).map_err(io("look at", file))?.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        return Err(KeyError::Exposed { path: file.to_owned(), mode });
    }
    let text = fs::read_to_string(file).map_err(io("read", file))?;
    Ok(text.trim_end().to_owned())
}

fn publish(file: &Path, text: &str) -> io::Result<()> {
    let temporary = file.with_extension(format!("new-{}", RandomIds.new_id().simple()));
    let written = write_private(&temporary, text).and_then(|()| match fs::hard_link(&temporary, file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        outcome => outcome,
    });
    let removed = fs::remove_file(&temporary);
    written.and(removed)?;
    match file.parent() {
        Some(directory) => File::open(directory)?.sync_all(),
        None => Ok(()),
    }
}

fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())?;
    file.write_all(b"\n")?;
    file.sync_all()
}

fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> KeyError {
    let path = path.to_owned();
    move |source| KeyError::Io { action, path, source }
}

fn damaged(path: &Path, why: String) -> KeyError {
    KeyError::Damaged { path: path.to_owned(), why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::thread;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").permissions().mode() & 0o777
    }

    fn fresh() -> (tempfile::TempDir, PathBuf) {
        let parent = tempfile::tempdir().expect("a directory");
        let keys = parent.path().join("data/keys");
        (parent, keys)
    }

    fn names(keys: &Keys) -> (String, MasterSecret) {
        (keys.ring.signing().public().id().to_owned(), keys.master.clone())
    }

    #[test]
    fn the_first_start_makes_private_files_and_the_next_reads_them() {
        let (_parent, path) = fresh();
        let first = KeyDirectory::open(&path).expect("made");
        assert_eq!(mode(&path), 0o700);
        let mut files: Vec<_> = fs::read_dir(&path)
            .expect("listed")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
            .collect();
        files.sort();
        assert_eq!(files, [MASTER_SECRET, SIGNING_KEY]);
        for file in files {
            assert_eq!(mode(&path.join(file)), 0o600);
        }
        let second = KeyDirectory::open(&path).expect("read");
        assert_eq!(names(&first), names(&second));
    }

    #[test]
    fn what_a_start_would_make_is_told_without_making_it() {
        let (_parent, path) = fresh();
        assert_eq!(KeyDirectory::inventory(&path), (vec![SIGNING_KEY, MASTER_SECRET], vec![]));
        assert!(!path.exists());
        KeyDirectory::open(&path).expect("made");
        fs::remove_file(path.join(SIGNING_KEY)).expect("lost");
        assert_eq!(KeyDirectory::inventory(&path), (vec![SIGNING_KEY], vec![MASTER_SECRET]));
    }

    #[test]
    fn processes_that_start_at_once_agree() {
        let (_parent, path) = fresh();
        let barrier = Barrier::new(8);
        let all: Vec<_> = thread::scope(|scope| {
            let starts: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        barrier.wait();
                        names(&KeyDirectory::open(&path).expect("opened"))
                    })
                })
                .collect();
            starts.into_iter().map(|start| start.join().expect("no panic")).collect()
        });
        assert!(all.iter().all(|keys| *keys == all[0]));
    }

    #[test]
    fn a_file_that_others_can_read_is_refused_with_the_way_out() {
        let (_parent, path) = fresh();
        KeyDirectory::open(&path).expect("made");
        for file in [SIGNING_KEY, MASTER_SECRET] {
            let file = path.join(file);
            fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("changed");
            let error = KeyDirectory::open(&path).expect_err("refused").to_string();
            assert!(error.contains("mode 640") && error.contains("chmod 600"), "{error}");
            assert!(error.contains(&*file.to_string_lossy()), "{error}");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o400)).expect("changed");
            KeyDirectory::open(&path).expect("read-only for the owner is enough");
        }
    }

    #[test]
    fn a_directory_that_others_can_change_is_refused() {
        let (_parent, path) = fresh();
        KeyDirectory::open(&path).expect("made");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).expect("changed");
        let error = KeyDirectory::open(&path).expect_err("refused").to_string();
        assert!(error.contains("mode 777") && error.contains("chmod 700"), "{error}");
    }

    #[test]
    fn a_damaged_file_is_named_and_never_replaced() {
        let (_parent, path) = fresh();
        KeyDirectory::open(&path).expect("made");
        for (file, content) in [(SIGNING_KEY, ""), (SIGNING_KEY, "k4.secret.AAAA"), (MASTER_SECRET, "short")]
        {
            let file = path.join(file);
            let good = fs::read(&file).expect("read");
            fs::write(&file, content).expect("damaged");
            let error = KeyDirectory::open(&path).expect_err("refused").to_string();
            assert!(error.contains("is damaged") && error.contains("backup"), "{error}");
            assert_eq!(fs::read_to_string(&file).expect("read"), content);
            fs::write(&file, good).expect("repaired");
        }
        KeyDirectory::open(&path).expect("whole again");
    }

    #[test]
    fn a_path_that_cannot_be_a_directory_is_named() {
        let parent = tempfile::tempdir().expect("a directory");
        let file = parent.path().join("file");
        fs::write(&file, "").expect("written");
        let error = KeyDirectory::open(&file.join("keys")).expect_err("refused").to_string();
        assert!(error.contains("create the directory") && error.contains("file/keys"), "{error}");
    }
}
