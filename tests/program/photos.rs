//! Photos on the built program are stored where the setting specifies.

use forum_domain::headshots::ImageKind;
use forum_tests::photos;
use forum_tests::program::Installation;
use forum_tests::s3_server::S3Server;
use forum_tests::smtp_sink::SmtpSink;
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
