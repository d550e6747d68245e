//! The mail worker's one step: lease what is due, send each outside any transaction, settle it. The loop
//! around it, with its shutdown, belongs to the program.

use std::sync::Arc;
use std::time::Duration;

use time::OffsetDateTime;

use super::compose::{Placeholders, RenderedMail, substitute};
use super::ports::{Composer, Envelope, MailSender, OutboxStore, SendError};
use super::queue::{MailKind, OutboxEntry};
use super::retry::next_attempt;
use crate::accounts::OneTimeTokens;
use crate::shared::{Clock, Fault, IdSource};

/// Rows taken at a time.
const BATCH: u32 = 10;
/// How long a worker may take for one batch before another may take its rows: ten sendings of 30 s.
const LEASE: time::Duration = time::Duration::minutes(6);

/// What one step did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dispatched {
    /// Mails taken by the next host.
    pub sent: usize,
    /// Mails that will be tried again or are dead letters now.
    pub failed: usize,
    /// Rows that needed no mail.
    pub discarded: usize,
}

impl Dispatched {
    /// Rows handled, whatever became of them.
    pub fn total(self) -> usize {
        self.sent + self.failed + self.discarded
    }
}

/// Sends what waits in the outbox.
pub struct MailDispatcher {
    outbox: Arc<dyn OutboxStore>,
    composer: Arc<dyn Composer>,
    sender: Arc<dyn MailSender>,
    tokens: OneTimeTokens,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    origin: String,
}

/// The ports of a [`MailDispatcher`].
pub struct MailDispatcherPorts {
    /// Rows to send.
    pub outbox: Arc<dyn OutboxStore>,
    /// Their texts.
    pub composer: Arc<dyn Composer>,
    /// Where they go.
    pub sender: Arc<dyn MailSender>,
    /// Links and codes.
    pub tokens: OneTimeTokens,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// Lease ids.
    pub ids: Arc<dyn IdSource>,
}

/// What became of one row before sending.
enum Prepared {
    Nothing,
    Mail(RenderedMail),
}

impl MailDispatcher {
    /// `origin` is the configured origin of the site, without a slash at its end; links in mails start with it.
    pub fn new(ports: MailDispatcherPorts, origin: impl Into<String>) -> Self {
        let MailDispatcherPorts { outbox, composer, sender, tokens, clock, ids } = ports;
        Self { outbox, composer, sender, tokens, clock, ids, origin: origin.into() }
    }

    /// Waits until a row may be due, `timeout` at most.
    pub async fn wait(&self, timeout: Duration) -> Result<(), Fault> {
        self.outbox.wait_for_work(timeout).await
    }

    /// Leases and settles one batch. Whoever calls it repeats while [`Dispatched::total`] is not 0.
    ///
    /// # Errors
    /// Only what the outbox itself reports; a mail that cannot be sent is settled, not an error.
    pub async fn dispatch(&self) -> Result<Dispatched, Fault> {
        let now = self.clock.now();
        let due = self.outbox.lease(BATCH, now, now + LEASE, self.ids.new_id()).await?;
        let mut done = Dispatched::default();
        for entry in due {
            match self.send(&entry, now).await? {
                Ok(true) => {
                    self.outbox.mark_sent(entry.mail.id, entry.lease, self.clock.now()).await?;
                    done.sent += 1;
                }
                Ok(false) => {
                    self.outbox.discard(entry.mail.id, entry.lease).await?;
                    done.discarded += 1;
                }
                Err(error) => {
                    let next = match error {
                        SendError::Transient(_) => next_attempt(entry.attempts, self.clock.now()),
                        SendError::Permanent(_) => None,
                    };
                    // Hosts like to repeat the address; it stands in its own column already.
                    let said = entry.mail.to.masked_in(&error.to_string());
                    self.outbox.mark_failed(entry.mail.id, entry.lease, next, &said).await?;
                    done.failed += 1;
                }
            }
        }
        Ok(done)
    }

    /// `Ok(true)` when sent, `Ok(false)` when there was nothing to send.
    async fn send(&self, entry: &OutboxEntry, now: OffsetDateTime) -> Result<Result<bool, SendError>, Fault> {
        let content = match self.prepare(entry, now).await? {
            Ok(Prepared::Mail(content)) => content,
            Ok(Prepared::Nothing) => return Ok(Ok(false)),
            Err(error) => return Ok(Err(error)),
        };
        let sent = self.sender.send(Envelope { mail: &entry.mail, content: &content }).await;
        Ok(sent.map(|()| true))
    }

    async fn prepare(
        &self,
        entry: &OutboxEntry,
        now: OffsetDateTime,
    ) -> Result<Result<Prepared, SendError>, Fault> {
        let mail = &entry.mail;
        let composed = match mail.kind {
            MailKind::Silence => return Ok(Ok(Prepared::Nothing)),
            MailKind::VerifyEmail => match mail.token_id {
                Some(id) if self.outbox.token_is_live(id, now).await? => {
                    let link = format!("{}/auth/confirm#token={}", self.origin, self.tokens.link(id));
                    self.composer.account_mail(mail, Some(&link), Some(&self.tokens.code(id)))
                }
                _ => return Ok(Ok(Prepared::Nothing)),
            },
            MailKind::AccountExists => {
                let link = format!("{}/auth", self.origin);
                self.composer.account_mail(mail, Some(&link), None)
            }
            MailKind::ApplicationSubmitted
            | MailKind::ApplicationApproved
            | MailKind::ApplicationRejected => match self.outbox.template(mail.kind.as_str()).await? {
                Some(template) => {
                    let (subject, html) = substitute(&template, &Placeholders(&mail.name));
                    self.composer.plain_text(&html).map(|text| RenderedMail { subject, text, html })
                }
                None => {
                    let missing = format!("no template named {} is stored", mail.kind.as_str());
                    return Ok(Err(SendError::Transient(missing)));
                }
            },
        };
        Ok(composed.map(Prepared::Mail).map_err(|error| SendError::Permanent(error.to_string())))
    }
}
