use std::fs::File;
use std::os::unix::fs::PermissionsExt;

use forum_domain::mail::MailKind;

use super::*;
use crate::mail::message::samples::{content, from, mail};

/// Earlier than the modification times of all files in these tests.
const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

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
    let sender = SpoolMailSender::open(&folder, from(), NOW).expect("an open spool");
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
    let sender = SpoolMailSender::open(folder.path(), from(), NOW).expect("an open spool");
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

#[test]
fn opening_the_spool_removes_only_stale_unfinished_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [old, young] =
        [7, 8].map(|number| format!("{}.new-{}", Uuid::from_u128(number), Uuid::nil().simple()));
    let others = ["notes.new-1", "x.txt", &format!("{}.eml", Uuid::from_u128(7))].map(str::to_owned);
    let now = SystemTime::UNIX_EPOCH + 10 * STALE_AFTER;
    for name in others.iter().chain([&old, &young]) {
        let file = File::create(folder.path().join(name)).expect("a new file");
        let age = if *name == young { STALE_AFTER } else { STALE_AFTER + Duration::from_secs(1) };
        file.set_modified(now - age).expect("a settable time");
    }
    SpoolMailSender::open(folder.path(), from(), now.into()).expect("an open spool");
    let mut kept = files(folder.path());
    kept.sort();
    let mut expected = Vec::from(others);
    expected.push(young);
    expected.sort();
    assert_eq!(kept, expected);
}

#[tokio::test]
async fn a_missing_folder_is_a_transient_fault_and_an_empty_mailbox_and_an_unreadable_one_a_fault() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let folder = parent.path().join("mail");
    let sender = SpoolMailSender::open(&folder, from(), NOW).expect("an open spool");
    fs::remove_dir(&folder).expect("a removable folder");
    let error = send(&sender, 7, "lost").await.expect_err("a refusal");
    assert!(matches!(&error, SendError::Transient(message) if message.contains("spool folder")), "{error:?}");
    assert_eq!(SpoolMailbox::new(&folder).list().await, Ok(Vec::new()));
    fs::write(&folder, "").expect("a file in its place");
    let fault = SpoolMailbox::new(&folder).list().await.expect_err("a fault");
    assert!(matches!(&fault, Fault::Unavailable(message) if message.contains("spool folder")), "{fault:?}");
}
