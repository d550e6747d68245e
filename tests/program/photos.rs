//! Photos on the built program are stored where the setting specifies, and swept.

use std::time::{Duration, SystemTime};

use forum_domain::headshots::ImageKind;
use forum_tests::photos;
use forum_tests::program::Installation;
use forum_tests::s3_server::S3Server;
use forum_tests::smtp_sink::SmtpSink;
use forum_tests::waiting::wait_for;
use reqwest::StatusCode;
use serde_json::Value;

use crate::client::Client;

#[tokio::test]
async fn a_photo_is_stored_in_the_configured_folder_or_bucket_upright_and_removed_with_its_row() {
    let (sink, bucket) = (SmtpSink::start().await, S3Server::start().await);
    let folder = Installation::new().with_mail(&sink);
    let files = folder.path().join("data/files");
    let remote = Installation::new().with_mail(&sink).with("FORUM__FILES__URL", bucket.setting());
    for (mails, (installation, files)) in
        [(folder, files), (remote, bucket.objects())].into_iter().enumerate()
    {
        let program = installation.serve().await;
        let applicant = Client::new(&program.url).applicant("nadia@school.example", &sink, mails + 1).await;
        let sideways = photos::sideways(ImageKind::Jpeg, 6, 1_600, 800);
        let headshot: Value = applicant.upload("me.jpeg", &sideways).await.json().await.expect("a photo");
        let path = headshot["headshot_url"].as_str().expect("an address");
        let file = files.join(path.strip_prefix("/storage/").expect("a path below /storage/"));
        let stored = std::fs::read(&file).expect("a file in the configured place");
        assert!(photos::is_upright(&stored));
        assert!(!stored.windows(photos::SECRET.len()).any(|window| window == photos::SECRET));
        let served = applicant.fetch(path, &[]).await;
        assert_eq!(served.bytes().await.expect("the image"), stored);
        let id = headshot["id"].as_str().expect("an id");
        assert_eq!(applicant.delete(&format!("/headshots/{id}")).await.status(), StatusCode::NO_CONTENT);
        assert!(!file.exists());
        program.end().await;
    }
}

#[tokio::test]
async fn hostile_files_use_less_than_200_mib_of_memory() {
    // The files are made first, because the server closes a connection that waits for one.
    let files = photos::hostile();
    let (_installation, program, sink) = Installation::served_with_mail().await;
    let applicant = Client::new(&program.url).applicant("nadia@school.example", &sink, 1).await;
    let before = program.peak_memory();
    for hostile in files {
        let answer = applicant.upload("me.jpeg", &hostile.content).await;
        let status = answer.status();
        assert!(status == StatusCode::CREATED || status.is_client_error(), "{}: {status}", hostile.name);
    }
    let grown = (program.peak_memory() - before) / (1024 * 1024);
    assert!(grown < 200, "{grown} MiB");
    program.end().await;
}

#[tokio::test]
async fn files_that_belong_to_no_photo_are_swept_at_startup() {
    let installation = Installation::new();
    installation.serve().await.end().await;
    let folder = installation.path().join("data/files/headshots");
    let put = |name: &str, age: Duration| {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(&file, b"x").expect("a written file");
        let opened = std::fs::File::options().append(true).open(&file).expect("an open file");
        let now = std::fs::metadata(&file).and_then(|written| written.modified()).expect("a time");
        opened.set_modified(now - age).expect("a set modification time");
        file
    };
    let (old, young) = (Duration::from_secs(2 * 60 * 60), Duration::ZERO);
    let owner = "0190a7b0-0000-7000-8000-000000000001";
    let orphan = put(&format!("{owner}/headshot-1.jpg"), old);
    let unfinished = put(".unfinished/headshot-2.jpg.Zz09", old);
    let just_written = put(&format!("{owner}/headshot-3.jpg"), young);
    let foreign_file = installation.path().join("data/files/thesis.odt");
    std::fs::write(&foreign_file, b"x").expect("a written file");
    let opened = std::fs::File::options().append(true).open(&foreign_file).expect("an open file");
    opened.set_modified(SystemTime::UNIX_EPOCH).expect("a set modification time");

    let program = installation.serve().await;
    wait_for("the sweep", async || !orphan.exists() && !unfinished.exists()).await;
    assert!(just_written.exists() && foreign_file.exists());
    let swept = "\"rows\":0,\"files\":2";
    wait_for("the log line", async || program.log().contains(swept)).await;
    program.end().await;
}
