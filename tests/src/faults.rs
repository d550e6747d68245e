//! Ports that fail on purpose, for fault-injection tests.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountSecurity, LiveSession, PasswordHasher, RefreshStep, SecurityChange, SecurityQuery, Session,
    SessionScope, SessionSort, SessionStore,
};
use forum_domain::headshots::{FileStore, ImageKind};
use forum_domain::limits::{BucketKey, Rate, RateLimiter, Taken};
use forum_domain::mail::{MailSender, OutgoingMail, RenderedMail, SendError};
use forum_domain::shared::{Fault, Listing, PageRequest, Refusal, Step, Timer};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use time::OffsetDateTime;
use tokio::sync::watch;
use uuid::Uuid;

use crate::memory::{FixedClock, MemoryMailSender};

/// When the store fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileTrouble {
    /// Never.
    None,
    BeforeWriting,
    /// After a file is written: the writer gets an error although the file is there.
    AfterWriting,
    BeforeRemoving,
    /// On every call.
    Away,
    /// Never, but `put` and `get` block until the trouble changes.
    Stalled,
}

/// Wraps another store; a test switches the trouble on and off.
pub struct BrokenFileStore {
    inner: Arc<dyn FileStore>,
    trouble: watch::Sender<FileTrouble>,
    /// The number of calls that were blocked.
    stalled: watch::Sender<usize>,
}

impl BrokenFileStore {
    pub fn over(inner: Arc<dyn FileStore>) -> Self {
        Self { inner, trouble: watch::Sender::new(FileTrouble::None), stalled: watch::Sender::new(0) }
    }

    pub fn set(&self, trouble: FileTrouble) {
        self.trouble.send_replace(trouble);
    }

    /// Runs `act` until this store blocks it.
    pub async fn stalls<T>(&self, act: impl Future<Output = T>) {
        let mut stalled = self.stalled.subscribe();
        tokio::select! {
            _ = act => panic!("it was not blocked"),
            blocked = stalled.changed() => blocked.expect("this store holds the sender"),
        }
    }

    async fn moves(&self) {
        if *self.trouble.borrow() == FileTrouble::Stalled {
            self.stalled.send_modify(|calls| *calls += 1);
        }
        let moving =
            self.trouble.subscribe().wait_for(|trouble| *trouble != FileTrouble::Stalled).await.is_ok();
        assert!(moving, "this store holds the sender");
    }

    fn fail(&self, at: FileTrouble) -> Result<(), Fault> {
        let trouble = *self.trouble.borrow();
        if trouble == at || trouble == FileTrouble::Away {
            return Err(Fault::Unavailable("the file store failed".into()));
        }
        Ok(())
    }
}

#[async_trait]
impl FileStore for BrokenFileStore {
    async fn put(&self, key: &str, kind: ImageKind, content: Vec<u8>) -> Result<(), Fault> {
        self.moves().await;
        self.fail(FileTrouble::BeforeWriting)?;
        self.inner.put(key, kind, content).await?;
        self.fail(FileTrouble::AfterWriting)
    }

    async fn get(&self, key: &str) -> Result<Option<Vec<u8>>, Fault> {
        self.moves().await;
        self.fail(FileTrouble::Away)?;
        self.inner.get(key).await
    }

    async fn delete(&self, key: &str) -> Result<(), Fault> {
        self.fail(FileTrouble::BeforeRemoving)?;
        self.inner.delete(key).await
    }

    async fn written_before(&self, before: OffsetDateTime) -> Result<Vec<String>, Fault> {
        self.fail(FileTrouble::Away)?;
        self.inner.written_before(before).await
    }
}

/// A password hasher that fails every call.
#[derive(Debug, Clone, Copy)]
pub enum BrokenHasher {
    /// Its queue is always full.
    Busy,
    Panics,
    /// It responds only after this time.
    Late(Duration),
}

impl BrokenHasher {
    async fn fault(self) -> Fault {
        match self {
            Self::Busy => {}
            Self::Panics => panic!("a bug in the hasher"),
            Self::Late(time) => tokio::time::sleep(time).await,
        }
        Fault::Busy
    }
}

#[async_trait]
impl PasswordHasher for BrokenHasher {
    async fn hash(&self, _password: &str) -> Result<String, Fault> {
        Err(self.fault().await)
    }

