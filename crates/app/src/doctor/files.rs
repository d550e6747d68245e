//! Checks the photo store: the folder is writable and has room, or the bucket can store, return and delete a file.

use forum_adapters::files::{FilesUrl, OpendalFileStore};

use super::{Finding, folders};
use crate::config::Config;

/// Checks the folder and its disk, or writes a small file to the bucket and deletes it again.
pub(super) async fn examine(config: &Config) -> Finding {
    let why = "photos can be neither uploaded nor shown";
    if let FilesUrl::Folder { directory } = &config.files {
        let fix = "give the account that runs the site write access, or set another location with FORUM__FILES__URL";
        let writable = folders::writable("photo files", directory, why, fix);
        // A full disk may have room for the small file of that check, but for no photo.
        let room = folders::disk_space("photo files", directory, "FORUM__FILES__URL");
        return if room.verdict.is_ok() { writable } else { room };
    }
    let tried = match OpendalFileStore::open(&config.files, &config.trust) {
        Ok(store) => store.check().await.map_err(|fault| fault.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let store = config.files.describe();
    Finding::of(
        "photo files",
        tried.map(|()| format!("{store} accepts files")).map_err(|error| format!("{store}: {error}")),
        why,
        "check bucket, endpoint, region and keys in FORUM__FILES__URL, and that the keys may read, write and delete",
    )
}
