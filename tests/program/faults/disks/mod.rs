//! A disk that can become full or read-only and that only the program sees.
//!
//! It is a file system of 1 MiB in a mount namespace, which disappears with the program. Mounting needs root or user
//! namespaces. Without either, a plain file in place of the folder simulates a full or read-only disk, and the test prints a
//! notice.

mod exports;
mod photos;
mod spool;

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use forum_tests::program::Program;

use super::report::say;

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
    namespace: Option<&'static [&'static str]>,
}

impl Disk {
    pub fn at(folder: PathBuf, used: &'static str) -> Self {
        std::fs::create_dir_all(&folder).expect("a folder");
        let text = folder.display().to_string();
        let namespace = namespace_for(&["mount", "-t", "tmpfs", "none", &text]);
        if namespace.is_none() {
            say(
                "TESTED WITH A FILE INSTEAD OF A DISK, because mounting is not allowed here (unshare); CI mounts one",
            );
        }
        Self { folder, used, namespace }
    }

    /// Whether it is a real file system.
    pub fn is_mounted(&self) -> bool {
        self.namespace.is_some()
    }

    /// The description for the report.
    pub fn kind(&self) -> &'static str {
        if self.is_mounted() {
            "a file system of 1 MiB"
        } else {
            "a file in place of the folder (no right to mount)"
        }
    }

    pub fn under(&self, log: &Path) -> Vec<String> {
        let mount = "mount -t tmpfs -o size=1m,mode=700 none \"$0\" && ";
        let shell = "log=$1 && shift && exec \"$@\" 2>\"$log\"";
        let [folder, log] = [&self.folder, log].map(|path| path.display().to_string());
        let shell = if self.is_mounted() { format!("{mount}{shell}") } else { shell.to_owned() };
        let words = self.namespace.unwrap_or_default().iter().copied().chain(["sh", "-c"]).map(str::to_owned);
        words.chain([shell, folder, log]).collect()
    }

    /// The command that runs another program on the same disk.
    pub fn beside(&self, program: &Program) -> Vec<String> {
        let words = match self.namespace {
            Some(_) => self.entered(program),
            None => vec!["env".to_owned()],
        };
        words.into_iter().collect()
    }

    fn entered(&self, program: &Program) -> Vec<String> {
        let id = program.id();
        let user = self.namespace.is_some_and(|namespace| namespace.contains(&"--user"));
        let kinds = if user { vec!["user", "mnt"] } else { vec!["mnt"] };
        let option = |kind| {
            let name = if kind == "mnt" { "mount" } else { kind };
            format!("--{name}=/proc/{id}/ns/{kind}")
        };
        let keep = user.then(|| "--preserve-credentials".to_owned());
        ["nsenter".to_owned()].into_iter().chain(kinds.into_iter().map(option)).chain(keep).collect()
    }

    /// The path of the program's folder outside its namespace.
    fn used(&self, program: &Program) -> PathBuf {
        let folder = self.folder.join(self.used);
        if !self.is_mounted() {
            return folder;
        }
        let root = format!("/proc/{}/root", program.id());
        Path::new(&root).join(folder.strip_prefix("/").expect("an absolute path"))
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
        if !self.is_mounted() {
            return self.swap(program);
        }
        let filler = self.used(program).with_file_name("filler");
        let mut filler = std::fs::File::create(filler).expect("a folder");
        while filler.write_all(&[0; 512]).is_ok() {}
    }

    /// Leaves this much room on a full disk.
    pub fn leave(&self, program: &Program, bytes: u64) {
        if self.is_mounted() {
            let filler = self.used(program).with_file_name("filler");
            let filler = std::fs::File::options().write(true).open(filler).expect("a filled disk");
            let size = filler.metadata().expect("a size").len();
            filler.set_len(size.saturating_sub(bytes)).expect("a shorter file");
        }
    }

    pub fn free(&self, program: &Program) {
        if !self.is_mounted() {
            return self.swap_back(program);
        }
        std::fs::remove_file(self.used(program).with_file_name("filler")).expect("a removal");
    }

    pub fn set_read_only(&self, program: &Program, read_only: bool) {
        match (self.is_mounted(), read_only) {
            (true, _) => {
                let folder = self.folder.display().to_string();
                let options = if read_only { "remount,ro" } else { "remount,rw" };
                let words = self.entered(program);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                assert!(succeeds(&[&words[..], &["mount", "-o", options, &folder]].concat()));
            }
            (false, true) => self.swap(program),
            (false, false) => self.swap_back(program),
        }
    }

    fn swap(&self, program: &Program) {
        let used = self.used(program);
        std::fs::rename(&used, used.with_file_name("aside")).expect("a moved directory");
        std::fs::write(&used, b"no folder").expect("a written file");
    }

    fn swap_back(&self, program: &Program) {
        let used = self.used(program);
        std::fs::remove_file(&used).expect("a removal");
        std::fs::rename(used.with_file_name("aside"), &used).expect("a moved directory");
    }
}
