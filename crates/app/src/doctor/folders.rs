//! Folders and the files in them: whose they are, whether one can write there, how much room is left, the keys.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use forum_adapters::crypto::KeyDirectory;
use forum_adapters::system::{account, free_bytes};

use super::Finding;
use crate::config::Config;

const MEGABYTE: u64 = 1_000_000;
/// Below this PostgreSQL's own files alone may fill the disk within days.
const ENOUGH_BYTES: u64 = 500 * MEGABYTE;

/// Root can do everything everywhere, and what it makes the site's own account cannot change: where the folders belong to
/// somebody else, nothing that root finds says anything about the site.
pub(super) fn foreign_account(config: &Config) -> Option<Finding> {
    [&config.data_dir, &config.keys_dir].into_iter().find_map(|folder| {
        let owner = fs::metadata(folder).ok()?.uid();
        judge_account(account(), folder, owner)
    })
}

fn judge_account(own: u32, folder: &Path, owner: u32) -> Option<Finding> {
    (own == 0 && owner != 0).then(|| {
        Finding::wrong(
            "account",
            format!("{} belongs to the account {owner}, but this command runs as root", folder.display()),
            "root can read and write where the site cannot, so what it finds would say nothing about the site",
            format!("run it as the account of the site: sudo --preserve-env -u '#{owner}' educators-forum doctor"),
        )
    })
}

pub(super) fn data_directory(config: &Config) -> Finding {
    let why = "the private PostgreSQL, uploaded files, spooled mail and keys are kept there";
    let fix = "let the account that runs the site write there, or name another place with FORUM__DATA__DIR";
    writable("data directory", &config.data_dir, why, fix)
}

/// Whether files can be made in a folder, or, where it is not made yet, in the one that will hold it.
pub(super) fn writable(
    subject: &'static str,
    folder: &Path,
    why: &'static str,
    fix: impl Into<String>,
) -> Finding {
    let existing = nearest_existing(folder);
    let shown = folder.display();
    match try_writing(existing) {
        Err(error) => {
            Finding::wrong(subject, format!("cannot write to {}: {error}", existing.display()), why, fix)
        }
        Ok(()) if existing == folder => Finding::fine(subject, format!("{shown} can be written to")),
        Ok(()) => Finding::fine(subject, format!("{shown} is not made yet; the first start makes it")),
    }
}

/// Whether the file system of a folder has room.
pub(super) fn disk_space(folder: &Path) -> Finding {
    let folder = nearest_existing(folder);
    match free_bytes(folder) {
        Ok(free) => judge_space(free, folder),
        Err(error) => Finding::wrong(
            "disk space",
            format!("cannot tell how much room {} has: {error}", folder.display()),
            "a full disk stops the database and loses uploads",
            "look at the file system, for example with `df`",
        ),
    }
}

fn judge_space(free: u64, folder: &Path) -> Finding {
    let words = format!("{} MB free for {}", free / MEGABYTE, folder.display());
    if free >= ENOUGH_BYTES {
        return Finding::fine("disk space", words);
    }
    let why = "a full disk stops the database and loses uploads";
    let fix = format!(
        "make room until {} MB are free, or move the data with FORUM__DATA__DIR",
        ENOUGH_BYTES / MEGABYTE
    );
    Finding::wrong("disk space", words, why, fix)
}

/// Reads the keys if all are there, and makes none: made here they would belong to whoever runs this command.
/// `used`: whether somebody has signed in, which never happens without keys.
pub(super) fn keys(config: &Config, used: bool) -> Finding {
    let folder = config.keys_dir.display();
    let unusable = |error: &dyn std::fmt::Display| {
        Finding::wrong(
            "keys",
            error.to_string(),
            "sessions and the links in mails are made with them; the program does not start without",
            format!("put right what is said of {folder}, or name another place with FORUM__KEYS__DIR"),
        )
    };
    let (missing, there) = match KeyDirectory::inventory(&config.keys_dir) {
        Ok(found) => found,
        Err(error) => return unusable(&error),
    };
    if there.is_empty() && !used {
        let why = "sessions and the links in mails are made with keys that are kept there";
        let fix =
            "let the account that runs the site write there, or name another place with FORUM__KEYS__DIR";
        let writable = writable("keys", &config.keys_dir, why, fix);
        return writable.and_then(|| format!("none in {folder} yet; the first start makes them"));
    }
    if !missing.is_empty() {
        return Finding::wrong(
            "keys",
            format!("{} is missing in {folder}", missing.join(", ")),
            "the next start makes a new one, and what was made with the old one (sessions, links in mails) ends",
            "put it back from a backup; without one, start the program and let everybody sign in again",
        );
    }
    match KeyDirectory::open(&config.keys_dir) {
        Ok(_) => Finding::fine("keys", format!("whole and private in {folder}")),
        Err(error) => unusable(&error),
    }
}

/// The folder itself, or the nearest one above it that exists.
fn nearest_existing(folder: &Path) -> &Path {
    let here = Path::new(".");
    let mut above = folder.ancestors().map(|path| if path == Path::new("") { here } else { path });
    above.find(|path| path.exists()).unwrap_or(here)
}

/// Writes a file and takes it away again: permissions, a read-only file system and a full disk all show only so.
fn try_writing(folder: &Path) -> io::Result<()> {
    let path = folder.join(format!(".doctor-{}", std::process::id()));
    let mut file = OpenOptions::new().write(true).create_new(true).open(&path)?;
    let written = file.write_all(&[0; 4096]).and_then(|()| file.sync_all());
    let removed = fs::remove_file(&path);
    written.and(removed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_room_is_told_with_what_is_enough() {
        let folder = Path::new("/data");
        assert!(judge_space(ENOUGH_BYTES, folder).verdict.is_ok());
        let trouble = judge_space(ENOUGH_BYTES - 1, folder).verdict.expect_err("too little");
        assert_eq!(trouble.what, "499 MB free for /data");
        assert!(trouble.fix.contains("500 MB"), "{}", trouble.fix);
    }

    #[test]
    fn root_does_not_judge_the_folders_of_another_account() {
        let folder = Path::new("/data");
        let found = judge_account(0, folder, 1001).and_then(|finding| finding.verdict.err());
        assert!(found.is_some_and(|trouble| trouble.fix.contains("sudo --preserve-env -u '#1001'")));
        for (own, owner) in [(0, 0), (1001, 1001), (1001, 0)] {
            assert_eq!(judge_account(own, folder, owner), None);
        }
    }

    #[test]
    fn a_folder_that_is_not_made_yet_is_judged_by_the_one_that_will_hold_it() {
        let parent = std::env::temp_dir();
        assert_eq!(nearest_existing(&parent.join("no/such/folder")), parent);
        assert_eq!(nearest_existing(Path::new("no-such-folder")), Path::new("."));
        let finding = writable("x", &parent.join("no/such/folder"), "", "");
        assert!(finding.verdict.is_ok_and(|words| words.contains("not made yet")));
    }

    #[test]
    fn what_is_no_folder_cannot_be_written_to_and_the_try_leaves_nothing() {
        let file = std::env::current_exe().expect("this program");
        let trouble = writable("x", &file, "why", "fix").verdict.expect_err("a file");
        assert!(trouble.what.starts_with("cannot write to "), "{}", trouble.what);
        let folder = file.parent().expect("a folder");
        assert!(writable("x", folder, "", "").verdict.is_ok());
        assert!(!folder.join(format!(".doctor-{}", std::process::id())).exists());
    }
}
