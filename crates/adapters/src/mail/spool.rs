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
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::message::{self, FromAddress};
use super::reading::ReadMail;
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

/// Reads the spool folder, for the development mailbox page.
#[derive(Debug, Clone)]
pub struct SpoolMailbox {
    folder: PathBuf,
}

impl SpoolMailbox {
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Up to 200 mails, newest first. Skips files that are not mails. A missing folder is empty.
    pub async fn list(&self) -> Result<Vec<SpooledMail>, Fault> {
        let folder = self.folder.clone();
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

#[cfg(test)]
mod tests;
