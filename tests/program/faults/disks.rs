//! A disk that can become full or read-only and that only the program sees: a file system of 1 MiB in a mount namespace, which
//! disappears with the program. Mounting needs root or user namespaces.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use forum_tests::program::Program;

use super::say_not_tested;

/// Commands that run another command in a namespace where it may mount.
const NAMESPACES: [&[&str]; 2] = [
    &["unshare", "--mount"],
    // Keeps the current user, because PostgreSQL refuses to run as root.
    &["unshare", "--user", "--map-current-user", "--keep-caps", "--mount"],
];

fn succeeds(words: &[&str]) -> bool {
    Command::new(words[0]).args(&words[1..]).output().is_ok_and(|output| output.status.success())
}

fn namespace_for(mount: &[&str]) -> Option<&'static [&'static str]> {
    NAMESPACES.into_iter().find(|namespace| succeeds(&[namespace, mount].concat()))
}

/// The command that runs a program with this folder on a read-only file system. Without the right to mount, the
/// folder's permissions become read-only, which does not affect root.
pub fn read_only(folder: &Path) -> Vec<String> {
    let text = folder.display().to_string();
    let Some(namespace) = namespace_for(&["mount", "--bind", &text, &text]) else {
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o500))
            .expect("changed permissions");
        return Vec::new();
    };
    let shell = "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && exec \"$@\"";
    namespace.iter().copied().chain(["sh", "-c", shell, &text]).map(str::to_owned).collect()
}

/// A folder on the disk.
pub struct Disk {
    pub folder: PathBuf,
    /// The folder below it that the program uses.
    used: &'static str,
    namespace: &'static [&'static str],
}

impl Disk {
    /// `None`, with a notice, if mounting is not allowed here.
    pub fn at(folder: PathBuf, used: &'static str) -> Option<Self> {
        std::fs::create_dir_all(&folder).expect("a folder");
        let text = folder.display().to_string();
        let namespace = namespace_for(&["mount", "-t", "tmpfs", "none", &text]);
        if namespace.is_none() {
            say_not_tested("a full disk of the program");
        }
        namespace.map(|namespace| Self { folder, used, namespace })
    }

    /// The command that runs a program on the disk and writes its log to a file.
    pub fn under(&self, log: &Path) -> Vec<String> {
        let shell =
            "mount -t tmpfs -o size=1m,mode=700 none \"$0\" && log=$1 && shift && exec \"$@\" 2>\"$log\"";
        let words = self.namespace.iter().copied().chain(["sh", "-c", shell]).map(str::to_owned);
        words.chain([&self.folder, log].map(|path| path.display().to_string())).collect()
    }

    /// The command that runs another program on the same disk.
    pub fn beside(&self, program: &Program) -> Vec<String> {
        let id = program.id();
        let user = self.namespace.contains(&"--user");
        let mut words = vec!["nsenter".to_owned(), format!("--mount=/proc/{id}/ns/mnt")];
        if user {
            words.extend([format!("--user=/proc/{id}/ns/user"), "--preserve-credentials".to_owned()]);
        }
        words
    }

    /// The path of the program's folder outside its namespace.
    fn used(&self, program: &Program) -> PathBuf {
        let folder = self.folder.join(self.used);
        let root = format!("/proc/{}/root", program.id());
        Path::new(&root).join(folder.strip_prefix("/").expect("an absolute path"))
    }

    fn filler(&self, program: &Program) -> PathBuf {
        self.used(program).with_file_name("filler")
    }

    /// The files in the folder, including incomplete ones.
    pub fn files(&self, program: &Program) -> Vec<Vec<u8>> {
        fn read(folder: &Path) -> Vec<Vec<u8>> {
            let entries =
                std::fs::read_dir(folder).expect("a list").map(|entry| entry.expect("an entry").path());
            let file = |path: PathBuf| vec![std::fs::read(path).expect("a file")];
            entries.flat_map(|path| if path.is_dir() { read(&path) } else { file(path) }).collect()
        }
        read(&self.used(program))
    }

    /// Fills the disk to the last byte.
    pub fn fill(&self, program: &Program) {
        let mut filler = std::fs::File::create(self.filler(program)).expect("a folder");
        while filler.write_all(&[0; 512]).is_ok() {}
    }

    /// Leaves this much more room on a full disk.
    pub fn leave(&self, program: &Program, bytes: u64) {
        let filler = std::fs::File::options().write(true).open(self.filler(program)).expect("a filled disk");
        let size = filler.metadata().expect("a size").len();
        filler.set_len(size.saturating_sub(bytes)).expect("a shorter file");
    }

    pub fn free(&self, program: &Program) {
        std::fs::remove_file(self.filler(program)).expect("a removal");
    }

    pub fn set_read_only(&self, program: &Program, read_only: bool) {
        let folder = self.folder.display().to_string();
        let options = if read_only { "remount,ro" } else { "remount,rw" };
        let words = self.beside(program);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert!(succeeds(&[&words[..], &["mount", "-o", options, &folder]].concat()));
    }
}
