//! One step of the mail worker: leases a row, sends its mail outside any transaction, and records the result. It
//! handles one row at a time, so that a worker that stops or dies delays only one mail. The loop and its shutdown are
//! in the program.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::FutureExt;
use futures_util::future::{Either, select};
use time::OffsetDateTime;

use super::schedule::{CLOCK_SKEW, held_until};
use crate::accounts::{AccountStore, Secrets};
use crate::contact::ContactStore;
use crate::mail::{
    AfterFailure, Composer, HostStep, MAX_ATTEMPTS, MailHost, OutboxEntry, OutboxStore, OutgoingMail,
    RenderedMail, TemplateStore, next_attempt,
};
use crate::newsletter::NewsletterStore;
use crate::shared::{Clock, Fault, IdSource, Timer, words};
use crate::site::Season;

/// Number of attempts to record the result of a mail, so that a sent mail is not sent again because of one lost update.
/// The lease is renewed between the attempts.
const SETTLE_TRIES: u32 = 10;
const SETTLE_PAUSE: Duration = Duration::from_secs(1);

/// Duration of a lease without renewal, and therefore the maximum delay of a mail whose worker was killed. The time
/// that remains after a missed renewal limits how long the database may be unreachable, and how far the clocks of two
/// machines may differ, before a second worker leases a mail that is being sent.
const LEASE: time::Duration = time::Duration::seconds(20);
/// Interval between renewals, because a mail host may take any time to accept a mail.
const RENEW_EVERY: Duration = Duration::from_secs(5);

/// The latest possible end of a lease. A later one was set by a fast clock and is ignored.
pub fn latest_lease_end(now: OffsetDateTime) -> OffsetDateTime {
    now + LEASE + CLOCK_SKEW
}

const PANICKED: &str = "the program panicked while sending this mail; see its log";
const NEVER_SETTLED: &str = "no attempt was completed: the program stopped during each of them";

/// Sends mails to the mail host or the spool folder.
#[async_trait]
pub trait MailSender: Send + Sync {
    /// Sends one mail to its recipient with its fixed `Message-ID`. Returns once the next host has accepted it.
    async fn send(&self, mail: &OutgoingMail, content: &RenderedMail) -> Result<(), SendError>;
}

/// Why a mail was not sent. The text is stored with the row and shown to administrators. `tests/contracts/mail/smtp.rs` has
/// replies of a host that mean each of them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// This mail may be accepted later: it is tried again after growing intervals, and is a dead letter after
    /// [`MAX_ATTEMPTS`](crate::mail::MAX_ATTEMPTS).
    #[error("{0}")]
    Transient(String),
    /// This recipient will never be reached: the mail is a dead letter at once. The next mail is sent.
    #[error("{0}")]
    Permanent(String),
    /// The host refused this mail for another reason than its recipient: as [`Transient`](Self::Transient), and `doctor` and
    /// the metrics report the host's words.
    #[error("{0}")]
    Refused(String),
    /// The host accepts no mail at all, such as with a wrong password: the attempt does not count, all mail waits, and one
    /// mail is tried at growing intervals.
    #[error("{0}")]
    Unavailable(String),
}

words! {
    /// The outcome of a delivery, named as in traces and metrics.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Dispatched {
        Sent = "sent",
        Deferred = "deferred",
        /// The mail will be retried. The operator should look at the host's reply.
        Refused = "refused",
        /// The host accepts no mail at all. The mail is held until it does.
        Held = "held",
        Buried = "buried",
        Discarded = "discarded",
        /// The lease expired and another worker leased the row: the mail may arrive twice, with the same `Message-ID`.
        LeaseLost = "lease_lost",
    }
}

pub struct MailDispatcher {
    pub outbox: Arc<dyn OutboxStore>,
    pub templates: Arc<dyn TemplateStore>,
    pub composer: Arc<dyn Composer>,
    pub sender: Arc<dyn MailSender>,
    pub accounts: Arc<dyn AccountStore>,
    pub contact: Arc<dyn ContactStore>,
    pub newsletter: Arc<dyn NewsletterStore>,
    pub secrets: Secrets,
    pub clock: Arc<dyn Clock>,
    pub timer: Arc<dyn Timer>,
    pub ids: Arc<dyn IdSource>,
    /// The site's configured origin without a trailing slash; links in mails start with it.
    pub origin: String,
    pub season: Season,
}

pub(super) enum Outcome {
    Sent,
    Nothing,
    /// It is decided at this time whether the mail is needed.
    Later(OffsetDateTime),
    Failed(SendError),
}

impl MailDispatcher {
    /// Returns when a row may be due, or after `timeout`.
    pub async fn wait(&self, timeout: Duration) {
        self.outbox.wait_for_work(timeout).await;
    }

    /// Leases and delivers one row; returns `None` if none is due. Should be called again until then.
    pub async fn dispatch(&self) -> Result<Option<Dispatched>, Fault> {
        match self.lease().await? {
            Some(entry) => self.deliver(&entry).await.map(Some),
            None => Ok(None),
        }
    }

    /// Leases one row to be delivered now; `None` if none is due.
    pub async fn lease(&self) -> Result<Option<OutboxEntry>, Fault> {
        let now = self.clock.now();
        self.outbox.lease(now, now + LEASE, self.ids.new_id()).await
    }

    /// Sends the mail of a leased row, renews its lease in the meantime, and records the result. If the future is
    /// dropped, another worker gets the row once the lease has expired.
    ///
    /// # Errors
    /// Faults of the outbox. A mail that cannot be sent is not an error.
    pub async fn deliver(&self, entry: &OutboxEntry) -> Result<Dispatched, Fault> {
        // A failed renewal is ignored, because recording the result detects a lost lease.
        let renewing = async {
            loop {
                self.timer.sleep(RENEW_EVERY).await;
                let _ = self.outbox.renew(entry.mail.id, entry.lease, self.clock.now() + LEASE).await;
            }
        };
        match select(pin!(self.send_and_settle(entry)), pin!(renewing)).await {
            Either::Left((done, _)) => done,
            Either::Right((never, _)) => never,
        }
    }

