//! The archive of a backup: its contents are read back as they were written, and any change to them is found.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use forum_adapters::backup::{
    Archive, ArchiveError, ArchiveWriter, Content, FORMAT, Manifest, NewFile, OmissionReason, OmittedPhoto,
};
use forum_tests::archives::{entries, packed, with_header, with_manifest};
use forum_tests::builders::{NOON, id};
use tar::{Builder, EntryType, Header};
use tempfile::TempDir;

/// More than half of the largest piece of a table.
const CHUNK: usize = 5 * 512 * 1024;

/// A manifest and the archive that ends with it.
fn written() -> (Manifest, Vec<u8>) {
    let mut archive = ArchiveWriter::new(Vec::new(), NOON);
    let mut table = archive.table("users".into(), vec!["id".into(), "email".into()]);
    table.add(b"1\tana@example.org\n").expect("a row");
    table.add(b"2\tbo@example.org\n").expect("a row");
    let users = table.end().expect("a table");
    let mut table = archive.table("audit_events".into(), vec!["id".into()]);
    for _ in 0..3 {
        table.add(&[&vec![b'x'; CHUNK - 1][..], b"\n"].concat()).expect("a row");
    }
    let events = table.end().expect("a table");
    let drafts = archive.table("drafts".into(), vec!["id".into()]).end().expect("an empty table");
    let keys = vec![archive.key("master.secret", b"secret").expect("a key")];
    let photos = vec![
        archive.photo("ana/headshot-1.png", b"photo").expect("a photo"),
        archive.photo("bo/headshot-2.png", b"other").expect("a photo"),
    ];
    let manifest = Manifest {
        format: FORMAT,
        id: id(),
        program: "1.2.3".into(),
        taken_at: NOON,
        migrations: vec![1, 51],
        tables: vec![users, events, drafts],
        keys,
        photos,
        photos_left_out: vec![OmittedPhoto { key: "cy/headshot-3.png".into(), why: OmissionReason::Missing }],
    };
    let bytes = archive.finish(&manifest).expect("an archive");
    (manifest, bytes)
}

struct Shelf(TempDir);

impl Shelf {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn archive(&self, bytes: &[u8]) -> Archive {
        let file = self.0.path().join("site.tar");
        fs::write(&file, bytes).expect("a written file");
        Archive::open(&file).expect("an archive")
    }

    /// Expects that the archive is refused with this message.
    #[track_caller]
    fn refuses(&self, bytes: &[u8], message: &str) {
        let error = self.archive(bytes).check().expect_err(message);
        assert!(error.to_string().starts_with(message), "{error} instead of {message}");
    }
}

#[test]
fn an_archive_is_read_back_as_it_was_written() {
    let (shelf, (manifest, bytes)) = (Shelf::new(), written());
    assert_eq!((manifest.schema(), manifest.rows()), (51, 5));
    let rows: Vec<u64> = manifest.tables.iter().map(|table| table.rows).collect();
    assert_eq!(rows, [2, 3, 0]);
    for entry in tar::Archive::new(&bytes[..]).entries().expect("an archive") {
        let header = entry.expect("an entry").header().clone();
        let (mode, time) = (header.mode().expect("a mode"), header.mtime().expect("a time"));
        assert_eq!((mode, time), (0o600, NOON.unix_timestamp().unsigned_abs()));
    }
    let paths: Vec<_> = entries(&bytes).into_iter().map(|(path, content)| (path, content.len())).collect();
    let manifest_size = paths[7].1;
    let expected = [
        ("database/users/000001.copy", 35),
        ("database/audit_events/000001.copy", 2 * CHUNK),
        ("database/audit_events/000002.copy", CHUNK),
        ("database/drafts/000001.copy", 0),
        ("keys/master.secret", 6),
        ("photos/ana/headshot-1.png", 5),
        ("photos/bo/headshot-2.png", 5),
        ("manifest.json", manifest_size),
        ("manifest.sha256", 64 + "  manifest.json\n".len()),
    ];
    assert_eq!(paths, expected.map(|(path, size)| (path.to_owned(), size)));

    let archive = shelf.archive(&bytes);
    assert_eq!(archive.check().expect("an undamaged archive"), manifest);
    let mut pass = archive.pass().expect("a pass");
    let pieces = pass.pieces(|content| !matches!(content, Content::Rows(_))).expect("pieces");
    let pieces: Vec<_> = pieces.map(|piece| piece.expect("a piece")).collect();
    assert_eq!(pieces[0].bytes, b"secret");
    let contents: Vec<_> = pieces.into_iter().map(|piece| piece.content).collect();
    let expected = [
        Content::Key("master.secret".into()),
        Content::Photo("ana/headshot-1.png".into()),
        Content::Photo("bo/headshot-2.png".into()),
        Content::Manifest,
        Content::ManifestDigest,
    ];
    assert_eq!(contents, expected);
    let mut pass = archive.pass().expect("a second pass");
    let rows = pass.pieces(|content| matches!(content, Content::Rows(_))).expect("pieces");
    assert_eq!(rows.map(|piece| piece.expect("a piece").bytes.len()).sum::<usize>(), 35 + 3 * CHUNK);
}

