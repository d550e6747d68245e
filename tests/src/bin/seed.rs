//! `seed APPLICATIONS [--seed NUMBER] [--beside-real]`: fills the site's database with fictitious people and their
//! applications. The settings are the program's: `DATABASE_URL`, or the private PostgreSQL in `FORUM__DATA__DIR`, even
//! while the site is running. Refuses to fill a production site, and adds to applications of real people only with
//! `--beside-real`.

use std::io::Write;
use std::time::Instant;

use anyhow::ensure;
use clap::Parser;
use educators_forum::config::{Config, Profile, environment};
use educators_forum::{Use, open_database};
use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;
use forum_tests::seed::Seed;
use time::Time;

#[derive(clap::Parser)]
struct Arguments {
    applications: u32,
    #[arg(long, default_value_t = 1)]
    seed: i64,
    #[arg(long)]
    beside_real: bool,
}

// PostgreSQL stops with the thread that started it, so it is started in `main` itself.
#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let Arguments { applications, seed: number, beside_real } = Arguments::parse();
    let config = Config::read(environment())?;
    ensure!(
        config.profile != Profile::Production,
        "this is a production site (FORUM__PROFILE): it must have no fictitious applicants"
    );
    let database = open_database(&config, Use::Command).await?;
    // Midnight, so that runs on the same day produce the same rows.
    let until = SystemClock.now().replace_time(Time::MIDNIGHT);
    let started = Instant::now();
    let seeded = async {
        database.migrate(&config).await?;
        Seed { applications, number, until }.sow(&database.pool, beside_real).await?;
        anyhow::Ok(())
    }
    .await;
    database.close().await;
    seeded?;
    writeln!(std::io::stdout(), "{applications} applications in {:.1} s", started.elapsed().as_secs_f64())?;
    Ok(())
}