    async fn send_and_settle(&self, entry: &OutboxEntry) -> Result<Dispatched, Fault> {
        let mut reached = None;
        // A panic affects one attempt of one mail. The dropped future's state is never read.
        let attempt = AssertUnwindSafe(self.attempt(entry, &mut reached)).catch_unwind().await;
        let outcome = match attempt {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(transient @ (Fault::Unavailable(_) | Fault::Busy))) => {
                // If this fails too, the lease expires.
                let _ = self.outbox.release(entry.mail.id, entry.lease, None).await;
                self.record_host_state(entry, None).await;
                return Err(transient);
            }
            // A released row would be leased first again and block all other mails.
            Ok(Err(Fault::Bug(words))) => Outcome::Failed(SendError::Transient(words)),
            Ok(Err(never @ Fault::Repeated)) => Outcome::Failed(SendError::Transient(never.to_string())),
            Err(_) => Outcome::Failed(SendError::Transient(PANICKED.to_owned())),
        };
        let held = self.settle(entry, &outcome).await;
        self.record_host_state(entry, reached).await;
        if !held? {
            return Ok(Dispatched::LeaseLost);
        }
        Ok(match outcome {
            Outcome::Sent => Dispatched::Sent,
            Outcome::Nothing => Dispatched::Discarded,
            Outcome::Later(_) => Dispatched::Deferred,
            Outcome::Failed(error) => match (after_failure(&error, entry, self.clock.now()), error) {
                (AfterFailure::Bury(_), _) => Dispatched::Buried,
                (AfterFailure::Hold(_), _) => Dispatched::Held,
                (AfterFailure::Retry(_), SendError::Refused(_)) => Dispatched::Refused,
                (AfterFailure::Retry(_), _) => Dispatched::Deferred,
            },
        })
    }

    /// Sends the mail. `reached` is the host's reply, if it was contacted.
    async fn attempt(
        &self,
        entry: &OutboxEntry,
        reached: &mut Option<Result<(), SendError>>,
    ) -> Result<Outcome, Fault> {
        if entry.attempts > MAX_ATTEMPTS {
            return Ok(Outcome::Failed(SendError::Permanent(NEVER_SETTLED.to_owned())));
        }
        let content = match self.prepare(&entry.mail).await? {
            Ok(content) => content,
            Err(outcome) => return Ok(outcome),
        };
        let sent = self.sender.send(&entry.mail, &content).await;
        *reached = Some(sent.clone());
        Ok(sent.map_or_else(Outcome::Failed, |()| Outcome::Sent))
    }

    /// Records the mail host's reply if it changes the recorded state. A fault is ignored, because the next mail gets
    /// the same reply.
    async fn record_host_state(&self, entry: &OutboxEntry, reached: Option<Result<(), SendError>>) {
        let now = self.clock.now();
        let masked = |error: &SendError| entry.mail.to.masked_in(&error.to_string());
        let step: HostStep = match reached {
            Some(Err(error @ SendError::Unavailable(_))) => {
                let words = masked(&error);
                Box::new(move |host| host.refused_all(words, now))
            }
            Some(Err(error @ SendError::Refused(_))) => {
                let words = masked(&error);
                Box::new(move |host| host.refused_one(words, now))
            }
            _ if entry.refusals == 0 => return,
            Some(_) => Box::new(MailHost::works),
            None => Box::new(move |host| host.not_reached(now)),
        };
        let _ = self.outbox.change_mail_host(step).await;
    }

    /// Returns whether the lease was still held.
    async fn settle(&self, entry: &OutboxEntry, outcome: &Outcome) -> Result<bool, Fault> {
        let mut tried = 1;
        loop {
            match self.record(entry, outcome).await {
                Err(Fault::Unavailable(_) | Fault::Busy) if tried < SETTLE_TRIES => {
                    self.timer.sleep(SETTLE_PAUSE).await;
                    tried += 1;
                }
                // An earlier update may have succeeded although its response was lost; it released the lease.
                recorded => return recorded.map(|held| held || tried > 1),
            }
        }
    }

    async fn record(&self, entry: &OutboxEntry, outcome: &Outcome) -> Result<bool, Fault> {
        let (id, lease, now) = (entry.mail.id, entry.lease, self.clock.now());
        match outcome {
            Outcome::Sent => self.outbox.mark_sent(id, lease, now).await,
            Outcome::Nothing => self.outbox.discard(id, lease).await,
            Outcome::Later(due_at) => self.outbox.release(id, lease, Some(*due_at)).await,
            Outcome::Failed(error) => {
                let next = after_failure(error, entry, now);
                // Hosts often repeat the address in errors, but it must only be stored in its own column.
                let reply = entry.mail.to.masked_in(&error.to_string());
                self.outbox.mark_failed(id, lease, next, &reply).await
            }
        }
    }
}

fn after_failure(error: &SendError, entry: &OutboxEntry, now: OffsetDateTime) -> AfterFailure {
    let next = match error {
        SendError::Unavailable(_) => return AfterFailure::Hold(held_until(now)),
        SendError::Transient(_) | SendError::Refused(_) => next_attempt(entry.attempts, now),
        SendError::Permanent(_) => None,
    };
    match next {
        Some(at) => AfterFailure::Retry(at),
        None => AfterFailure::bury(entry.mail.id, entry.lease, now),
    }
}
