//! Damaged and incomplete archives are refused before anything is written.

use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use forum_adapters::backup::Checksum;
use forum_tests::program::Installation;
use tar::{Archive, Builder, EntryType, Header};

use crate::backup::back_up;
use crate::client::Client;

/// The archive with a changed manifest and its digest.
fn with_manifest(archive: &[u8], change: impl Fn(String) -> String) -> Vec<u8> {
    let mut changed = Builder::new(Vec::new());
    let mut append = |path: &str, content: &[u8]| {
        let mut header = Header::new_gnu();
        header.set_size(content.len() as u64);
        changed.append_data(&mut header, path, content).expect("an appended entry");
    };
    let mut read = Archive::new(archive);
    for entry in read.entries().expect("an archive") {
        let mut entry = entry.expect("an entry");
        let path = entry.path().expect("a path").display().to_string();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("a readable file");
        match path.as_str() {
            "manifest.json" => {
                let manifest = change(String::from_utf8(content).expect("text"));
                append(&path, manifest.as_bytes());
                let digest = Checksum::of(manifest.as_bytes()).sha256;
                append("manifest.sha256", format!("{digest}  manifest.json\n").as_bytes());
            }
            "manifest.sha256" => {}
            _ => append(&path, &content),
        }
    }
    changed.into_inner().expect("a finished archive")
}

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
        (&whole[..whole.len() / 2], "it is incomplete"),
        (&header, "it is damaged"),
        (&with_manifest(&whole, migration), "does not know migration 9999"),
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

/// Writes an archive that begins with a header of this kind and a sparse content of this size.
fn with_header(archive: &[u8], kind: EntryType, size: u64, at: &Path) {
    let mut header = Header::new_gnu();
    header.set_path("././@LongLink").expect("a path");
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_cksum();
    let mut file = fs::File::create(at).expect("a folder");
    file.write_all(header.as_bytes()).expect("a written file");
    file.seek(SeekFrom::Start(512 + size.next_multiple_of(512))).expect("a sparse file");
    file.write_all(archive).expect("a written file");
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
