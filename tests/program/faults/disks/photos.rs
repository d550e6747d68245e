//! Photos on the built program when the disk is full or read-only, a file is lost, or the database belongs to another
//! site.

use std::path::PathBuf;
use std::time::Duration;

use forum_domain::headshots::ImageKind;
use forum_tests::harness::Caller;
use forum_tests::photos;
use forum_tests::program::Installation;
use forum_tests::smtp_sink::SmtpSink;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::Disk;
use crate::client::Client;
use crate::faults::report::Fault;

async fn upload(applicant: &Client) -> Value {
    let answer = applicant.upload("me.png", &photos::photo(ImageKind::Png, 64, 48)).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    answer.json().await.expect("a photo")
}

/// Enough refusals to reach the limit if each left an unfinished upload behind.
async fn refused_fifteen_times(applicant: &Client) {
    for _ in 0..15 {
        let refused = applicant.upload("me.png", &photos::photo(ImageKind::Png, 640, 480)).await;
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(refused.headers().contains_key("retry-after"));
        let problem: Value = refused.json().await.expect("a problem");
        assert_eq!(problem["code"], "unavailable");
    }
}

/// The notes in `/api/ready` about the file store. The site remains ready.
async fn store_notes(url: &str) -> Vec<String> {
    let answer = reqwest::get(format!("{url}/api/ready")).await.expect("a response");
    assert_eq!(answer.status(), StatusCode::OK);
    let ready: Value = answer.json().await.expect("JSON");
    let notes = ready["notes"].as_array().expect("notes").iter();
    let of_store = notes.filter(|note| note["field"] == "/checks/store");
    of_store.map(|note| note["code"].as_str().expect("a code").to_owned()).collect()
}

#[tokio::test]
async fn uploads_to_a_full_or_read_only_disk_get_503_and_leave_no_file_behind() {
    let fault = Fault::begin(
        "disk of the photos full, then read-only",
        "uploads are 503, photos are still served; /api/ready stays 200 with a note on the store, and the log has the reason; uploads work again at once",
    );
    let sink = SmtpSink::start().await;
    let installation = Installation::new();
    let (disk, log) =
        (Disk::at(installation.path().join("disk"), "headshots"), installation.path().join("log"));
    let url = format!("fs://{}", disk.folder.display());
    let installation =
        installation.with_wrapper(disk.under(&log)).with_mail(&sink).with("FORUM__FILES__URL", url);
    let program = installation.serve().await;
    let applicant = Client::new(&program.url).applicant("nadia@school.example", &sink, 1).await;
    let first = upload(&applicant).await;

    disk.fill(&program);
    refused_fifteen_times(&applicant).await;
    let path = first["headshot_url"].as_str().expect("an address");
    if disk.is_mounted() {
        assert_eq!(applicant.fetch(path, &[]).await.status(), StatusCode::OK);
        assert_eq!(disk.files(&program).len(), 1, "no partially written file remains");
    }
    disk.free(&program);
    upload(&applicant).await;
    assert_eq!(disk.files(&program).len(), 2);

    disk.set_read_only(&program, true);
    refused_fifteen_times(&applicant).await;
    assert_eq!(store_notes(&program.url).await, ["unusable"]);
    disk.set_read_only(&program, false);
    upload(&applicant).await;
    assert_eq!(store_notes(&program.url).await, Vec::<String>::new());
    assert_eq!(
        (disk.files(&program).len(), applicant.get("/headshots").await["total"].clone()),
        (3, json!(3))
    );

    let installation = installation.with_wrapper(disk.beside(&program));
    if disk.is_mounted() {
        let examined = installation.run(&["doctor"]).await.stdout;
        assert!(examined.contains("WRONG  photo files: 1 MB free for "), "{examined}");
    }
    let done = format!("30 uploads refused, 3 taken, on {}", disk.kind());
    fault
        .survived(&installation, done, "each refused with 503, no file without a row, none incomplete")
        .await;
    program.end().await;
    // The public path of a photo contains its owner's id.
    let owner = path.split('/').nth(3).expect("the owner's id");
    let output = std::fs::read_to_string(log).expect("the log");
    assert!(output.contains("the file store") && !output.contains(owner), "{output}");
}

#[tokio::test]
async fn a_photo_with_a_lost_file_is_not_found_and_everything_else_works() {
    let (installation, program, sink) = Installation::served_with_mail().await;
    let applicant = Client::new(&program.url).applicant("nadia@school.example", &sink, 1).await;
    let photo = upload(&applicant).await;
    let mut wizard = Caller::wizard();
    wizard["headshot_id"] = photo["id"].clone();
    let submitted = applicant.post("/applications", wizard).await;
    assert_eq!(submitted.status(), StatusCode::CREATED);
    let id = submitted.json::<Value>().await.expect("an application")["id"].clone();

    let url = photo["headshot_url"].as_str().expect("an address");
    let file = installation
        .path()
        .join("data/files")
        .join(url.strip_prefix("/storage/").expect("a path below /storage/"));
    std::fs::remove_file(file).expect("a removal");
    assert_eq!(applicant.fetch(url, &[]).await.status(), StatusCode::NOT_FOUND);
    let seen = applicant.get(&format!("/applications/{}", id.as_str().expect("an id"))).await;
    assert_eq!((&seen["headshot_url"], &seen["status"]), (&json!(url), &json!("pending")));
    upload(&applicant).await;
    program.end().await;
}

#[tokio::test]
async fn on_another_database_the_sweep_removes_no_photo() {
    let installation = Installation::new();
    let (files, log) = (installation.path().join("files"), installation.path().join("log"));
    let owner = files.join("headshots/0190a7b0-0000-7000-8000-000000000001");
    std::fs::create_dir_all(&owner).expect("a folder");
    let photos: Vec<PathBuf> = (0..12).map(|turn| owner.join(format!("headshot-{turn}.jpg"))).collect();
    for photo in &photos {
        std::fs::write(photo, b"a photo").expect("a written file");
        let opened = std::fs::File::options().append(true).open(photo).expect("an open file");
        opened.set_modified(std::time::SystemTime::UNIX_EPOCH).expect("a set modification time");
    }
    let shell = ["sh", "-c", "log=$0 && exec \"$@\" 2>\"$log\""].map(str::to_owned);
    let installation = installation
        .with_wrapper(shell.into_iter().chain([log.display().to_string()]))
        .with("FORUM__FILES__URL", format!("fs://{}", files.display()));
    let program = installation.serve().await;
    let swept = async {
        while !std::fs::read_to_string(&log).expect("the log").contains("belong to this database?") {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), swept).await.expect("a sweep within a minute");
    assert!(photos.iter().all(|photo| photo.exists()));
    program.end().await;
}
