//! `release-fixture PROGRAM FOLDER`: fills a site that PROGRAM serves, backs it up with the program of this build, and
//! stores the archive and the users' tokens as FOLDER/<schema>.tar and .json. The upgrade test restores them with every
//! later program. All users, passwords and keys in it are fictitious.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use forum_adapters::backup::Archive;
use forum_adapters::system::SystemClock;
use forum_domain::shared::Clock;
use forum_tests::program::{Installation, executable};
use forum_tests::sample_site::SampleSite;
use forum_tests::smtp_sink::SmtpSink;

const USAGE: &str = "usage: release-fixture PROGRAM FOLDER";

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (program, folder) = arguments.next().zip(arguments.next()).context(USAGE)?;
    let program = program.canonicalize().with_context(|| program.display().to_string())?;
    let sink = SmtpSink::start().await;
    let mail = format!("smtp://{}", sink.address());
    let installation = Installation::new().with("FORUM__MAIL__URL", mail).with_executable(program);
    let serving = installation.serve().await;
    let sample_site = SampleSite::fill(&installation, &serving.url, &sink, SystemClock.now()).await;

    // The program of this build makes the backup while PROGRAM serves, because older programs cannot make one.
    let installation = installation.with_executable(executable());
    let archive = installation.path().join("backup.tar");
    installation.run(&["backup", &archive.display().to_string()]).await.success();
    serving.end().await;

    let name = format!("{:04}", Archive::open(&archive)?.check()?.schema());
    std::fs::create_dir_all(&folder)?;
    std::fs::copy(&archive, folder.join(&name).with_extension("tar"))?;
    let text = serde_json::to_string_pretty(&sample_site)? + "\n";
    std::fs::write(folder.join(&name).with_extension("json"), text)?;
    writeln!(std::io::stdout(), "{}", folder.join(&name).with_extension("tar").display())?;
    Ok(())
}
