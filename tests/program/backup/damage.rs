//! Damaged, incomplete, foreign and newer archives are refused before anything is written.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use forum_adapters::backup::Archive;
use forum_tests::program::Installation;
use sqlx::Connection;
use tar::{EntryType, Header};

use crate::backup::back_up;
use crate::client::Client;
use crate::support::in_process::connection;

/// A small archive with a photo, and the contents of its entries.
async fn archive(at: &Path) -> (Vec<u8>, Vec<Range<usize>>) {
    let (installation, program, sink) = Installation::served_with_mail().await;
    let ana = Client::new(&program.url).applicant("ana@school.example", &sink, 1).await;
    let picture = forum_tests::photos::photo(forum_domain::headshots::ImageKind::Png, 48, 48);
    assert_eq!(ana.upload("me.png", &picture).await.status(), 201);
    program.end().await;
    back_up(&installation, at).await;
    let bytes = fs::read(at).expect("a readable file");
    let mut tar = tar::Archive::new(&bytes[..]);
    let entries = tar.entries().expect("an archive").map(|entry| {
        let entry = entry.expect("an entry");
        let begin = usize::try_from(entry.raw_file_position()).expect("a position");
        begin..begin + usize::try_from(entry.size()).expect("a size")
    });
    let entries = entries.collect();
    (bytes, entries)
}

fn changed(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let at = bytes.windows(from.len()).position(|found| found == from.as_bytes()).expect("the text");
    [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()
}

#[tokio::test]
async fn every_cut_and_every_changed_entry_is_refused_before_anything_is_written() {
    let shelf = tempfile::tempdir().expect("a folder");
    let file = shelf.path().join("site.tar");
    let (whole, entries) = archive(&file).await;
    // The dump, two keys, a photo, the manifest, the digests.
    assert_eq!(entries.len(), 6);
    let refused = |bytes: &[u8]| {
        fs::write(&file, bytes).expect("a written file");
        Archive::open(&file).expect("a file").check().err().expect("a refusal").to_string()
    };
    for entry in &entries {
        let middle = usize::midpoint(entry.start, entry.end);
        let mut flipped = whole.clone();
        flipped[middle] ^= 0x10;
        assert!(refused(&flipped).starts_with("it is damaged: "), "{entry:?}");
        assert!(refused(&whole[..middle]).starts_with("it is incomplete"), "{entry:?}");
        // At the end of the entry before.
        let before = refused(&whole[..entry.start - 512]);
        assert!(
            before.starts_with("it is incomplete") || before.starts_with("it is not an archive"),
            "{before}"
        );
        // The header before it.
        flipped.clone_from(&whole);
        flipped[entry.start - 512 + 3] ^= 0x10;
        let header = refused(&flipped);
        assert!(
            header.starts_with("it is damaged: the header") || header.starts_with("it is not an"),
            "{header}"
        );
    }
    let photo = entries[3].clone();
    let without = [&whole[..photo.start - 512], &whole[photo.end.next_multiple_of(512)..]].concat();
    assert_eq!(refused(&without), "it is damaged: a photo differs from what was written");

    let installation = Installation::new();
    for (content, message) in [
        (whole[..whole.len() / 2].to_vec(), "it is incomplete"),
        (changed(&whole, "photos/", "photoz/"), "it is damaged"),
        (b"Dear diary".to_vec(), "it is not an archive that"),
        (Vec::new(), "it is not an archive that"),
        (changed(&whole, "\"format\": 1", "\"format\": 2"), "it has format 2"),
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

    // The limit in kilobytes is less than half the size of the entry.
    let shell = ["sh", "-c", "ulimit -d 250000 && exec \"$0\" \"$@\""].map(str::to_owned);
    let installation = installation.with_wrapper(shell);
    for kind in [EntryType::GNULongName, EntryType::XHeader, EntryType::Regular] {
        large(&file, kind);
        let check = ["restore", "--check", &file.display().to_string()];
        installation.run(&check).await.fails_with("it is not an archive that");
    }
}

/// Writes an archive with one large and sparse entry.
fn large(at: &Path, kind: EntryType) {
    let mut header = Header::new_gnu();
    header.set_path("database/000001").expect("a path");
    header.set_entry_type(kind);
    header.set_size(600_000_000);
    header.set_cksum();
    let mut file = File::create(at).expect("a folder");
    file.write_all(header.as_bytes()).expect("a written file");
    file.seek(SeekFrom::Start(600_000_512)).expect("a sparse file");
    file.write_all(&[0; 1024]).expect("a written file");
}

#[tokio::test]
async fn a_backup_of_a_newer_schema_is_refused() {
    let (installation, program) = Installation::served().await;
    let mut database = connection(&installation).await;
    let newer = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                 values (9999, 'of a newer version', true, '', 0)";
    sqlx::raw_sql(newer).execute(&mut database).await.expect("an inserted migration");
    database.close().await.expect("a clean close");
    let file = installation.path().join("site.tar");
    back_up(&installation, &file).await;
    program.end().await;
    let elsewhere = Installation::new();
    let restore = ["restore", &file.display().to_string()];
    elsewhere.run(&restore).await.fails_with("does not know migration 9999");
    assert!(!elsewhere.path().join("data").exists());
}
