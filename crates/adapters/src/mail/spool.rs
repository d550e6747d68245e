//! The spool folder, which replaces a mail server, and the mailbox that reads it. A file has the id of its outbox row and is
//! written completely or not at all, so that a mail sent twice is one file.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use async_trait::async_trait;
use forum_domain::mail::{MailSender, OutgoingMail, RenderedMail, SendError};
use forum_domain::shared::Fault;
use mail_parser::{Address, MessageParser};
use time::OffsetDateTime;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::message::{self, FromAddress};
use crate::whole_file;

/// Maximum number of mails in the mailbox's list.
const LIST_MAX: usize = 200;

pub struct SpoolMailSender {
    folder: PathBuf,
    from: FromAddress,
}

impl SpoolMailSender {
    /// Creates a missing folder. It is private, because mails contain links that confirm accounts.
    pub fn open(folder: impl Into<PathBuf>, from: FromAddress) -> io::Result<Self> {
        let folder = folder.into();
        DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        Ok(Self { folder, from })
    }
}

#[async_trait]
impl MailSender for SpoolMailSender {
    #[tracing::instrument(name = "mail.send", skip_all, fields(mail = %mail.id))]
    async fn send(&self, mail: &OutgoingMail, content: &RenderedMail) -> Result<(), SendError> {
        let message = message::build(mail, content, &self.from)?.formatted();
        let file = path_of(&self.folder, mail.id);
        let written = spawn_blocking(move || whole_file::create_atomic(&file, &message, |_| Ok(()))).await;
        let written = written.unwrap_or_else(|error| Err(io::Error::other(error)));
        written.map_err(|error| {
            SendError::Transient(format!(
                "cannot write to the spool folder {}: {error}",
                self.folder.display()
            ))
        })
    }
}

fn path_of(folder: &Path, id: Uuid) -> PathBuf {
    folder.join(format!("{id}.eml"))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpooledMail {
    /// Id of the outbox row and name of the file.
    pub id: Uuid,
    pub mail: ReadMail,
}

/// Up to 200 mails in the folder, newest first, for the development mailbox page. Skips files that are not mails. A missing
/// folder is empty.
pub async fn spooled_mails(folder: &Path) -> Result<Vec<SpooledMail>, Fault> {
    let folder = folder.to_owned();
    let listed = spawn_blocking(move || {
        let mut newest = ids_by_time(&folder)?;
        newest.sort_unstable_by(|a, b| b.cmp(a));
        let mut mails = Vec::new();
        for (_, id) in newest.into_iter().take(LIST_MAX) {
            mails.extend(read(&folder, id)?);
        }
        Ok(mails)
    });
    let listed = listed.await.unwrap_or_else(|error| Err(io::Error::other(error)));
    listed.map_err(|error| Fault::Unavailable(format!("cannot read the spool folder: {error}")))
}

fn ids_by_time(folder: &Path) -> io::Result<Vec<(SystemTime, Uuid)>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_suffix(".eml")?.parse().ok());
        if let Some(id) = id {
            found.push((entry.metadata()?.modified()?, id));
        }
    }
    Ok(found)
}

fn read(folder: &Path, id: Uuid) -> io::Result<Option<SpooledMail>> {
    match fs::read(path_of(folder, id)) {
        Ok(raw) => Ok(ReadMail::parse(&raw).map(|mail| SpooledMail { id, mail })),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// A parsed mail, for the mailbox page and for tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadMail {
    /// `Message-ID` without angle brackets.
    pub message_id: String,
    /// `Name <address>` or the address alone.
    pub from: String,
    /// In the same format, separated by commas.
    pub to: String,
    /// In the same format.
    pub reply_to: String,
    pub subject: String,
    pub date: Option<OffsetDateTime>,
    /// Empty without a plain-text part.
    pub text: String,
    /// Empty without an HTML part.
    pub html: String,
}

impl ReadMail {
    pub fn parse(raw: &[u8]) -> Option<Self> {
        let message = MessageParser::default().parse(raw)?;
        let owned = |text: Option<&str>| text.unwrap_or_default().to_owned();
        let date =
            message.date().and_then(|date| OffsetDateTime::from_unix_timestamp(date.to_timestamp()).ok());
        Some(Self {
            message_id: owned(message.message_id()),
            from: formatted(message.from()),
            to: formatted(message.to()),
            reply_to: formatted(message.reply_to()),
            subject: owned(message.subject()),
            date,
            text: owned(message.body_text(0).as_deref()),
            html: owned(message.body_html(0).as_deref()),
        })
    }
}

fn formatted(addresses: Option<&Address<'_>>) -> String {
    let all = addresses.into_iter().flat_map(Address::iter).map(|mailbox| {
        let address = mailbox.address().unwrap_or_default();
        match mailbox.name() {
            Some(name) => format!("{name} <{address}>"),
            None => address.to_owned(),
        }
    });
    all.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::os::unix::fs::PermissionsExt;
    use std::time::Duration;

    use forum_domain::mail::MailKind;

    use super::*;
    use crate::mail::message::samples::{content, from, mail};

    async fn send(sender: &SpoolMailSender, number: u128, subject: &str) -> Result<(), SendError> {
        let mail =
            OutgoingMail { id: Uuid::from_u128(number), ..mail(MailKind::VerifyEmail, "Ana", "Díaz") };
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
        let kept = spooled_mails(&folder).await.expect("a mail list");
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
        let listed = spooled_mails(folder.path()).await.expect("a mail list");
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
        assert!(
            matches!(&error, SendError::Transient(message) if message.contains("spool folder")),
            "{error:?}"
        );
        assert_eq!(spooled_mails(&folder).await, Ok(Vec::new()));
        fs::write(&folder, "").expect("a file in its place");
        let fault = spooled_mails(&folder).await.expect_err("a fault");
        assert!(
            matches!(&fault, Fault::Unavailable(message) if message.contains("spool folder")),
            "{fault:?}"
        );
    }
}
