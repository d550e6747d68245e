//! `SessionStore` in memory.

use async_trait::async_trait;
use forum_domain::accounts::{
    Factor, LiveSession, RefreshError, RefreshRefused, RefreshStep, RotateStep, Session, SessionScope,
    SessionSort, SessionStore, StopNotice,
};
use forum_domain::shared::{Fault, Listing, PageRequest};
use time::OffsetDateTime;
use uuid::Uuid;

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
        step: RotateStep,
        notice: StopNotice,
    ) -> Result<LiveSession, RefreshError> {
        // A revocation must be committed although the request is refused, so the refusal is returned inside `Ok`.
        self.write(|state| {
            let Some(live) = live(state, id) else {
                return Err(RefreshError::Refused(RefreshRefused::Invalid));
            };
            let (next, result) = match step(&live)? {
                RefreshStep::Rotate(next) => (next.clone(), Ok(LiveSession { session: next, ..live })),
                RefreshStep::Repeat => (live.session.clone(), Ok(live)),
                RefreshStep::Revoke => {
                    let mail = notice(&live.user);
                    let ended = Session { revoked_at: Some(now), ..live.session };
                    mail.map_or(Ok(()), |mail| state.add_mail(mail))?;
                    (ended, Err(RefreshError::Refused(RefreshRefused::Reused)))
                }
            };
            state.sessions.insert(id, next);
            Ok(result)
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
}

fn live(state: &State, id: Uuid) -> Option<LiveSession> {
    let session = state.sessions.get(&id)?.clone();
    let user = state.users.get(&session.user_id)?.user.clone();
    let has_factor = state.factors_of(user.id).iter().any(Factor::is_verified);
    Some(LiveSession { session, user, has_factor })
}
