//! Checks folders and the files in them: ownership, write access, disk space, keys.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use forum_adapters::postgres::KnownKeys;
use forum_adapters::system::{account, free_bytes};

use super::Finding;
use crate::config::Config;
use crate::site_keys;

const MEGABYTE: u64 = 1_000_000;
/// With less free space PostgreSQL's own files may fill the disk within days.
const REQUIRED_BYTES: u64 = 500 * MEGABYTE;

/// Root can access everything, and the site's account cannot change files that root creates: if the folders belong to
/// another account, results found as root say nothing about the site.
pub(super) fn foreign_account(config: &Config) -> Option<Finding> {
    [&config.data_dir, &config.keys_dir].into_iter().find_map(|folder| {
        let owner = fs::metadata(folder).ok()?.uid();
        check_account(account(), folder, owner)
    })
}

fn check_account(own: u32, folder: &Path, owner: u32) -> Option<Finding> {
    (own == 0 && owner != 0).then(|| {
        Finding::wrong(
            "account",
            format!("{} belongs to the account {owner}, but this command runs as root", folder.display()),
            "root can read and write where the site cannot, so its results would say nothing about the site",
            format!("run it as the site's account: sudo --preserve-env -u '#{owner}' educators-forum doctor"),
        )
    })
}

pub(super) fn data_directory(config: &Config) -> Finding {
    let why = "it contains the private PostgreSQL, uploaded files, spooled mail and keys";
    let fix =
        "give the account that runs the site write access, or set another location with FORUM__DATA__DIR";
    writable("data directory", &config.data_dir, why, fix)
}

/// Checks that files can be created in a folder or, if it does not exist yet, in its nearest existing parent.
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
        Ok(()) if existing == folder => Finding::fine(subject, format!("{shown} is writable")),
        Ok(()) => Finding::fine(subject, format!("{shown} does not exist yet; the first start creates it")),
    }
}

/// Checks the free space of the file system of a folder, which `setting` can move.
pub(super) fn disk_space(subject: &'static str, folder: &Path, setting: &str) -> Finding {
    let folder = nearest_existing(folder);
    let free = match free_bytes(folder) {
        Ok(free) => check_space(free, folder, setting),
        Err(error) => Err((
            format!("cannot determine the free space of {}: {error}", folder.display()),
            "check the file system, for example with `df`".to_owned(),
        )),
    };
    match free {
        Ok(words) => Finding::fine(subject, words),
        Err((what, fix)) => {
            Finding::wrong(subject, what, "a full disk stops the database and loses uploads", fix)
        }
    }
}

/// The description of the space, or the problem and its fix.
fn check_space(free: u64, folder: &Path, setting: &str) -> Result<String, (String, String)> {
    let words = format!("{} MB free for {}", free / MEGABYTE, folder.display());
    if free >= REQUIRED_BYTES {
        return Ok(words);
    }
    let required = REQUIRED_BYTES / MEGABYTE;
    let fix = format!("free up space until {required} MB are available, or move the data with {setting}");
    Err((words, fix))
}

/// Compares the keys with the database's record of them. Creates no keys, because they would belong to the account that
/// runs this command.
pub(super) fn keys(config: &Config, known: &KnownKeys) -> Finding {
    let folder = config.keys_dir.display();
    match site_keys::examine(&config.keys_dir, known) {
        Ok(Some(_)) => Finding::fine("keys", format!("complete and private in {folder}")),
        Ok(None) => {
            let why = "sessions and the links in mails depend on the keys";
            let fix = "give the account that runs the site write access, or set another location with FORUM__KEYS__DIR";
            let Finding { subject, verdict } = writable("keys", &config.keys_dir, why, fix);
            let none = format!("none in {folder} yet; the first start creates them");
            Finding { subject, verdict: verdict.map(|_| none) }
        }
        Err(error) => Finding::wrong(
            "keys",
            format!("{error:#}"),
            "sessions and the links in mails depend on them; the program does not start without them",
            format!("restore {folder} from a backup, or set the right location with FORUM__KEYS__DIR"),
        ),
    }
}

fn nearest_existing(folder: &Path) -> &Path {
    let current = Path::new(".");
    let mut above = folder.ancestors().map(|path| if path == Path::new("") { current } else { path });
    above.find(|path| path.exists()).unwrap_or(current)
}

/// Writes and deletes a file. Only that detects missing permissions, a read-only file system and a full disk alike.
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
    fn too_little_disk_space_is_reported_with_the_required_amount() {
        let folder = Path::new("/data");
        let check = |free| check_space(free, folder, "FORUM__DATA__DIR");
        assert!(check(REQUIRED_BYTES).is_ok());
        let (what, fix) = check(REQUIRED_BYTES - 1).expect_err("too little");
        assert_eq!(what, "499 MB free for /data");
        assert!(fix.contains("500 MB") && fix.ends_with("DATA__DIR"), "{fix}");
    }

    #[test]
    fn root_does_not_check_the_folders_of_another_account() {
        let folder = Path::new("/data");
        let found = check_account(0, folder, 1001).and_then(|finding| finding.verdict.err());
        assert!(found.is_some_and(|trouble| trouble.fix.contains("sudo --preserve-env -u '#1001'")));
        for (own, owner) in [(0, 0), (1001, 1001), (1001, 0)] {
            assert_eq!(check_account(own, folder, owner), None);
        }
    }

    #[test]
    fn a_missing_folder_is_checked_through_its_nearest_existing_parent() {
        let parent = std::env::temp_dir();
        assert_eq!(nearest_existing(&parent.join("no/such/folder")), parent);
        assert_eq!(nearest_existing(Path::new("no-such-folder")), Path::new("."));
        let finding = writable("x", &parent.join("no/such/folder"), "", "");
        assert!(finding.verdict.is_ok_and(|words| words.contains("does not exist yet")));
    }

    #[test]
    fn a_file_is_not_a_writable_folder_and_the_check_leaves_no_file() {
        let file = std::env::current_exe().expect("this program");
        let trouble = writable("x", &file, "why", "fix").verdict.expect_err("a file");
        assert!(trouble.what.starts_with("cannot write to "), "{}", trouble.what);
        let folder = file.parent().expect("a folder");
        assert!(writable("x", folder, "", "").verdict.is_ok());
        assert!(!folder.join(format!(".doctor-{}", std::process::id())).exists());
    }
}