#[test]
fn every_cut_and_every_changed_byte_is_found() {
    let (shelf, (_, whole)) = (Shelf::new(), written());
    let mut archive = tar::Archive::new(&whole[..]);
    let entries = archive.entries().expect("an archive").map(|entry| {
        let entry = entry.expect("an entry");
        let begin = usize::try_from(entry.raw_file_position()).expect("a position");
        begin..begin + usize::try_from(entry.size()).expect("a size")
    });
    let entries: Vec<_> = entries.filter(|entry| !entry.is_empty()).collect();
    assert_eq!(entries.len(), 8);
    for entry in &entries {
        let middle = usize::midpoint(entry.start, entry.end);
        let mut flipped = whole.clone();
        flipped[middle] ^= 0x10;
        shelf.refuses(&flipped, "it is damaged: ");
        shelf.refuses(&whole[..middle], "it is incomplete");
        let mut header = whole.clone();
        header[entry.start - 512 + 3] ^= 0x10;
        shelf.refuses(&header, "it is damaged: the header of an entry");
    }
    let manifest = &entries[6];
    shelf.refuses(&whole[..manifest.start - 512], "it is incomplete");
    shelf.refuses(&[], "it is not an archive that");
    shelf.refuses(&packed(&[("notes.txt".into(), b"Dear diary".to_vec())]), "it is not an archive that");
    let manifest = ("manifest.json".into(), whole[manifest.clone()].to_vec());
    shelf.refuses(&packed(&[manifest]), "it is incomplete");
}

#[test]
fn an_archive_with_other_parts_than_its_manifest_is_damaged() {
    let (shelf, (_, whole)) = (Shelf::new(), written());
    let whole = entries(&whole);
    let without = |path: &str| -> Vec<u8> {
        let left: Vec<_> = whole.iter().filter(|entry| entry.0 != path).cloned().collect();
        assert_eq!(left.len(), whole.len() - 1);
        packed(&left)
    };
    let with = |at: usize, path: &str| {
        let mut more = whole.clone();
        more.insert(at, (path.to_owned(), b"more\n".to_vec()));
        packed(&more)
    };
    for (path, part) in [
        ("database/users/000001.copy", "database/users"),
        ("database/audit_events/000002.copy", "database/audit_events"),
        ("database/drafts/000001.copy", "database/drafts"),
        ("keys/master.secret", "keys/master.secret"),
        ("photos/ana/headshot-1.png", "a photo"),
        ("photos/bo/headshot-2.png", "a photo"),
    ] {
        shelf.refuses(&without(path), &format!("it is damaged: {part} differs"));
    }
    for path in ["manifest.json", "manifest.sha256"] {
        shelf.refuses(&without(path), "it is incomplete");
    }
    for (at, path, part) in [
        (1, "database/users/000002.copy", "database/users"),
        (4, "database/zebras/000001.copy", "database/zebras"),
        (5, "keys/other.secret", "keys/other.secret"),
        (7, "photos/cy/headshot-3.png", "a photo"),
        (1, "database/users", "the name of an entry"),
        (0, "notes.txt", "the name of an entry"),
        (0, "other/notes.txt", "the name of an entry"),
    ] {
        shelf.refuses(&with(at, path), &format!("it is damaged: {part} differs"));
    }
    let people = |text: String| text.replace("\"name\": \"users\"", "\"name\": \"people\"");
    shelf.refuses(&with_manifest(whole.clone(), people), "it is damaged: database/people differs");
    let fewer = |text: String| text.replace("\"rows\": 2", "\"rows\": 1");
    shelf.refuses(&with_manifest(whole.clone(), fewer), "it is damaged: database/users differs");
    let no_manifest = |text: String| text.replace("\"program\"", "\"programme\"");
    shelf.refuses(&with_manifest(whole.clone(), no_manifest), "it is damaged: manifest.json differs");
    // An older program does not know the members of a newer format.
    let newer = |text: String| {
        let text = text.replace(&format!("\"format\": {FORMAT}"), &format!("\"format\": {}", FORMAT + 1));
        text.replace("\"program\"", "\"programme\"")
    };
    let refused = shelf.archive(&with_manifest(whole, newer)).check();
    assert!(matches!(refused, Err(ArchiveError::Newer(format)) if format == FORMAT + 1), "{refused:?}");
}

