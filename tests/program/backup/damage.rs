//! Damaged and incomplete archives are refused before anything is written.

use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use forum_adapters::backup::{Checksum, FORMAT};
use forum_tests::program::Installation;
use tar::{Archive, Builder, EntryType, Header};

use crate::backup::{back_up, restore};
use crate::client::Client;

/// An archive entry: its path and the offsets of its content in the file.
struct Entry {
    path: String,
    begin: usize,
    end: usize,
}

fn entries(archive: &[u8]) -> Vec<Entry> {
    let mut archive = Archive::new(archive);
    let entries = archive.entries().expect("an archive").map(|entry| entry.expect("an entry"));
    let installation = |entry: tar::Entry<'_, &[u8]>| {
        let begin = usize::try_from(entry.raw_file_position()).expect("a position");
        let size = usize::try_from(entry.size()).expect("a size");
        Entry { path: entry.path().expect("a path").display().to_string(), begin, end: begin + size }
    };
    entries.map(installation).collect()
}

/// Returns the archive with a changed manifest and the matching digest.
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

#[tokio::test]
async fn a_truncated_or_changed_archive_is_refused_before_anything_is_written() {
    let shelf = tempfile::tempdir().expect("a folder");
    let file = shelf.path().join("site.tar");
    let whole = archive(&file).await;
    let parts = entries(&whole);
    let installation = Installation::new();
    let refuse = async |content: &[u8], what: &str, why: &str| {
        fs::write(&file, content).expect("a written file");
        for arguments in [["restore", "--check"], ["restore", "--verify"]] {
            installation
                .run(&[&arguments[..], &[&file.display().to_string()]].concat())
                .await
                .fails_with(why);
        }
        assert!(!installation.path().join("data").exists(), "{what}");
    };

    let mut kinds = 0;
    for kind in [
        "database/users/",
        "database/headshots/",
        "keys/master.secret",
        "keys/signing",
        "photos/",
        "manifest.json",
        "manifest.sha256",
    ] {
        let part = parts.iter().find(|part| part.path.starts_with(kind)).expect("a part");
        let mut flipped = whole.clone();
        flipped[usize::midpoint(part.begin, part.end)] ^= 0x10;
        refuse(&flipped, &part.path, "it is damaged").await;
        let cut = &whole[..usize::midpoint(part.begin, part.end)];
        refuse(cut, &part.path, "it is incomplete").await;
        kinds += 1;
    }
    assert_eq!(kinds, 7);
    let before_manifest =
        parts.iter().find(|part| part.path == "manifest.json").expect("a manifest").begin - 512;
    refuse(&whole[..before_manifest], "without a manifest", "it is incomplete").await;
    let mut header = whole.clone();
    header[3] ^= 0x10;
    refuse(&header, "a header", "it is damaged").await;
    refuse(b"Dear diary", "plain text", "it is").await;
    refuse(b"", "nothing", "not an archive that").await;

    fs::write(&file, &whole).expect("a written file");
    let output =
        installation.run(&["restore", "--check", &file.display().to_string()]).await.success_message();
    assert!(output.contains("is complete and undamaged: "), "{output}");
    assert!(!installation.path().join("data").exists());
}

#[tokio::test]
async fn archives_from_a_newer_program_or_without_a_part_are_refused() {
    let shelf = tempfile::tempdir().expect("a folder");
    let file = shelf.path().join("site.tar");
    let whole = archive(&file).await;
    let installation = Installation::new();
    let refused = async |content: Vec<u8>, why: &str| {
        fs::write(&file, content).expect("a written file");
        restore(&installation, &file).await.fails_with(why);
    };
    let format = |format: u32| format!("\"format\": {format},");
    let newer = with_manifest(&whole, |text| text.replace(&format(FORMAT), &format(FORMAT + 1)));
    refused(newer, "use the program that wrote it, or a newer one").await;
    let table = with_manifest(&whole, |text| text.replace("\"name\": \"users\"", "\"name\": \"people\""));
    refused(table, "database/people differs from what was written").await;
    let schema = with_manifest(&whole, |text| text.replacen("    1,\n", "    1,\n    9999,\n", 1));
    refused(schema, "does not know migration 9999").await;
    assert!(!installation.path().join("data").exists());
}

/// Writes an archive that starts with a header of this kind, followed by sparse content of this size.
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

/// Other archivers write such headers.
#[tokio::test]
async fn a_repacked_archive_with_short_extension_headers_is_read() {
    let shelf = tempfile::tempdir().expect("a folder");
    let file = shelf.path().join("site.tar");
    let whole = archive(&file).await;
    let mut packed = Builder::new(Vec::new());
    let mut read = Archive::new(&whole[..]);
    for entry in read.entries().expect("an archive") {
        let mut entry = entry.expect("an entry");
        let (mut header, path) = (entry.header().clone(), entry.path().expect("a path").into_owned());
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("a readable file");
        packed.append_pax_extensions([("mtime", &b"1764000000.5"[..])]).expect("an appended entry");
        packed.append_data(&mut header, path, &content[..]).expect("an appended entry");
    }
    fs::write(&file, packed.into_inner().expect("a finished archive")).expect("a written file");
    Installation::new().run(&["restore", "--check", &file.display().to_string()]).await.success();
}
