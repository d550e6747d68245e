//! Mail that stays here: a sender that collects, and texts that hold just what a test looks for.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use forum_domain::mail::{
    ComposeError, Composer, Envelope, MailKind, MailSender, OutgoingMail, RenderedMail, SendError,
};
use uuid::Uuid;

/// A mail that was handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentMail {
    /// Its outbox row.
    pub id: Uuid,
    /// Its `Message-ID` without angle brackets.
    pub message_id: String,
    /// Which mail.
    pub kind: MailKind,
    /// Where to, as typed.
    pub to: String,
    /// Subject and both parts.
    pub content: RenderedMail,
}

/// Takes every mail and keeps it.
#[derive(Debug, Default)]
pub struct MemoryMailSender(Mutex<Vec<SentMail>>);

impl MemoryMailSender {
    /// All mails, oldest first.
    pub fn sent(&self) -> Vec<SentMail> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The newest mail to an address, whatever the case of its letters.
    pub fn last_to(&self, address: &str) -> Option<SentMail> {
        self.sent().into_iter().rev().find(|mail| mail.to.eq_ignore_ascii_case(address))
    }
}

#[async_trait]
impl MailSender for MemoryMailSender {
    async fn send(&self, envelope: Envelope<'_>) -> Result<(), SendError> {
        let Envelope { mail, content } = envelope;
        let OutgoingMail { id, message_id, kind, to, .. } = mail.clone();
        let taken = SentMail { id, message_id, kind, to: to.as_str().into(), content: content.clone() };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(taken);
        Ok(())
    }
}

/// Account mails of three lines: greeting, link, code.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainComposer;

impl Composer for PlainComposer {
    fn account_mail(
        &self,
        mail: &OutgoingMail,
        link: Option<&str>,
        code: Option<&str>,
    ) -> Result<RenderedMail, ComposeError> {
        let name = &mail.name.first;
        let text = format!("Dear {name}\nlink: {}\ncode: {}\n", link.unwrap_or("-"), code.unwrap_or("-"));
        Ok(RenderedMail { subject: mail.kind.as_str().into(), html: format!("<pre>{text}</pre>"), text })
    }

    /// Leaves out everything between angle brackets.
    fn plain_text(&self, html: &str) -> Result<String, ComposeError> {
        let mut inside = false;
        let kept = html.chars().filter(|c| {
            let shown = !inside && *c != '<';
            inside = if inside { *c != '>' } else { *c == '<' };
            shown
        });
        Ok(kept.collect())
    }
}
