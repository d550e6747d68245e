//! The mail spool's disk is full. Mails stay queued and are stored once there is space.

use forum_adapters::mail::ReadMail;
use forum_tests::program::Installation;

use super::Disk;
use crate::client::Client;
use crate::faults::report::Fault;
use crate::postgres_processes::wait_for;
use crate::support::in_process::connection;
use sqlx::Connection;

#[tokio::test]
async fn mails_stay_queued_while_the_spool_disk_is_full() {
    let fault = Fault::begin(
        "disk of the mail spool full",
        "`mail list` shows the mails as queued, with the reason; they are stored by the next attempts",
    );
    let installation = Installation::new();
    let (disk, log) = (Disk::at(installation.path().join("disk"), "mail"), installation.path().join("log"));
    let folder = disk.folder.join("mail");
    let installation = installation
        .with_wrapper(disk.under(&log))
        .with("FORUM__MAIL__URL", format!("spool://{}", folder.display()));
    let program = installation.serve().await;
    let mut database = connection(&installation).await;
    let visitor = Client::new(&program.url);

    disk.fill(&program);
    for name in ["ana", "bo", "cy"] {
        visitor.sign_up(&format!("{name}@school.example")).await;
    }
    let refused =
        "select count(*) = 3 from outbox where state = 'queued' and last_error is not null and attempts > 0";
    wait_for("attempts that failed", async || holds(&mut database, refused).await).await;
    disk.free(&program);
    wait_for("the mails", async || holds(&mut database, "select bool_and(state = 'sent') from outbox").await)
        .await;
    let mails = disk.files(&program).into_iter().map(|raw| ReadMail::parse(&raw).expect("a mail"));
    let mut to: Vec<String> = mails
        .map(|mail| {
            assert!(
                mail.text.contains("/auth/confirm#token=") && mail.html.ends_with("</html>"),
                "incomplete: {mail:?}"
            );
            mail.to
        })
        .collect();
    to.sort_unstable();
    assert_eq!(to, ["ana", "bo", "cy"].map(|name| format!("{name}@school.example")), "one file each");
    database.close().await.expect("a clean close");
    let installation = installation.with_wrapper(disk.beside(&program));
    fault
        .survived(
            &installation,
            format!("3 mails, on {}", disk.kind()),
            "each stored once and completely when there was room",
        )
        .await;
    program.end().await;
}

async fn holds(database: &mut sqlx::PgConnection, query: &'static str) -> bool {
    sqlx::query_scalar(query).fetch_one(database).await.expect("a result")
}
