//! Upgrades: this release restores and migrates sites from earlier releases. The program of each release made its
//! fixture (`just release-fixture`), which is named after the schema version.

use std::path::{Path, PathBuf};

use forum_adapters::backup::Archive;
use forum_domain::shared::Clock;
use forum_tests::contract::Backend;
use forum_tests::memory::FixedClock;
use forum_tests::postgres::PostgresDatabase;
use forum_tests::program::{Installation, cluster_options};
use forum_tests::sample_site::SampleSite;
use forum_tests::smtp_sink::SmtpSink;
use private_postgres::PrivateCluster;
use time::Duration;

use crate::backup::restore;
use crate::support::in_process::InProcess;

fn releases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("program/releases");
    let files = std::fs::read_dir(folder).expect("the releases").map(|entry| entry.expect("an entry").path());
    let mut releases: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "tar")).collect();
    releases.sort();
    releases
}

/// Restores the site and serves it with the clock set to the time of the backup. With `moved_to`, first moves the data
/// from the private PostgreSQL to that database.
async fn expect_every_user_to_continue(release: &Path, moved_to: Option<&PostgresDatabase>) {
    let text = std::fs::read_to_string(release.with_extension("json")).expect("the fixture of the release");
    let sample_site: SampleSite = serde_json::from_str(&text).expect("a valid fixture");
    let manifest = Archive::open(release).expect("an archive").check().expect("an undamaged archive");
    assert_eq!(release.file_stem().expect("a name").to_str(), Some(&*format!("{:04}", manifest.schema())));

    let sink = SmtpSink::start().await;
    let mut installation = Installation::new().with_mail(&sink);
    restore(&installation, release).await.success();
    if let Some(database) = moved_to {
        installation = moved(installation, database).await;
    }
    let clock = FixedClock::at(manifest.taken_at + Duration::minutes(5));
    let site = InProcess::serve_at(installation, clock.into()).await;
    sample_site.check(&site.installation, &site.url, &sink, site.clock.now()).await;
    let installation = site.close().await;
    for doctor in [&["doctor"][..], &["doctor", "--invariants"]] {
        installation.run(doctor).await.success();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sites_of_earlier_releases_are_upgraded_and_every_user_can_continue() {
    let releases = releases();
    assert!(!releases.is_empty());
    for release in releases {
        Box::pin(expect_every_user_to_continue(&release, None)).await;
    }
}

/// Moves the database. Before that, expects refusals while the site runs and for a target database that is not empty.
async fn moved(installation: Installation, database: &PostgresDatabase) -> Installation {
    let move_database = ["move-database"];
    // Keeps the private PostgreSQL running as a site would, but without mail delivery and housekeeping.
    let running =
        PrivateCluster::start(cluster_options(&installation.path().join("data"))).await.expect("a server");
    let installation = installation.with("DATABASE_URL", database.url());
    installation.run(&move_database).await.fails_with("already run by process");
    running.stop().await.expect("a clean stop");
    let message = installation.run(&move_database).await.success_message();
    assert!(message.contains("each table was read back"), "{message}");
    installation.run(&move_database).await.fails_with("the database is not empty");
    // The private PostgreSQL is no longer used.
    std::fs::rename(installation.path().join("data/postgres"), installation.path().join("postgres.before"))
        .expect("a file");
    installation.run(&move_database).await.fails_with("contains no private PostgreSQL");
    installation
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_on_the_private_postgresql_moves_completely_to_another_server() {
    for release in releases() {
        let database = PostgresDatabase::empty().await;
        Box::pin(expect_every_user_to_continue(&release, Some(&database))).await;
        database.remove().await;
    }
}
