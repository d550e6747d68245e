//! `journey-stack PROGRAM ADMINISTRATORS`: runs the whole product for browser tests. It consists of the given build of
//! the program, its private PostgreSQL, and a real SMTP server that keeps each mail as an .eml file. Creates that many
//! administrators on the command line. Prints one line of JSON
//! `{url, mail_dir, admins: [{email, password, firstName}, …]}` and runs until its standard input is closed. The line
//! `restart` on standard input stops the program and starts it again at the same address. After `refuse mail` the mail
//! server refuses every recipient, until `accept mail`. The line of JSON is printed again after each of them.

use std::io::Write;

use anyhow::{Context, bail};
use forum_tests::program::Installation;
use forum_tests::smtp_sink::{Answer, SmtpSink, Step};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader};

const PASSWORD: &str = "Lantern-42-harbor";

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let built = arguments.next().context("usage: journey-stack PROGRAM ADMINISTRATORS")?;
    let wanted = arguments.next().and_then(|number| number.to_str()?.parse::<usize>().ok());
    let wanted = wanted.context("the number of administrators is missing")?;

    let mails = tempfile::Builder::new().prefix("forum-mails-").tempdir()?;
    let sink = SmtpSink::writing_to(mails.path()).await;
    let mut installation =
        Installation::new().with_executable(built).with_mail(&sink).with("FORUM__LIMITS__FACTOR", "1000");
    let mut program = installation.serve().await;
    let address = program.url.trim_start_matches("http://").to_owned();
    installation = installation.with("FORUM__HTTP__LISTEN", address);
    let mut admins = Vec::new();
    for number in 1..=wanted {
        let email = format!("director-{number}@educatorsforum.example");
        installation.create_admin(&email, PASSWORD).await;
        admins.push(json!({ "email": email, "password": PASSWORD, "firstName": "Dana" }));
    }

    let ready = json!({ "url": program.url, "mail_dir": mails.path(), "admins": admins });
    writeln!(std::io::stdout(), "{ready}")?;

    let mut orders = BufReader::new(tokio::io::stdin()).lines();
    loop {
        let order = tokio::select! {
            order = orders.next_line() => order?,
            status = program.ended() => bail!("the program exited unexpectedly: {status}"),
        };
        match order.as_deref() {
            None => break,
            Some("restart") => {
                program.end().await;
                program = installation.serve().await;
            }
            Some(order @ ("refuse mail" | "accept mail")) => {
                let refusal = (order == "refuse mail").then_some(Answer::Code(550));
                sink.answer(Step::Recipient, refusal);
            }
            Some(other) => bail!("unknown command: {other}"),
        }
        writeln!(std::io::stdout(), "{ready}")?;
    }
    program.end().await;
    Ok(())
}
