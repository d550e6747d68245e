//! `EmailChangeStore` in memory.

use async_trait::async_trait;
use forum_domain::accounts::{
    ChangeEmailError, ChangeRequest, ChangeResend, ChangeUse, EmailChange, EmailChangeStore, PresentedChange,
    Purpose, RedeemChangeStep, RequestChangeStep, Requesting, ResendChangeStep, Side, VerifyError,
    WaitingChange,
};
use forum_domain::shared::{EmailAddress, Fault};
use time::OffsetDateTime;
use uuid::Uuid;

use super::accounts::{drop_registrations, use_up};
use super::database::MemoryDatabase;
use super::planted::Planted;
use super::profiles::account;
use super::state::{State, unique};

pub struct MemoryEmailChangeStore(MemoryDatabase);

impl MemoryEmailChangeStore {
    pub fn new(database: MemoryDatabase) -> Self {
        Self(database)
    }
}

#[async_trait]
impl EmailChangeStore for MemoryEmailChangeStore {
    async fn request(
        &self,
        user_id: Uuid,
        new_email: EmailAddress,
        now: OffsetDateTime,
        step: RequestChangeStep,
    ) -> Result<(), ChangeEmailError> {
        self.0.write(|state| {
            let account = account(state, user_id).ok_or(ChangeEmailError::InvalidCredentials)?;
            let taken = state.is_taken(&new_email, user_id, now);
            let ChangeRequest { change, tokens, mails } = step(&Requesting { account, taken })?;
            end_waiting(state, user_id, now);
            unique("email_changes", state.changes.iter().all(|row| row.id != change.id))?;
            state.changes.push(change);
            tokens.into_iter().try_for_each(|token| state.add_token(token))?;
            Ok(mails.into_iter().try_for_each(|mail| state.add_mail(mail))?)
        })
    }

    async fn resend(
        &self,
        email: EmailAddress,
        now: OffsetDateTime,
        step: ResendChangeStep,
    ) -> Result<(), Fault> {
        self.0.write(|state| {
            let seen = waiting(state, &email, now);
            let ChangeResend { extended, tokens, mails } = step(seen.as_ref());
            for change in state.changes.iter_mut() {
                if let Some((_, until)) = extended.filter(|(id, _)| *id == change.id) {
                    change.expires_at = until;
                }
            }
            tokens.into_iter().try_for_each(|token| state.add_token(token))?;
            mails.into_iter().try_for_each(|mail| state.add_mail(mail))
        })
    }

    async fn redeem(
        &self,
        token_id: Uuid,
        now: OffsetDateTime,
        step: RedeemChangeStep,
    ) -> Result<ChangeUse, VerifyError> {
        self.0.write(|state| {
            let seen = presented(state, token_id, now).ok_or(VerifyError::TokenInvalid)?;
            let used = step(&seen).ok_or(VerifyError::TokenInvalid)?;
            store(state, &seen, used.clone(), now)?;
            Ok(used)
        })
    }
}

fn waiting(state: &State, email: &EmailAddress, now: OffsetDateTime) -> Option<WaitingChange> {
    let concerned = state.changes.iter().filter(|row| {
        row.waits(now) && (state.same(&row.old_email, email) || state.same(&row.new_email, email))
    });
    let change = concerned.max_by_key(|row| (state.same(&row.old_email, email), row.requested_at, row.id))?;
    let name = state.users.get(&change.user_id)?.user.name.clone();
    let taken = state.is_taken(&change.new_email, change.user_id, now);
    Some(WaitingChange { change: change.clone(), name, taken })
}

fn presented(state: &State, token_id: Uuid, now: OffsetDateTime) -> Option<PresentedChange> {
    let token = state.tokens.iter().find(|row| row.id == token_id)?.clone();
    let change = state.changes.iter().find(|row| Some(row.id) == token.change_id)?.clone();
    let user = state.users.get(&change.user_id)?.user.clone();
    let taken = state.is_taken(change.wanted(token.purpose), user.id, now);
    Some(PresentedChange { token, change, user, taken })
}

