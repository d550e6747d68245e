//! `EmailChangeStore` in memory.

use async_trait::async_trait;
use forum_domain::accounts::{
    AddressSide, ChangeEmailError, ChangeRequest, ChangeRequestContext, ChangeResend, EmailChange,
    EmailChangeOutcome, EmailChangeStore, PendingChange, PresentedChange, Purpose, ReauthenticationRefused,
    RedeemChangeStep, RedeemError, RequestChangeStep, ResendChangeStep, SecurityQuery,
};
use forum_domain::shared::{EmailAddress, Fault};
use time::OffsetDateTime;
use uuid::Uuid;

use super::account_security;
use super::store::{drop_registrations, use_up};
use crate::memory::database::MemoryDatabase;
use crate::memory::state::{State, same, unique};

#[async_trait]
impl EmailChangeStore for MemoryDatabase {
    async fn request(
        &self,
        user_id: Uuid,
        new_email: EmailAddress,
        now: OffsetDateTime,
        step: RequestChangeStep,
    ) -> Result<(), ChangeEmailError> {
        self.write(|state| {
            let account = account_security::read(state, user_id, &SecurityQuery::at(now));
            let account = account.ok_or(ReauthenticationRefused::SessionEnded)?;
            let taken = state.is_taken(&new_email, user_id, now);
            let ChangeRequest { change, tokens, mails } = step(&ChangeRequestContext { account, taken })?;
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
        self.write(|state| {
            let seen = waiting(state, &email, now);
            let ChangeResend { extended, tokens, mails, record } = step(seen.as_ref());
            state.add_request(record)?;
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
    ) -> Result<EmailChangeOutcome, RedeemError> {
        self.write(|state| {
            let seen = presented(state, token_id, now).ok_or(RedeemError::TokenInvalid)?;
            let used = step(&seen).ok_or(RedeemError::TokenInvalid)?;
            store(state, &seen, used.clone(), now)?;
            Ok(used)
        })
    }
}

fn waiting(state: &State, email: &EmailAddress, now: OffsetDateTime) -> Option<PendingChange> {
    let concerned = state
        .changes
        .iter()
        .filter(|row| row.is_pending(now) && (same(&row.old_email, email) || same(&row.new_email, email)));
    let change = concerned.max_by_key(|row| (same(&row.old_email, email), row.requested_at, row.id))?;
    let name = state.users.get(&change.user_id)?.user.name.clone();
    let taken = state.is_taken(&change.new_email, change.user_id, now);
    Some(PendingChange { change: change.clone(), name, taken })
}

fn presented(state: &State, token_id: Uuid, now: OffsetDateTime) -> Option<PresentedChange> {
    let token = state.tokens.iter().find(|row| row.id == token_id)?.clone();
    let change = state.changes.iter().find(|row| Some(row.id) == token.change_id)?.clone();
    let account = account_security::read(state, change.user_id, &SecurityQuery::at(now))?;
    let other =
        |row: &&EmailChange| row.user_id == change.user_id && row.id != change.id && row.ended_at.is_none();
    let others = state.changes.iter().filter(other).cloned().collect();
    let taken = state.is_taken(change.address_for(token.purpose), change.user_id, now);
    Some(PresentedChange { token, change, others, account, taken })
}

fn store(
    state: &mut State,
    seen: &PresentedChange,
    used: EmailChangeOutcome,
    at: OffsetDateTime,
) -> Result<(), Fault> {
    let PresentedChange { change, account, .. } = seen;
    let user = &account.user;
    match used {
        EmailChangeOutcome::Confirm(side) => {
            confirm(state, change.id, side, at);
            Ok(())
        }
        EmailChangeOutcome::Complete { side, restore, mail, audit } => {
            confirm(state, change.id, side, at);
            set_address(state, &user.email, &change.new_email, user.id, at)?;
            for row in state.changes.iter_mut().filter(|row| row.id == change.id) {
                (row.changed_at, row.expires_at) = (Some(at), restore.expires_at);
            }
            use_up_changes(state, &[change.id], &Purpose::ALL, at);
            state.add_token(restore)?;
            state.add_mail(*mail)?;
            state.add_audit(audit)
        }
        EmailChangeOutcome::Restore { to, ended, grant, security } => {
            for row in state.changes.iter_mut().filter(|row| ended.contains(&row.id)) {
                row.ended_at = Some(at);
            }
            use_up_changes(state, &ended, &Purpose::ALL, at);
            if let Some(row) = state.users.get_mut(&user.id) {
                row.password = None;
            }
            state.challenges.retain(|_, row| row.user_id != user.id);
            set_address(state, &user.email, &to, user.id, at)?;
            account_security::store(state, user.id, at, *security)
                .map_err(|refusal| Fault::Bug(refusal.to_string()))?;
            grant.map_or(Ok(()), |grant| state.add_token(grant))
        }
    }
}

fn confirm(state: &mut State, change_id: Uuid, side: AddressSide, at: OffsetDateTime) {
    let purpose = match side {
        AddressSide::Old => Purpose::ChangeEmailOld,
        AddressSide::New => Purpose::ChangeEmailNew,
    };
    use_up_changes(state, &[change_id], &[purpose], at);
    for row in state.changes.iter_mut().filter(|row| row.id == change_id) {
        match side {
            AddressSide::Old => row.old_confirmed_at = Some(at),
            AddressSide::New => row.new_confirmed_at = Some(at),
        }
    }
}

/// Sets the address of the account. Links and registrations for both addresses end.
fn set_address(
    state: &mut State,
    from: &EmailAddress,
    to: &EmailAddress,
    user_id: Uuid,
    at: OffsetDateTime,
) -> Result<(), Fault> {
    unique("profiles", state.user_by_email(to).is_none_or(|row| row.user.id == user_id))?;
    for email in [from, to] {
        use_up(state, email, &Purpose::OF_OWNER, at);
        drop_registrations(state, email);
    }
    if let Some(row) = state.users.get_mut(&user_id) {
        row.user.email = to.clone();
    }
    Ok(())
}

/// Ends the pending change and its links.
pub(crate) fn end_waiting(state: &mut State, user_id: Uuid, at: OffsetDateTime) {
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
