//! A mail host in memory, which keeps every mail or fails as ordered, and the part of `OutboxStore` that the mail
//! worker uses, for tests in which its clock stops and its database fails.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use forum_domain::mail::{
    AfterFailure, Backlog, FailedMailChange, HostStep, MailHost, MailKind, MailRecord, MailSender, MailSort,
    MailState, OutboxEntry, OutboxStore, OutgoingMail, RenderedMail, RequestState, SendError,
};
use forum_domain::shared::{Fault, LogPage, PageRequest, Refusal, Step};
use time::OffsetDateTime;
use uuid::Uuid;

const UNUSED: &str = "these tests use only what a worker with a working mail host calls";

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

#[derive(Clone)]
pub struct MailRow {
    pub mail: OutgoingMail,
    pub attempts: u32,
    pub sent_at: Option<OffsetDateTime>,
    lease: Option<(Uuid, OffsetDateTime)>,
}

/// Every call returns at once, so that a test knows what has happened before it moves the clock.
#[derive(Default)]
pub struct MemoryOutbox(Mutex<Outbox>);

#[derive(Default)]
struct Outbox {
    rows: Vec<MailRow>,
    calls: usize,
    failing: Range<usize>,
}

impl MemoryOutbox {
    pub fn add(&self, mail: OutgoingMail) {
        self.lock().rows.push(MailRow { mail, attempts: 0, sent_at: None, lease: None });
    }

    pub fn rows(&self) -> Vec<MailRow> {
        self.lock().rows.clone()
    }

    /// Makes these of the following calls fail: `0..1` the next one.
    pub fn fail(&self, calls: Range<usize>) {
        let mut outbox = self.lock();
        let end = outbox.calls.saturating_add(calls.end);
        outbox.failing = outbox.calls + calls.start..end;
    }

    fn lock(&self) -> MutexGuard<'_, Outbox> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn call(&self) -> Result<MutexGuard<'_, Outbox>, Fault> {
        let mut outbox = self.lock();
        outbox.calls += 1;
        if outbox.failing.contains(&(outbox.calls - 1)) {
            return Err(Fault::Unavailable("connection lost".into()));
        }
        Ok(outbox)
    }

    /// Changes the row `id` if `lease` holds it; returns whether it does.
    fn held(&self, id: Uuid, lease: Uuid, change: impl FnOnce(&mut MailRow)) -> Result<bool, Fault> {
        let mut outbox = self.call()?;
        let held =
            |row: &&mut MailRow| row.mail.id == id && row.lease.is_some_and(|(holder, _)| holder == lease);
        Ok(outbox.rows.iter_mut().find(held).map(change).is_some())
    }
}

#[async_trait]
impl OutboxStore for MemoryOutbox {
    async fn lease(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        lease: Uuid,
    ) -> Result<Option<OutboxEntry>, Fault> {
        let mut outbox = self.call()?;
        let is_free =
            |row: &&mut MailRow| row.sent_at.is_none() && row.lease.is_none_or(|(_, ends)| ends <= now);
        let free = outbox.rows.iter_mut().find(is_free);
        Ok(free.map(|row| {
            row.attempts += 1;
            row.lease = Some((lease, until));
            let (mail, attempts) = (row.mail.clone(), row.attempts);
            OutboxEntry { mail, attempts, lease, refusals: 0, cause: None }
        }))
    }

    async fn renew(&self, id: Uuid, lease: Uuid, until: OffsetDateTime) -> Result<bool, Fault> {
        self.held(id, lease, |row| row.lease = Some((lease, until)))
    }

    async fn release(&self, id: Uuid, lease: Uuid, _: Option<OffsetDateTime>) -> Result<bool, Fault> {
        self.held(id, lease, |row| {
            row.attempts -= 1;
            row.lease = None;
        })
    }

    async fn mark_sent(&self, id: Uuid, lease: Uuid, at: OffsetDateTime) -> Result<bool, Fault> {
        self.held(id, lease, |row| {
            row.sent_at = Some(at);
            row.lease = None;
        })
    }

    async fn mark_failed(&self, _: Uuid, _: Uuid, _: AfterFailure, _: &str) -> Result<bool, Fault> {
        unreachable!("{UNUSED}")
    }

    async fn discard(&self, _: Uuid, _: Uuid) -> Result<bool, Fault> {
        unreachable!("{UNUSED}")
    }

    async fn request_state(&self, _: Uuid) -> Result<RequestState, Fault> {
        unreachable!("{UNUSED}")
    }

    async fn mail_host(&self) -> Result<MailHost, Fault> {
        unreachable!("{UNUSED}")
    }

    async fn change_mail_host(&self, _: HostStep) -> Result<(), Fault> {
        unreachable!("{UNUSED}")
    }

    async fn wait_for_work(&self, _: Duration) {
        unreachable!("{UNUSED}")
    }

    async fn backlog(&self, _: OffsetDateTime) -> Result<Backlog, Fault> {
        unreachable!("{UNUSED}")
    }

    async fn list(
        &self,
        _: Option<MailState>,
        _: PageRequest<MailSort>,
    ) -> Result<LogPage<MailRecord>, Fault> {
        unreachable!("{UNUSED}")
    }

    async fn change_failed(
        &self,
        _: Uuid,
        _: Option<Uuid>,
        _: Step<MailState, FailedMailChange>,
    ) -> Result<(), Refusal> {
        unreachable!("{UNUSED}")
    }
}
