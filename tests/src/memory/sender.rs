//! A mail host in memory: it keeps every mail, or fails as ordered.

use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use forum_domain::mail::{MailKind, MailSender, OutgoingMail, RenderedMail, SendError};
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentMail {
    /// The id of its outbox row.
    pub id: Uuid,
    /// Without angle brackets.
    pub message_id: String,
    pub kind: MailKind,
    /// The recipient's address as typed.
    pub to: String,
    /// Subject, text part and HTML part.
    pub content: RenderedMail,
}

impl SentMail {
    /// The secret in its link.
    pub fn token(&self) -> Option<&str> {
        self.content.text.split_once("#token=")?.1.split_whitespace().next()
    }

    /// Its six digits.
    pub fn code(&self) -> Option<&str> {
        let is_code = |word: &&str| word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit());
        self.content.text.split_whitespace().find(is_code)
    }
}

#[derive(Debug, Default)]
pub struct MemoryMailSender(Mutex<Host>);

#[derive(Debug, Default)]
struct Host {
    sent: Vec<SentMail>,
    refused: Vec<String>,
    failures: Option<(usize, SendError)>,
}

impl MemoryMailSender {
    /// Fails the next `times` attempts with `error`.
    pub fn fail(&self, times: usize, error: SendError) {
        self.host().failures = Some((times, error));
    }

    /// All mails, oldest first.
    pub fn sent(&self) -> Vec<SentMail> {
        self.host().sent.clone()
    }

    /// The `Message-ID`s of failed attempts, oldest first.
    pub fn refused(&self) -> Vec<String> {
        self.host().refused.clone()
    }

    /// The newest mail to an address, ignoring case.
    pub fn last_to(&self, address: &str) -> Option<SentMail> {
        self.sent().into_iter().rev().find(|mail| mail.to.eq_ignore_ascii_case(address))
    }

    fn host(&self) -> MutexGuard<'_, Host> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl MailSender for MemoryMailSender {
    async fn send(&self, mail: &OutgoingMail, content: &RenderedMail) -> Result<(), SendError> {
        let OutgoingMail { id, message_id, kind, to, .. } = mail.clone();
        let mut host = self.host();
        if let Some((left @ 1.., error)) = &mut host.failures {
            *left -= 1;
            let error = error.clone();
            host.refused.push(message_id);
            return Err(error);
        }
        let to = to.as_str().into();
        host.sent.push(SentMail { id, message_id, kind, to, content: content.clone() });
        Ok(())
    }
}
