//! The whole product for browser tests: the built program on its private PostgreSQL, a real SMTP server that
//! keeps what it gets as .eml files, and an administrator made on the command line. Prints one line of JSON
//! `{url, mail_dir, admin: {email, password}}` and runs until its standard input is closed.

use std::io::Write;

use anyhow::bail;
use forum_tests::program::Installation;
use forum_tests::smtp_sink::SmtpSink;
use serde_json::json;
use tokio::io::AsyncReadExt;

const ADMIN_EMAIL: &str = "director@educatorsforum.example";
const ADMIN_PASSWORD: &str = "Lantern-42-harbor";

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mails = tempfile::Builder::new().prefix("forum-mails-").tempdir()?;
    let sink = SmtpSink::writing_to(mails.path()).await?;
    let installation = Installation::new()?
        .with("FORUM__MAIL__URL", format!("smtp://{}", sink.address()))
        .with("FORUM__LIMITS__FACTOR", "1000");
    let mut program = installation.serve().await?;
    installation.create_admin(ADMIN_EMAIL, ADMIN_PASSWORD).await?;

    let ready = json!({
        "url": program.url,
        "mail_dir": mails.path(),
        "admin": { "email": ADMIN_EMAIL, "password": ADMIN_PASSWORD },
    });
    writeln!(std::io::stdout(), "{ready}")?;

    let (mut input, mut rest) = (tokio::io::stdin(), Vec::new());
    tokio::select! {
        _ = input.read_to_end(&mut rest) => {}
        status = program.ended() => bail!("the program ended by itself: {}", status?),
    }
    program.end().await
}
