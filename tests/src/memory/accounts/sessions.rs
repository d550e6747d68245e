//! `SessionStore` in memory.

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountSecurity, Factor, LiveSession, RefreshStep, SecurityChange, SecurityQuery, Session, SessionScope,
    SessionSort, SessionStore,
};
use forum_domain::shared::{Code, Fault, Listing, PageRequest, Refusal, Step};
use time::OffsetDateTime;
use uuid::Uuid;

use super::account_security;
use crate::memory::database::{MemoryDatabase, only_on_postgresql};
use crate::memory::state::State;

#[async_trait]
impl SessionStore for MemoryDatabase {
    async fn find(&self, id: Uuid) -> Result<Option<LiveSession>, Fault> {
        self.read(|state| live(state, id))
    }

    async fn mark_used(&self, id: Uuid, counter: u32, now: OffsetDateTime) -> Result<(), Fault> {
        self.write(|state| {
            if let Some(session) = state.sessions.get_mut(&id)
                && session.counter == counter
                && !session.current_used
            {
                session.current_used = true;
                session.last_used_at = now;
            }
            Ok(())
        })
    }

    async fn rotate(
        &self,
        id: Uuid,
        now: OffsetDateTime,
        step: Step<LiveSession, RefreshStep>,
    ) -> Result<LiveSession, Refusal> {
        // A revocation must be committed although the request is refused, so the refusal is returned inside `Ok`.
        self.write(|state| {
            let live = live(state, id).ok_or(Code::RefreshTokenInvalid)?;
            let (next, result) = match step(&live)? {
                RefreshStep::Rotate(next) => (next.clone(), Ok(LiveSession { session: next, ..live })),
                RefreshStep::Repeat => (live.session.clone(), Ok(live)),
                RefreshStep::Revoke(notice) => {
                    state.add_mail(notice)?;
                    let ended = Session { revoked_at: Some(now), ..live.session };
                    (ended, Err(Refusal::from(Code::RefreshTokenReused)))
                }
            };
            state.sessions.insert(id, next);
            Ok::<_, Refusal>(result)
        })?
    }

    async fn end_sessions(
        &self,
        user_id: Uuid,
        current: Uuid,
        scope: SessionScope,
        now: OffsetDateTime,
    ) -> Result<(), Fault> {
        self.write(|state| {
            for session in state.sessions.values_mut().filter(|session| session.user_id == user_id) {
                let meant = match scope {
                    SessionScope::Global => true,
                    SessionScope::Local => session.id == current,
                    SessionScope::Others => session.id != current,
                };
                if meant {
                    session.revoked_at.get_or_insert(now);
                }
            }
            Ok(())
        })
    }

    async fn end_session(&self, user_id: Uuid, id: Uuid, now: OffsetDateTime) -> Result<bool, Fault> {
        self.write(|state| {
            let session = state.sessions.get_mut(&id).filter(|session| session.user_id == user_id);
            Ok(session.map(|session| session.revoked_at.get_or_insert(now)).is_some())
        })
    }

    async fn list(
        &self,
        _: Uuid,
        _: OffsetDateTime,
        _: PageRequest<SessionSort>,
    ) -> Result<Listing<Session>, Fault> {
        Err(only_on_postgresql())
    }

    async fn account(&self, user_id: Uuid, now: OffsetDateTime) -> Result<AccountSecurity, Refusal> {
        let account = self.read(|state| account_security::read(state, user_id, &SecurityQuery::at(now)))?;
        Ok(account.ok_or(Code::NotFound)?)
    }

    async fn change(
        &self,
        user_id: Uuid,
        query: SecurityQuery,
        step: Step<AccountSecurity, SecurityChange>,
    ) -> Result<(), Refusal> {
        self.write(|state| {
            let account = account_security::read(state, user_id, &query).ok_or(Code::NotFound)?;
            let change = step(&account)?;
            let refused = change.refused.clone();
            account_security::store(state, user_id, query.now, change)?;
            // A refusal is committed with its change, so it is returned inside `Ok`.
            Ok::<_, Refusal>(refused.map_or(Ok(()), Err))
        })?
    }
}

fn live(state: &State, id: Uuid) -> Option<LiveSession> {
    let session = state.sessions.get(&id)?.clone();
    let user = state.users.get(&session.user_id)?.user.clone();
    let has_factor = state.factors_of(user.id).iter().any(Factor::is_verified);
    Some(LiveSession { session, user, has_factor })
}
