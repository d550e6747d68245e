//! Backups that the built program takes while the site is in use, restored to an empty installation.

mod damage;
mod interruptions;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use forum_adapters::backup::{Archive, Checksum, Manifest};
use forum_adapters::system::SystemClock;
use forum_domain::headshots::ImageKind;
use forum_domain::shared::Clock;
use forum_tests::harness::Caller;
use forum_tests::photos;
use forum_tests::program::{CommandOutput, Installation};
use forum_tests::s3_server::S3Server;
use forum_tests::sample_site::{DIRECTOR, DIRECTORS_PASSWORD, SampleSite};
use forum_tests::smtp_sink::SmtpSink;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::Client;

/// The number of applicants who use the site during the backup.
const BUSY: usize = 6;

/// Takes a backup and returns its manifest.
pub async fn back_up(installation: &Installation, archive: &Path) -> Manifest {
    installation.run(&["backup", &archive.display().to_string()]).await.success();
    Archive::open(archive).expect("an archive").check().expect("an undamaged archive")
}

pub async fn restore(installation: &Installation, archive: &Path) -> CommandOutput {
    installation.run(&["restore", "--verify", &archive.display().to_string()]).await
}

/// Clients that upload, replace and remove photos, save drafts and submit applications until they are stopped.
struct Load {
    stop: Arc<AtomicBool>,
    people: JoinSet<usize>,
}

impl Load {
    /// Each client has an account.
    fn start(people: Vec<Client>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let mut running = JoinSet::new();
        for person in people {
            running.spawn(keep_busy(person, stop.clone()));
        }
        Self { stop, people: running }
    }

    /// Returns the number of rounds per client.
    async fn stop(self) -> Vec<usize> {
        self.stop.store(true, Ordering::Relaxed);
        self.people.join_all().await
    }
}

async fn keep_busy(person: Client, stop: Arc<AtomicBool>) -> usize {
    let picture = photos::photo(ImageKind::Png, 48, 48);
    for rounds in 1.. {
        let uploaded = person.upload("me.png", &picture).await;
        assert_eq!(uploaded.status(), StatusCode::CREATED);
        let photo: Value = uploaded.json().await.expect("a photo");
        let draft = json!({"fields": {"city": "Tampa", "headshot_id": photo["id"]}, "step": 1});
        assert_eq!(person.put("/applications/draft", draft, &[]).await.status(), StatusCode::OK);
        if stop.load(Ordering::Relaxed) {
            let mut answers = Caller::wizard();
            answers["headshot_id"] = photo["id"].clone();
            assert_eq!(person.post("/applications", answers).await.status(), StatusCode::CREATED);
            return rounds;
        }
        let id = photo["id"].as_str().expect("an id");
        assert_eq!(person.delete(&format!("/headshots/{id}")).await.status(), StatusCode::NO_CONTENT);
    }
    unreachable!("the loop returns when it is stopped")
}

async fn busy_people(url: &str, sink: &SmtpSink) -> Vec<Client> {
    let visitor = Client::new(url);
    let mut people = Vec::new();
    for number in 0..BUSY {
        let email = format!("busy{number}@school.example");
        people.push(visitor.applicant(&email, sink, sink.mails().len() + 1).await);
    }
    people
}

/// Fills a site, backs it up while it is in use, kills it and deletes everything except the archive.
async fn used_backed_up_and_lost(installation: Installation, sink: &SmtpSink, archive: &Path) -> SampleSite {
    let program = installation.serve().await;
    let people = busy_people(&program.url, sink).await;
    let sample_site = SampleSite::fill(&installation, &program.url, sink, SystemClock.now()).await;
    let load = Load::start(people);
    for earlier in ["one.tar", "two.tar"] {
        back_up(&installation, &installation.path().join(earlier)).await;
    }
    back_up(&installation, archive).await;
    let rounds = load.stop().await;
    assert!(rounds.iter().all(|rounds| *rounds > 1), "no client was active: {rounds:?}");
    program.kill().await;
    sample_site
}

/// Restores the archive to another installation and checks that every user can continue there.
async fn restored_and_used(
    installation: &Installation,
    sink: &SmtpSink,
    archive: &Path,
    sample_site: &SampleSite,
) {
    let output = restore(installation, archive).await.success_message();
    assert!(output.contains("was read back and equals the archive"), "{output}");
    let program = installation.serve().await;
    sample_site.check(installation, &program.url, sink, SystemClock.now()).await;
    every_photo_is_served(&program.url, &manifest(archive)).await;
    let director = Client::new(&program.url).sign_in(DIRECTOR, DIRECTORS_PASSWORD).await;
    let actions = director.get("/admin/audit-events?action=backup.restored").await;
    assert_eq!(actions["items"][0]["target_id"], json!(manifest(archive).id));
    program.end().await;
    for doctor in [&["doctor"][..], &["doctor", "--invariants"]] {
        installation.run(doctor).await.success();
    }
    restore(installation, archive).await.fails_with("is not empty; stop the site and move");
}

fn manifest(archive: &Path) -> Manifest {
    Archive::open(archive).expect("an archive").check().expect("an undamaged archive")
}

async fn every_photo_is_served(url: &str, manifest: &Manifest) {
    let visitor = Client::new(url);
    assert!(manifest.photos.len() >= 2);
    for photo in &manifest.photos {
        let served = visitor.fetch(&format!("/storage/headshots/{}", photo.name), &[]).await;
        assert_eq!(served.status(), StatusCode::OK);
        assert_eq!(Checksum::of(&served.bytes().await.expect("the photo")), photo.checksum);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_in_use_is_backed_up_destroyed_and_restored_and_every_user_can_continue() {
    let shelf = tempfile::tempdir().expect("a folder");
    let archive = shelf.path().join("site.tar");
    let before = SmtpSink::start().await;
    let sample_site =
        used_backed_up_and_lost(Installation::new().with_mail(&before), &before, &archive).await;
    let mode = std::fs::metadata(&archive).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let after = SmtpSink::start().await;
    restored_and_used(&Installation::new().with_mail(&after), &after, &archive, &sample_site).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_whose_photos_are_in_a_bucket_is_restored_to_another_bucket() {
    let shelf = tempfile::tempdir().expect("a folder");
    let archive = shelf.path().join("site.tar");
    let (before, bucket) = (SmtpSink::start().await, S3Server::start().await);
    let installation = Installation::new().with_mail(&before).with("FORUM__FILES__URL", bucket.setting());
    let sample_site = used_backed_up_and_lost(installation, &before, &archive).await;
    drop(bucket);
    let (after, bucket) = (SmtpSink::start().await, S3Server::start().await);
    let installation = Installation::new().with_mail(&after).with("FORUM__FILES__URL", bucket.setting());
    restored_and_used(&installation, &after, &archive, &sample_site).await;
}
