//! Photos on the built program when the disk is full or read-only, a file is lost, or the database is the wrong one.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use forum_domain::headshots::ImageKind;
use forum_tests::photos;
use forum_tests::program::{Installation, Program};
use forum_tests::smtp_sink::SmtpSink;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::{Client, application};

fn succeeds(command: &str, arguments: &[&str]) -> bool {
    Command::new(command).args(arguments).output().is_ok_and(|output| output.status.success())
}

/// The disk for photos. If tests may mount file systems, it is a file system of 1 MiB that only the program sees and
/// that disappears with it. Otherwise, a plain file in place of the store's folder simulates a full or read-only
/// disk.
struct Disk {
    folder: PathBuf,
    mounted: bool,
}

impl Disk {
    fn at(folder: PathBuf) -> Self {
        std::fs::create_dir_all(&folder).expect("made");
        let text = folder.display().to_string();
        Self { folder, mounted: succeeds("unshare", &["--mount", "mount", "-t", "tmpfs", "none", &text]) }
    }

    /// The command that runs a program with this disk and with its log in a file.
    fn under(&self, log: &Path) -> Vec<String> {
        let mount = "mount -t tmpfs -o size=1m,mode=700 none \"$0\" && ";
        let shell = "log=$1 && shift && exec \"$@\" 2>\"$log\"";
        let [folder, log] = [&self.folder, log].map(|path| path.display().to_string());
        let (first, shell) = match self.mounted {
            true => (vec!["unshare", "--mount"], format!("{mount}{shell}")),
            false => (Vec::new(), shell.to_owned()),
        };
        let words = first.into_iter().chain(["sh", "-c"]).map(str::to_owned);
        words.chain([shell, folder, log]).collect()
    }

    /// The store's folder as the program sees it.
    fn store(&self, program: &Program) -> PathBuf {
        let folder = self.folder.join("headshots");
        match self.mounted {
            true => {
                let root = format!("/proc/{}/root", program.id().expect("it runs"));
                Path::new(&root).join(folder.strip_prefix("/").expect("an absolute path"))
            }
            false => folder,
        }
    }

    /// The number of files in the store, including incomplete ones.
    fn files(&self, program: &Program) -> usize {
        fn count(folder: &Path) -> usize {
            let entries =
                std::fs::read_dir(folder).expect("listed").map(|entry| entry.expect("an entry").path());
            entries.map(|path| if path.is_dir() { count(&path) } else { 1 }).sum()
        }
        count(&self.store(program))
    }

    /// Leaves no byte free.
    fn fill(&self, program: &Program) {
        if !self.mounted {
            return self.swap(program);
        }
        let filler = self.store(program).with_file_name("filler");
        let mut filler = std::fs::File::create(filler).expect("made");
        while filler.write_all(&[0; 512]).is_ok() {}
    }

    fn free(&self, program: &Program) {
        if !self.mounted {
            return self.swap_back(program);
        }
        std::fs::remove_file(self.store(program).with_file_name("filler")).expect("removed");
    }

    fn set_read_only(&self, program: &Program, read_only: bool) {
        match (self.mounted, read_only) {
            (true, _) => {
                let namespace = format!("--mount=/proc/{}/ns/mnt", program.id().expect("it runs"));
                let options = if read_only { "remount,ro" } else { "remount,rw" };
                let folder = self.folder.display().to_string();
                assert!(succeeds("nsenter", &[&namespace, "mount", "-o", options, &folder]));
            }
            (false, true) => self.swap(program),
            (false, false) => self.swap_back(program),
        }
    }

    fn swap(&self, program: &Program) {
        let store = self.store(program);
        std::fs::rename(&store, store.with_file_name("aside")).expect("moved");
        std::fs::write(&store, b"no folder").expect("written");
    }

    fn swap_back(&self, program: &Program) {
        let store = self.store(program);
        std::fs::remove_file(&store).expect("removed");
        std::fs::rename(store.with_file_name("aside"), &store).expect("moved");
    }
}

async fn upload(applicant: &Client) -> Value {
    let answer = applicant.upload("me.png", &photos::photo(ImageKind::Png, 64, 48)).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    answer.json().await.expect("a photo")
}

/// So many that they would hit the limit if each left an unfinished upload.
async fn refused_fifteen_times(applicant: &Client) {
    for _ in 0..15 {
        let refused = applicant.upload("me.png", &photos::photo(ImageKind::Png, 640, 480)).await;
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(refused.headers().contains_key("retry-after"));
        let problem: Value = refused.json().await.expect("a problem");
        assert_eq!(problem["code"], "unavailable");
    }
}

