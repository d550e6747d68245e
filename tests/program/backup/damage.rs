//! Damaged and incomplete archives are refused before anything is written.

use std::fs;
use std::path::Path;

use forum_tests::archives::{entries, with_header, with_manifest};
use forum_tests::program::Installation;
use tar::EntryType;

use crate::backup::back_up;
use crate::client::Client;

/// A small archive with a photo.
async fn archive(at: &Path) -> Vec<u8> {
    let (installation, program, sink) = Installation::served_with_mail().await;
    let ana = Client::new(&program.url).applicant("ana@school.example", &sink, 1).await;
    let picture = forum_tests::photos::photo(forum_domain::headshots::ImageKind::Png, 48, 48);
    assert_eq!(ana.upload("me.png", &picture).await.status(), 201);
    program.end().await;
    back_up(&installation, at).await;
    fs::read(at).expect("a readable file")
}

/// `contracts::archives` covers all kinds of damage.
#[tokio::test]
async fn a_cut_damaged_or_newer_archive_is_refused_before_anything_is_written() {
    let shelf = tempfile::tempdir().expect("a folder");
    let file = shelf.path().join("site.tar");
    let whole = archive(&file).await;
    let installation = Installation::new();
    let mut header = whole.clone();
    header[3] ^= 0x10;
    let migration = |text: String| text.replacen("    1,\n", "    1,\n    9999,\n", 1);
    for (content, message) in [
        // Incomplete, or damaged if the cut is in a header.
        (&whole[..whole.len() / 2], "it is "),
        (&header, "it is damaged"),
        (&with_manifest(entries(&whole), migration), "does not know migration 9999"),
    ] {
        fs::write(&file, content).expect("a written file");
        for option in ["--check", "--verify"] {
            let restore = ["restore", option, &file.display().to_string()];
            installation.run(&restore).await.fails_with(message);
        }
        assert!(!installation.path().join("data").exists(), "{message}");
    }
    fs::write(&file, &whole).expect("a written file");
    let output =
        installation.run(&["restore", "--check", &file.display().to_string()]).await.success_message();
    assert!(output.contains("is complete and undamaged: "), "{output}");
    assert!(!installation.path().join("data").exists());
}

#[tokio::test]
async fn large_entry_headers_use_no_memory() {
    let shelf = tempfile::tempdir().expect("a folder");
    let file = shelf.path().join("site.tar");
    let whole = archive(&file).await;
    // The limit in kilobytes is less than half the size of the name.
    let shell = ["sh", "-c", "ulimit -d 250000 && exec \"$0\" \"$@\""].map(str::to_owned);
    let installation = Installation::new().with_wrapper(shell);
    let check = ["restore", "--check", &file.display().to_string()];
    installation.run(&check).await.success();
    let kinds = [
        EntryType::GNULongName,
        EntryType::GNULongLink,
        EntryType::XHeader,
        EntryType::XGlobalHeader,
        EntryType::Regular,
    ];
    for kind in kinds {
        with_header(&whole, kind, 600_000_000, &file);
        installation.run(&check).await.fails_with("damaged: the header of an entry");
    }
}
