//! Archives of backups, unpacked and packed again with changes.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use forum_adapters::backup::Checksum;
use tar::{Archive, Builder, EntryType, Header};

/// Path and content of an entry.
pub type Entry = (String, Vec<u8>);

pub fn entries(archive: &[u8]) -> Vec<Entry> {
    let mut archive = Archive::new(archive);
    let entries = archive.entries().expect("an archive").map(|entry| {
        let mut entry = entry.expect("an entry");
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("a readable entry");
        (entry.path().expect("a path").display().to_string(), content)
    });
    entries.collect()
}

pub fn packed(entries: &[Entry]) -> Vec<u8> {
    let mut archive = Builder::new(Vec::new());
    for (path, content) in entries {
        let mut header = Header::new_gnu();
        header.set_size(content.len() as u64);
        archive.append_data(&mut header, path, &content[..]).expect("an appended entry");
    }
    archive.into_inner().expect("a finished archive")
}

/// The entries with a changed manifest and its digest.
pub fn with_manifest(mut entries: Vec<Entry>, change: impl Fn(String) -> String) -> Vec<u8> {
    entries.pop().expect("a digest");
    let (path, manifest) = entries.pop().expect("a manifest");
    let manifest = change(String::from_utf8(manifest).expect("text"));
    let digest = Checksum::of(manifest.as_bytes()).sha256;
    entries.push((path, manifest.into_bytes()));
    entries.push(("manifest.sha256".into(), format!("{digest}  manifest.json\n").into_bytes()));
    packed(&entries)
}

/// Writes an archive that begins with a header of this kind and a sparse content of this size.
pub fn with_header(archive: &[u8], kind: EntryType, size: u64, at: &Path) {
    let mut header = Header::new_gnu();
    header.set_path("././@LongLink").expect("a path");
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_cksum();
    let mut file = File::create(at).expect("a folder");
    file.write_all(header.as_bytes()).expect("a written file");
    file.seek(SeekFrom::Start(512 + size.next_multiple_of(512))).expect("a sparse file");
    file.write_all(archive).expect("a written file");
}