#[test]
fn entries_and_headers_have_maximum_sizes() {
    let (shelf, (_, whole)) = (Shelf::new(), written());
    let file = shelf.0.path().join("sparse.tar");
    let headers =
        [EntryType::GNULongName, EntryType::GNULongLink, EntryType::XHeader, EntryType::XGlobalHeader];
    let refused = |kind, size| {
        with_header(&whole, kind, size, &file);
        let checked = Archive::open(&file).expect("an archive").check();
        checked.expect_err("an unknown entry").to_string()
    };
    let too_large = "it is damaged: the header of an entry differs from what was written";
    for kind in headers {
        assert_eq!(refused(kind, 64 * 1024 + 1), too_large, "{kind:?}");
    }
    assert_ne!(refused(EntryType::GNULongName, 64 * 1024), too_large);
    assert_eq!(refused(EntryType::Regular, 256 * 1024 * 1024 + 1), too_large);
    for kind in [EntryType::Directory, EntryType::Symlink, EntryType::Link, EntryType::Fifo] {
        assert_eq!(refused(kind, 0), too_large, "{kind:?}");
    }
}

/// Other archivers write such headers.
#[test]
fn a_repacked_archive_with_short_extension_headers_is_read() {
    let (shelf, (manifest, whole)) = (Shelf::new(), written());
    let mut packed = Builder::new(Vec::new());
    for (path, content) in entries(&whole) {
        let mut header = Header::new_gnu();
        header.set_size(content.len() as u64);
        packed.append_pax_extensions([("mtime", &b"1764000000.5"[..])]).expect("an appended entry");
        packed.append_data(&mut header, path, &content[..]).expect("an appended entry");
    }
    let packed = packed.into_inner().expect("a finished archive");
    assert_eq!(shelf.archive(&packed).check().expect("an undamaged archive"), manifest);
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a list").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_new_file_is_private_and_appears_whole_under_a_name_that_was_free_or_not_at_all() {
    let shelf = Shelf::new();
    let (folder, target) = (shelf.0.path(), shelf.0.path().join("site.tar"));
    let mut file = NewFile::create(&target).expect("a new file");
    file.write_all(b"whole").expect("a written file");
    assert!(!target.exists());
    let [unfinished] = &names(folder)[..] else { panic!("{:?}", names(folder)) };
    let mode = fs::metadata(folder.join(unfinished)).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    file.flush().expect("a flushed file");
    assert_eq!(fs::read(folder.join(unfinished)).expect("a file"), b"whole");
    file.keep().expect("a kept file");
    assert_eq!(
        (names(folder), fs::read(&target).expect("a file")),
        (vec!["site.tar".into()], b"whole".into())
    );

    let refused = NewFile::create(&target).err().expect("an existing file");
    assert_eq!(refused.kind(), std::io::ErrorKind::AlreadyExists);
    let other = folder.join("other.tar");
    let late = NewFile::create(&other).expect("a new file");
    fs::write(&other, b"another program's").expect("a written file");
    assert_eq!(late.keep().expect_err("an existing file").kind(), std::io::ErrorKind::AlreadyExists);
    assert_eq!(fs::read(&other).expect("a file"), b"another program's");
    assert_eq!(names(folder), ["other.tar", "site.tar"]);
    let missing = folder.join("no-such-folder/site.tar");
    assert_eq!(NewFile::create(&missing).err().expect("no folder").kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn a_new_file_removes_abandoned_ones_and_nothing_else() {
    let shelf = Shelf::new();
    let (folder, id) = (shelf.0.path(), "0123456789abcdef0123456789abcdef");
    let abandoned = format!("site.tar.new-{id}");
    let others = [
        format!(".new-{id}"),
        format!("site.tar.new-{}", &id[1..]),
        format!("site.tar.new-{}", id.to_uppercase()),
        format!("site.tar.new-{}", id.replace('f', "g")),
        format!("site.tar.old-{id}"),
        "site.tar".to_owned(),
    ];
    for name in others.iter().chain([&abandoned]) {
        fs::write(folder.join(name), b"").expect("a written file");
    }
    fs::create_dir(folder.join(format!("folder.new-{id}"))).expect("a folder");
    let running = NewFile::create(&folder.join("one.tar")).expect("a new file");
    let second = NewFile::create(&folder.join("two.tar")).expect("a new file");
    running.keep().expect("a file that is in progress");
    drop(second);
    let mut expected: Vec<String> = others.into();
    expected.extend(["one.tar".to_owned(), format!("folder.new-{id}")]);
    expected.sort();
    assert_eq!(names(folder), expected);
}
