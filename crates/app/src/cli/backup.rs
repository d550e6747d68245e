//! The commands `backup` and `restore`. Their messages go to standard error, because the archive may
//! go to standard output.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use forum_adapters::backup::{Manifest, NewFile, OmissionReason};
use forum_adapters::postgres::Restored;

use super::{doctor, instant, with_database};
use crate::backup::{Photos, Restoration, check, record_finished, restore, take};
use crate::config::Config;
use crate::database::Database;
use crate::lifecycle::Signals;
use crate::site_keys;

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
    /// Afterwards read everything back, compare it with the archive, and check the invariants of the database (`doctor
    /// --invariants`).
    #[arg(long, conflicts_with = "check")]
    verify: bool,
    /// Only check that the archive is complete and undamaged; write nothing and open no database.
    #[arg(long)]
    check: bool,
}

/// Takes a backup. An interrupted backup leaves no file.
pub async fn backup(config: &Config, arguments: BackupArguments) -> anyhow::Result<()> {
    let photos = if arguments.without_lost_photos { Photos::Existing } else { Photos::All };
    let manifest = if arguments.archive == Path::new(STANDARD_OUTPUT) {
        let output = io::stdout();
        if output.is_terminal() {
            bail!("refusing to write an archive to a terminal; redirect standard output to a file or a pipe");
        }
        let taken = async |database: &Database| {
            let (_, manifest) = take(config, &database.pool, output.lock(), photos).await?;
            record_finished(&database.pool, &manifest).await;
            anyhow::Ok(manifest)
        };
        with_database(config, taken).await?
    } else {
        let mut signals = Signals::install().context("signal handlers")?;
        let name = arguments.archive.display().to_string();
        let file = NewFile::create(&arguments.archive).with_context(|| format!("cannot write {name}"))?;
        let taken = async |database: &Database| {
            let (file, manifest) = tokio::select! {
                taken = take(config, &database.pool, file, photos) => taken?,
                // Dropping the unfinished work removes the file.
                () = signals.next() => bail!("interrupted by a signal"),
            };
            file.keep()?;
            record_finished(&database.pool, &manifest).await;
            Ok(manifest)
        };
        with_database(config, taken).await.with_context(|| format!("{name} was not written"))?
    };
    report(&summary("backed up", &manifest))?;
    left_out(&manifest)
}

/// Checks or restores a backup.
pub async fn run_restore(config: &Config, arguments: RestoreArguments) -> anyhow::Result<()> {
    let backup = check(&arguments.archive)?;
    if arguments.check {
        report(&summary("the archive is complete and undamaged:", &backup.manifest))?;
        return left_out(&backup.manifest);
    }
    let restored = with_database(config, async |database: &Database| {
        let restored = restore(config, &database.pool, &backup, arguments.verify).await?;
        // Also grants privileges to the site's role if another role owns the tables.
        database.migrate(config).await?;
        site_keys::open(config, &database.pool).await?;
        anyhow::Ok(restored)
    })
    .await?;
    report_restored(&backup, &restored, arguments.verify)?;
    match arguments.verify {
        true => doctor::check_invariants(Ok(config.clone())).await,
        false => Ok(()),
    }
}

fn report_restored(backup: &Restoration, restored: &Restored, verified: bool) -> anyhow::Result<()> {
    report(&summary("restored", &backup.manifest))?;
    left_out(&backup.manifest)?;
    for (table, rows) in &restored.foreign {
        report(&format!("table {table} does not belong to the site; its {rows} rows were not restored"))?;
    }
    if verified {
        report("every table, photo and key was read back and equals the archive")?;
    }
    Ok(())
}

fn summary(what: &str, manifest: &Manifest) -> String {
    let Manifest { tables, keys, photos, taken_at, program, id, .. } = manifest;
    format!(
        "{what} {} rows of {} tables, {} photos and {} keys, as of {} (backup {id}, program {program}, schema {:04})",
        manifest.rows(),
        tables.len(),
        photos.len(),
        keys.len(),
        instant(*taken_at),
        manifest.schema(),
    )
}

/// Reports photos that the archive does not contain, and the consequences.
fn left_out(manifest: &Manifest) -> anyhow::Result<()> {
    let count =
        |why: OmissionReason| manifest.photos_left_out.iter().filter(|photo| photo.why == why).count();
    let lines = [
        (OmissionReason::Removed, "photos removed during the backup and not included"),
        (OmissionReason::Missing, "photos missing from the file store and not included"),
        (OmissionReason::Damaged, "photos damaged in the file store and not included"),
    ];
    for (why, words) in lines {
        match count(why) {
            0 => {}
            some => report(&format!("{words}: {some}"))?,
        }
    }
    Ok(())
}

fn report(line: &str) -> anyhow::Result<()> {
    Ok(writeln!(io::stderr(), "{line}")?)
}
