use std::fs::File;
use std::os::unix::fs::PermissionsExt;

use forum_domain::mail::MailKind;

use std::time::Duration;

use time::OffsetDateTime;

use super::*;
use crate::mail::message::samples::{content, from, mail};

async fn send(sender: &SpoolMailSender, number: u128, subject: &str) -> Result<(), SendError> {
    let mail = OutgoingMail { id: Uuid::from_u128(number), ..mail(MailKind::VerifyEmail, "Ana", "Díaz") };
    sender.send(&mail, &content(subject)).await
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a mail list");
    entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect()
}

#[tokio::test]
async fn a_mail_sent_twice_is_one_private_file_named_after_its_row() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let folder = parent.path().join("data/mail");
    let sender = SpoolMailSender::open(&folder, from()).expect("an open spool");
    send(&sender, 7, "first").await.expect("a sent mail");
    send(&sender, 7, "again").await.expect("a sent mail");
    let name = format!("{}.eml", Uuid::from_u128(7));
    assert_eq!(files(&folder), [name.as_str()]);
    let mode = |path: &Path| fs::metadata(path).expect("a spooled mail").permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&folder.join(name))), (0o700, 0o600));
    let kept = SpoolMailbox::new(&folder).list().await.expect("a mail list");
    assert_eq!(kept[0].mail.subject, "first");
}

#[tokio::test]
async fn the_mailbox_lists_the_newest_mail_first_and_skips_other_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sender = SpoolMailSender::open(folder.path(), from()).expect("an open spool");
    for number in 1..=3 {
        send(&sender, number, &format!("mail {number}")).await.expect("a sent mail");
        let file = File::open(path_of(folder.path(), Uuid::from_u128(number))).expect("an open spool");
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(number as u64);
        file.set_modified(time).expect("a settable time");
    }
    fs::write(folder.path().join("notes.txt"), "x").expect("a writable file");
    fs::write(folder.path().join("x.eml"), "x").expect("a writable file");
    let listed = SpoolMailbox::new(folder.path()).list().await.expect("a mail list");
    let subjects: Vec<_> = listed.iter().map(|spooled| spooled.mail.subject.as_str()).collect();
    assert_eq!(subjects, ["mail 3", "mail 2", "mail 1"]);
    assert_eq!(listed[0].mail.to, "Ana Díaz <ana@school.example>");
    assert_eq!(listed[0].mail.date, Some(OffsetDateTime::UNIX_EPOCH));
}

#[tokio::test]
async fn a_missing_folder_is_a_transient_fault_and_an_empty_mailbox_and_an_unreadable_one_a_fault() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let folder = parent.path().join("mail");
    let sender = SpoolMailSender::open(&folder, from()).expect("an open spool");
    fs::remove_dir(&folder).expect("a removable folder");
    let error = send(&sender, 7, "lost").await.expect_err("a refusal");
    assert!(matches!(&error, SendError::Transient(message) if message.contains("spool folder")), "{error:?}");
    assert_eq!(SpoolMailbox::new(&folder).list().await, Ok(Vec::new()));
    fs::write(&folder, "").expect("a file in its place");
    let fault = SpoolMailbox::new(&folder).list().await.expect_err("a fault");
    assert!(matches!(&fault, Fault::Unavailable(message) if message.contains("spool folder")), "{fault:?}");
}
