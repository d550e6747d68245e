//! A store of sessions before whose next change something else happens.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountSecurity, LiveSession, RefreshStep, SecurityChange, SecurityQuery, Session, SessionScope,
    SessionSort, SessionStore,
};
use forum_domain::shared::{Fault, Listing, PageRequest, Refusal, Step};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use time::OffsetDateTime;
use uuid::Uuid;

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