fn store(
    state: &mut State,
    seen: &PresentedChange,
    used: ChangeUse,
    at: OffsetDateTime,
) -> Result<(), Fault> {
    let PresentedChange { change, user, .. } = seen;
    let (token, mail, audit) = match used {
        ChangeUse::Confirm(side) => {
            confirm(state, change.id, side, at);
            return Ok(());
        }
        ChangeUse::Complete { side, restore, mail, audit } => {
            confirm(state, change.id, side, at);
            set_address(state, &user.email, &change.new_email, user.id, at)?;
            for row in state.changes.iter_mut().filter(|row| row.id == change.id) {
                (row.changed_at, row.expires_at) = (Some(at), restore.expires_at);
            }
            use_up_changes(state, &[change.id], &Purpose::ALL, at);
            (restore, mail, audit)
        }
        ChangeUse::Restore { grant, mail, audit } => {
            end_since(state, change, at);
            if let Some(row) = state.users.get_mut(&user.id) {
                row.password = None;
            }
            if !state.has(Planted::RestoredWithSessions) {
                let own = state.sessions.values_mut().filter(|session| session.user_id == user.id);
                own.for_each(|session| session.revoked_at = session.revoked_at.or(Some(at)));
            }
            if !state.has(Planted::RestoredWithFactors) {
                let (id, since) = (user.id, change.requested_at);
                state.factors.retain(|_, row| row.user_id != id || row.created_at < since);
                let verified = state.factors.values().any(|row| row.user_id == id && row.is_verified());
                state.identities.retain(|row| row.user_id != id || row.linked_at < since);
                state.recovery_codes.retain(|owner, set| *owner != id || verified && set.created_at < since);
            }
            set_address(state, &user.email, &change.old_email, user.id, at)?;
            (grant, mail, audit)
        }
    };
    state.add_token(token)?;
    state.add_mail(mail)?;
    state.add_audit(audit)
}

fn confirm(state: &mut State, change_id: Uuid, side: Side, at: OffsetDateTime) {
    let purpose = match side {
        Side::Old => Purpose::ChangeEmailOld,
        Side::New => Purpose::ChangeEmailNew,
    };
    use_up_changes(state, &[change_id], &[purpose], at);
    for row in state.changes.iter_mut().filter(|row| row.id == change_id) {
        match side {
            Side::Old => row.old_confirmed_at = Some(at),
            Side::New => row.new_confirmed_at = Some(at),
        }
    }
}

/// Gives the account an address. Whatever was begun with it or with the one that the account leaves ends.
fn set_address(
    state: &mut State,
    from: &EmailAddress,
    to: &EmailAddress,
    user_id: Uuid,
    at: OffsetDateTime,
) -> Result<(), Fault> {
    unique("profiles", state.user_by_email(to).is_none_or(|row| row.user.id == user_id))?;
    for email in [from, to] {
        if !state.has(Planted::LinksOutliveAddress) {
            use_up(state, email, &Purpose::OF_OWNER, at);
        }
        drop_registrations(state, email);
    }
    if let Some(row) = state.users.get_mut(&user_id) {
        row.user.email = to.clone();
    }
    Ok(())
}

/// Ends this change, a waiting one of its user and those made after it.
fn end_since(state: &mut State, change: &EmailChange, at: OffsetDateTime) {
    let (user_id, all) = (change.user_id, state.has(Planted::OldestLinkDies));
    let later = |row: &&mut EmailChange| {
        let later = row.changed_at.is_none_or(|changed_at| Some(changed_at) >= change.changed_at);
        row.user_id == user_id && row.ended_at.is_none() && (all || later)
    };
    let mut ended = Vec::new();
    for row in state.changes.iter_mut().filter(later) {
        row.ended_at = Some(at);
        ended.push(row.id);
    }
    use_up_changes(state, &ended, &Purpose::ALL, at);
}

/// Ends the change that waits for confirmations, and with it its links.
pub(super) fn end_waiting(state: &mut State, user_id: Uuid, at: OffsetDateTime) {
    if state.has(Planted::ChangeOutlivesPassword) {
        return;
    }
    let mut ended = Vec::new();
    for row in &mut state.changes {
        if row.user_id == user_id && row.changed_at.is_none() && row.ended_at.is_none() {
            row.ended_at = Some(at);
            ended.push(row.id);
        }
    }
    use_up_changes(state, &ended, &Purpose::ALL, at);
}

fn use_up_changes(state: &mut State, changes: &[Uuid], purposes: &[Purpose], at: OffsetDateTime) {
    for row in &mut state.tokens {
        let concerned = row.change_id.is_some_and(|id| changes.contains(&id));
        if concerned && purposes.contains(&row.purpose) {
            row.used_at = row.used_at.or(Some(at));
        }
    }
}