#[tokio::test]
async fn a_full_or_read_only_disk_is_a_503_leaves_nothing_and_works_again_at_once() {
    let sink = SmtpSink::start().await.expect("an SMTP server");
    let place = Installation::new().expect("a place");
    let (disk, log) = (Disk::at(place.path().join("disk")), place.path().join("log"));
    let url = format!("fs://{}", disk.folder.display());
    let place = place
        .under(disk.under(&log))
        .with("FORUM__MAIL__URL", format!("smtp://{}", sink.address()))
        .with("FORUM__FILES__URL", url);
    let program = place.serve().await.expect("serving");
    let applicant = Client::new(&program.url).applicant("nadia@school.example", &sink, 1).await;
    let first = upload(&applicant).await;

    disk.fill(&program);
    refused_fifteen_times(&applicant).await;
    let path = first["headshot_url"].as_str().expect("an address");
    if disk.mounted {
        assert_eq!(applicant.fetch(path, &[]).await.status(), StatusCode::OK);
        assert_eq!(disk.files(&program), 1, "nothing half written stays");
    }
    disk.free(&program);
    upload(&applicant).await;
    assert_eq!(disk.files(&program), 2);

    disk.set_read_only(&program, true);
    refused_fifteen_times(&applicant).await;
    disk.set_read_only(&program, false);
    upload(&applicant).await;
    assert_eq!((disk.files(&program), applicant.get("/headshots").await["total"].clone()), (3, json!(3)));

    program.end().await.expect("an orderly end");
    // The public path of a photo contains its owner's id.
    let owner = path.split('/').nth(3).expect("the owner's id");
    let said = std::fs::read_to_string(log).expect("the log");
    assert!(said.contains("the file store") && !said.contains(owner), "{said}");
}

#[tokio::test]
async fn a_photo_with_a_lost_file_is_not_found_and_everything_else_works() {
    let sink = SmtpSink::start().await.expect("an SMTP server");
    let place =
        Installation::new().expect("a place").with("FORUM__MAIL__URL", format!("smtp://{}", sink.address()));
    let program = place.serve().await.expect("serving");
    let applicant = Client::new(&program.url).applicant("nadia@school.example", &sink, 1).await;
    let photo = upload(&applicant).await;
    let mut wizard = application();
    wizard["headshot_id"] = photo["id"].clone();
    let submitted = applicant.post("/applications", wizard).await;
    assert_eq!(submitted.status(), StatusCode::CREATED);
    let id = submitted.json::<Value>().await.expect("an application")["id"].clone();

    let url = photo["headshot_url"].as_str().expect("an address");
    let file = place.path().join("data/files").join(url.strip_prefix("/storage/").expect("below /storage/"));
    std::fs::remove_file(file).expect("removed");
    assert_eq!(applicant.fetch(url, &[]).await.status(), StatusCode::NOT_FOUND);
    let seen = applicant.get(&format!("/applications/{}", id.as_str().expect("an id"))).await;
    assert_eq!((&seen["headshot_url"], &seen["status"]), (&json!(url), &json!("pending")));
    upload(&applicant).await;
    program.end().await.expect("an orderly end");
}

#[tokio::test]
async fn on_another_database_the_sweep_removes_no_photo() {
    let place = Installation::new().expect("a place");
    let (files, log) = (place.path().join("files"), place.path().join("log"));
    let owner = files.join("headshots/0190a7b0-0000-7000-8000-000000000001");
    std::fs::create_dir_all(&owner).expect("made");
    let photos: Vec<PathBuf> = (0..12).map(|turn| owner.join(format!("headshot-{turn}.jpg"))).collect();
    for photo in &photos {
        std::fs::write(photo, b"somebody's").expect("written");
        let opened = std::fs::File::options().append(true).open(photo).expect("opened");
        opened.set_modified(std::time::SystemTime::UNIX_EPOCH).expect("dated");
    }
    let shell = ["sh", "-c", "log=$0 && exec \"$@\" 2>\"$log\""].map(str::to_owned);
    let place = place
        .under(shell.into_iter().chain([log.display().to_string()]))
        .with("FORUM__FILES__URL", format!("fs://{}", files.display()));
    let program = place.serve().await.expect("serving");
    let swept = async {
        while !std::fs::read_to_string(&log).expect("the log").contains("belong to this database?") {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), swept).await.expect("swept within a minute");
    assert!(photos.iter().all(|photo| photo.exists()));
    program.end().await.expect("an orderly end");
}
