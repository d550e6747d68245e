//! The commands `backup` and `restore`. Their messages go to standard error, because the archive may
//! go to standard output.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use forum_adapters::backup::{Manifest, NewFile, OmissionReason};

use super::{doctor, instant, with_database};
use crate::backup::{check, record_finished, restore, take};
use crate::config::Config;
use crate::database::Database;
use crate::lifecycle::Signals;

const STANDARD_OUTPUT: &str = "-";

#[derive(Args)]
pub struct BackupArguments {
    /// The archive to write, which must not exist yet; `-` writes it to standard output. It contains the keys, so its
    /// readers can sign in as any user.
    archive: PathBuf,
    /// Complete the backup even if the file store has lost photos, and report how many are missing.
    #[arg(long)]
    without_lost_photos: bool,
}

#[derive(Args)]
pub struct RestoreArguments {
    /// The archive that `backup` wrote.
    archive: PathBuf,
    /// Also read the photos back, compare them with the archive, and check the invariants of the database (`doctor
    /// --invariants`).
    #[arg(long, conflicts_with = "check")]
    verify: bool,
    /// Only check that the archive is complete and undamaged; write nothing and open no database.
    #[arg(long)]
    check: bool,
}

pub async fn backup(config: &Config, arguments: BackupArguments) -> anyhow::Result<()> {
    let all_photos = !arguments.without_lost_photos;
    let (manifest, copied) = if arguments.archive == Path::new(STANDARD_OUTPUT) {
        let output = io::stdout();
        if output.is_terminal() {
            bail!("refusing to write an archive to a terminal; redirect standard output to a file or a pipe");
        }
        let taken = async |database: &Database| {
            let (_, manifest, copied) = take(config, database, output.lock(), all_photos).await?;
            record_finished(&database.pool, &manifest).await;
            anyhow::Ok((manifest, copied))
        };
        with_database(config, taken).await?
    } else {
        let mut signals = Signals::install().context("signal handlers")?;
        let name = arguments.archive.display().to_string();
        let file = NewFile::create(&arguments.archive).with_context(|| format!("cannot write {name}"))?;
        let taken = async |database: &Database| {
            let (file, manifest, copied) = tokio::select! {
                taken = take(config, database, file, all_photos) => taken?,
                // Dropping the unfinished work removes the file.
                () = signals.next() => bail!("interrupted by a signal"),
            };
            file.keep()?;
            record_finished(&database.pool, &manifest).await;
            Ok((manifest, copied))
        };
        with_database(config, taken).await.with_context(|| format!("{name} was not written"))?
    };
    report(&summary("backed up", &manifest, copied))?;
    left_out(&manifest)
}

pub async fn run_restore(config: &Config, arguments: RestoreArguments) -> anyhow::Result<()> {
    let backup = check(&arguments.archive)?;
    let (manifest, photos) = (&backup.contents.manifest, backup.contents.photos.len());
    if arguments.check {
        report(&summary("the archive is complete and undamaged:", manifest, photos))?;
        return left_out(manifest);
    }
    let restoring = async |database: &Database| restore(config, database, &backup, arguments.verify).await;
    with_database(config, restoring).await?;
    report(&summary("restored", manifest, photos))?;
    left_out(manifest)?;
    if arguments.verify {
        report("every photo and key was read back and equals the archive")?;
        return doctor::check_invariants(Ok(config.clone())).await;
    }
    Ok(())
}

fn summary(what: &str, manifest: &Manifest, photos: usize) -> String {
    let Manifest { taken_at, program, id, migrations, .. } = manifest;
    format!(
        "{what} the database, the keys and {photos} photos, as of {} (backup {id}, program {program}, schema {:04})",
        instant(*taken_at),
        migrations.last().copied().unwrap_or_default(),
    )
}

/// Reports photos that the archive does not contain, and the consequences.
fn left_out(manifest: &Manifest) -> anyhow::Result<()> {
    let lines = [
        (OmissionReason::Removed, "photos removed during the backup and not included"),
        (OmissionReason::Missing, "photos missing from the file store and not included"),
        (OmissionReason::Damaged, "photos damaged in the file store and not included"),
    ];
    for (why, words) in lines {
        let count = manifest.photos_left_out.iter().filter(|photo| photo.why == why).count();
        if count > 0 {
            report(&format!("{words}: {count}"))?;
        }
    }
    Ok(())
}

fn report(line: &str) -> anyhow::Result<()> {
    Ok(writeln!(io::stderr(), "{line}")?)
}