    async fn verify(&self, _password: &str, _hash: Option<&str>) -> Result<bool, Fault> {
        Err(self.fault().await)
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub struct ExhaustedLimiter;

#[async_trait]
impl RateLimiter for ExhaustedLimiter {
    async fn take(&self, _key: &BucketKey, rate: Rate, _now: OffsetDateTime) -> Result<Taken, Fault> {
        Ok(Err(rate.cost))
    }

    async fn give_back(&self, _key: &BucketKey, _rate: Rate) {}

    async fn is_known(&self, _key: &BucketKey, _now: OffsetDateTime) -> Result<bool, Fault> {
        Ok(false)
    }

    async fn remember(&self, _key: &BucketKey, _until: OffsetDateTime) {}
}

/// Accepts every mail immediately, but confirms it only after a delay.
pub struct SlowSender {
    clock: Arc<FixedClock>,
    takes: Duration,
    taken: MemoryMailSender,
}

impl SlowSender {
    /// Confirms after `takes`, measured by this clock.
    pub fn new(clock: Arc<FixedClock>, takes: Duration) -> Self {
        Self { clock, takes, taken: MemoryMailSender::default() }
    }

    /// The accepted mails, confirmed or not.
    pub fn taken(&self) -> &MemoryMailSender {
        &self.taken
    }
}

#[async_trait]
impl MailSender for SlowSender {
    async fn send(&self, mail: &OutgoingMail, content: &RenderedMail) -> Result<(), SendError> {
        self.taken.send(mail, content).await?;
        self.clock.sleep(self.takes).await;
        Ok(())
    }
}

/// Panics for every mail to one address and accepts the others.
pub struct PanickingSender {
    to: &'static str,
    taken: MemoryMailSender,
}

impl PanickingSender {
    pub fn at(to: &'static str) -> Self {
        Self { to, taken: MemoryMailSender::default() }
    }

    pub fn taken(&self) -> &MemoryMailSender {
        &self.taken
    }
}

#[async_trait]
impl MailSender for PanickingSender {
    async fn send(&self, mail: &OutgoingMail, content: &RenderedMail) -> Result<(), SendError> {
        assert_ne!(mail.to.as_str(), self.to, "a bug that only this mail triggers");
        self.taken.send(mail, content).await
    }
}

/// Runs another act before the next read or change of an account.
pub struct ActFirst {
    sessions: Arc<dyn SessionStore>,
    act: Mutex<Option<BoxFuture<'static, ()>>>,
}

impl ActFirst {
    pub fn new(sessions: Arc<dyn SessionStore>) -> Self {
        Self { sessions, act: Mutex::default() }
    }

    pub fn set(&self, act: impl Future<Output = ()> + Send + 'static) {
        *self.act.lock().unwrap_or_else(PoisonError::into_inner) = Some(act.boxed());
    }

    async fn run(&self) {
        let act = self.act.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(act) = act {
            act.await;
        }
    }
}

#[async_trait]
impl SessionStore for ActFirst {
    async fn find(&self, id: Uuid) -> Result<Option<LiveSession>, Fault> {
        self.sessions.find(id).await
    }

    async fn mark_used(&self, id: Uuid, counter: u32, now: OffsetDateTime) -> Result<(), Fault> {
        self.sessions.mark_used(id, counter, now).await
    }

    async fn rotate(
        &self,
        id: Uuid,
        now: OffsetDateTime,
        step: Step<LiveSession, RefreshStep>,
    ) -> Result<LiveSession, Refusal> {
        self.sessions.rotate(id, now, step).await
    }

    async fn end_sessions(
        &self,
        user_id: Uuid,
        current: Uuid,
        scope: SessionScope,
        now: OffsetDateTime,
    ) -> Result<(), Fault> {
        self.sessions.end_sessions(user_id, current, scope, now).await
    }

    async fn end_session(&self, user_id: Uuid, id: Uuid, now: OffsetDateTime) -> Result<bool, Fault> {
        self.sessions.end_session(user_id, id, now).await
    }

    async fn list(
        &self,
        user_id: Uuid,
        now: OffsetDateTime,
        page: PageRequest<SessionSort>,
    ) -> Result<Listing<Session>, Fault> {
        self.sessions.list(user_id, now, page).await
    }

    async fn security(&self, user_id: Uuid, now: OffsetDateTime) -> Result<AccountSecurity, Refusal> {
        self.run().await;
        self.sessions.security(user_id, now).await
    }

    async fn change(
        &self,
        user_id: Uuid,
        query: SecurityQuery,
        step: Step<AccountSecurity, SecurityChange>,
    ) -> Result<(), Refusal> {
        self.run().await;
        self.sessions.change(user_id, query, step).await
    }
}
