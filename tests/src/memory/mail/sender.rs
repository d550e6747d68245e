//! Fake mail: a sender that keeps every mail, and composers of minimal mails that contain only what tests look for.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use forum_domain::mail::{
    ComposeError, Composer, Envelope, FilledTemplate, MailKind, MailSender, OutgoingMail, RenderedMail,
    SendError,
};
use forum_domain::shared::Fault;
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

/// Accepts and keeps every mail.
#[derive(Debug, Default)]
pub struct MemoryMailSender(Mutex<Vec<SentMail>>);

impl MemoryMailSender {
    /// All mails, oldest first.
    pub fn sent(&self) -> Vec<SentMail> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The newest mail to an address, ignoring case.
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

/// Composes account mails of three lines: greeting, link, code.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainComposer;

#[async_trait]
impl Composer for PlainComposer {
    fn account_mail(
        &self,
        mail: &OutgoingMail,
        link: Option<&str>,
        code: Option<&str>,
    ) -> Result<RenderedMail, ComposeError> {
        let name = &mail.name.first;
        let (link, code) = (link.unwrap_or("-"), code.unwrap_or("-"));
        let text = format!("Dear {name}\nlink: {link}\ncode: {code}\noccasions: {}\n", mail.occasions);
        Ok(RenderedMail { subject: mail.kind.as_str().into(), html: format!("<pre>{text}</pre>"), text })
    }

    /// Adds no frame. The text is everything outside angle brackets.
    async fn stored_mail(
        &self,
        filled: FilledTemplate,
        _origin: &str,
    ) -> Result<Result<RenderedMail, ComposeError>, Fault> {
        let FilledTemplate { subject, html } = filled;
        let mut inside = false;
        let kept = html.chars().filter(|c| {
            let shown = !inside && *c != '<';
            inside = if inside { *c != '>' } else { *c == '<' };
            shown
        });
        Ok(Ok(RenderedMail { subject, text: kept.collect(), html: html.clone() }))
    }
}
