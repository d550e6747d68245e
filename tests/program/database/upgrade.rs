//! Upgrades: sites as programs of earlier releases left them, restored and migrated by this one. Each was made by the
//! program of that release (`just release-fixture`) and is named after its schema.

use std::path::{Path, PathBuf};

use forum_adapters::backup::Archive;
use forum_domain::shared::Clock;
use forum_tests::memory::FixedClock;
use forum_tests::sample_site::SampleSite;
use forum_tests::smtp_sink::SmtpSink;
use time::Duration;

use crate::backup::{installation, restore, run};
use crate::support::in_process::InProcess;

fn releases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("program/releases");
    let files = std::fs::read_dir(folder).expect("the releases").map(|entry| entry.expect("an entry").path());
    let mut releases: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "tar")).collect();
    releases.sort();
    releases
}

/// Restores the site and moves this program to the day on which it was left.
async fn everybody_goes_on(release: &Path) {
    let text =
        std::fs::read_to_string(release.with_extension("json")).expect("what people had in their hands");
    let sample_site: SampleSite = serde_json::from_str(&text).expect("that of a release");
    let manifest = Archive::open(release).expect("an archive").check().expect("an undamaged one");
    assert_eq!(release.file_stem().expect("a name").to_str(), Some(&*format!("{:04}", manifest.schema())));

    let sink = SmtpSink::start().await.expect("an SMTP server");
    let place = installation(&sink);
    let (code, said) = restore(&place, release).await;
    assert_eq!(code, Some(0), "{said}");
    let clock = FixedClock::at(manifest.taken_at + Duration::minutes(5));
    let here = InProcess::serve_at(place, clock.into()).await;
    sample_site.check(&here.place, &here.url, &sink, here.clock.now()).await;
    let place = here.close().await;
    for doctor in [&["doctor"][..], &["doctor", "--invariants"]] {
        let (code, said) = run(&place, doctor).await;
        assert_eq!(code, Some(0), "{doctor:?}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sites_of_earlier_releases_are_upgraded_and_everybody_goes_on() {
    let releases = releases();
    assert!(!releases.is_empty());
    for release in releases {
        Box::pin(everybody_goes_on(&release)).await;
    }
}
