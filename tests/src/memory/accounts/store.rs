//! `AccountStore` in memory.

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountStore, ChosenPassword, NewUser, NewUserError, OneTimeToken, PasswordReset, PendingRegistration,
    Purpose, RecoverError, RedeemContext, RedeemError, RedeemOutcome, RedeemPlan, RedeemStep,
    RegistrationStep, ResetContext, ResetStep, Role, SignInRecord, TokenSelector, User,
};
use forum_domain::shared::{EmailAddress, Fault};
use time::OffsetDateTime;
use uuid::Uuid;

use super::email_changes::end_waiting;
use crate::memory::database::MemoryDatabase;
use crate::memory::state::{State, same, unique};

#[async_trait]
impl AccountStore for MemoryDatabase {
    async fn register(&self, registration: PendingRegistration, step: RegistrationStep) -> Result<(), Fault> {
        self.write(|state| {
            let draft = step(state.owner(&registration.email, registration.created_at));
            unique("registrations", state.registrations.iter().all(|row| row.id != registration.id))?;
            let contested = state.newest_registration(&registration.email).is_some();
            state.registrations.push(PendingRegistration { contested, ..registration });
            state.add_draft(draft)
        })
    }

    async fn issue(
        &self,
        email: EmailAddress,
        now: OffsetDateTime,
        step: RegistrationStep,
    ) -> Result<(), Fault> {
        self.write(|state| {
            let draft = step(state.owner(&email, now));
            state.add_draft(draft)
        })
    }

    async fn redeem(
        &self,
        selector: TokenSelector,
        now: OffsetDateTime,
        step: RedeemStep,
    ) -> Result<RedeemPlan, RedeemError> {
        // A counted try must be committed although the request is refused, so the refusal is returned inside `Ok`.
        let redeemed = self.write(|state| {
            let Some(seen) = confirmation(state, &selector, now) else { return Ok(None) };
            match step(&seen) {
                RedeemOutcome::Redeem(used) => {
                    let RedeemPlan { purpose, at, create, grant, mail } = (*used).clone();
                    use_up(state, &seen.email, &[purpose], at);
                    if let Some(user) = create {
                        state.add_user(user)?;
                        drop_registrations(state, &seen.email);
                    }
                    grant.map_or(Ok(()), |grant| state.add_token(grant))?;
                    mail.map_or(Ok(()), |mail| state.add_mail(mail))?;
                    Ok(Some(*used))
                }
                RedeemOutcome::CountTry(wrong) => state.add_token(wrong).map(|()| None),
                RedeemOutcome::Refuse => Ok::<_, Fault>(None),
            }
        })?;
        redeemed.ok_or(RedeemError::TokenInvalid)
    }

    async fn set_recovery_password(&self, grant_id: Uuid, step: ResetStep) -> Result<(), RecoverError> {
        self.write(|state| {
            let grant = state.tokens.iter().find(|row| row.id == grant_id).cloned();
            let grant = grant.ok_or(RecoverError::Expired)?;
            let email = grant.email.clone();
            let record = record(state, &email);
            let identities = match &record {
                Some(SignInRecord::User { user, .. }) => state.identities_of(user.id),
                _ => Vec::new(),
            };
            let reset = step(&ResetContext { grant, record, identities }).ok_or(RecoverError::Expired)?;
            let purposes = Purpose::OF_PASSWORD;
            match reset {
                PasswordReset::Change(change) => {
                    let ChosenPassword { user_id, password_hash, at, mail, audit } = *change;
                    use_up(state, &email, &purposes, at);
                    if let Some(row) = state.users.get_mut(&user_id) {
                        row.password = Some(password_hash);
                    }
                    let own = state.sessions.values_mut().filter(|session| session.user_id == user_id);
                    own.for_each(|session| session.revoked_at = session.revoked_at.or(Some(at)));
                    state.challenges.retain(|_, row| row.user_id != user_id);
                    state.factors.retain(|_, row| row.user_id != user_id || row.is_verified());
                    end_waiting(state, user_id, at);
                    mail.map_or(Ok(()), |mail| state.add_mail(mail))?;
                    state.add_audit(audit)?;
                }
                PasswordReset::Create(user) => {
                    use_up(state, &email, &purposes, user.created_at);
                    state.add_user(*user)?;
                    drop_registrations(state, &email);
                }
            }
            Ok(())
        })
    }

    async fn find_token(&self, id: Uuid) -> Result<Option<OneTimeToken>, Fault> {
        self.read(|state| state.tokens.iter().find(|row| row.id == id).cloned())
    }

    async fn sign_in_record(&self, email: &EmailAddress) -> Result<Option<SignInRecord>, Fault> {
        self.read(|state| record(state, email))
    }

    async fn create_user(&self, user: NewUser) -> Result<(), NewUserError> {
        self.write(|state| {
            if state.is_taken(&user.email, user.id, user.created_at) {
                return Err(NewUserError::AddressTaken);
            }
            let email = user.email.clone();
            state.add_user(user)?;
            drop_registrations(state, &email);
            Ok(())
        })
    }

    async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<User>, Fault> {
        self.read(|state| state.user_by_email(email).map(|row| row.user.clone()))
    }

    async fn with_role(&self, role: Role) -> Result<Vec<User>, Fault> {
        self.read(|state| {
            let rows = state.users.values().filter(|row| row.user.roles.has(role));
            let mut users: Vec<User> = rows.map(|row| row.user.clone()).collect();
            users.sort_by_key(|user| (user.created_at, user.id));
            users
        })
    }
}

fn confirmation(state: &State, selector: &TokenSelector, now: OffsetDateTime) -> Option<RedeemContext> {
    let (email, token) = match selector {
        TokenSelector::Id(id) => {
            let token = state.tokens.iter().find(|row| row.id == *id)?;
            (token.email.clone(), Some(token))
        }
        TokenSelector::NewestFor(email, purposes) => (email.clone(), newest(state, email, purposes)),
    };
    let of_address = |row: &&PendingRegistration| same(&row.email, &email);
    let registration_id = token.and_then(|token| token.registration_id);
    Some(RedeemContext {
        token: token.cloned(),
        registration: state.registrations.iter().find(|row| Some(row.id) == registration_id).cloned(),
        registrations: state.registrations.iter().filter(of_address).count() as u32,
        wrong_codes: wrong_codes(state, &email, now),
        record: record(state, &email),
        email,
    })
}

fn newest<'a>(state: &'a State, email: &EmailAddress, purposes: &[Purpose]) -> Option<&'a OneTimeToken> {
    let sent = state.tokens.iter().filter(|row| {
        let was_sent = row.registration_id.is_some() || row.purpose != Purpose::VerifyEmail;
        purposes.contains(&row.purpose) && was_sent && same(&row.email, email)
    });
    // Of two tokens with the same time, the one written later is the newer.
    sent.max_by_key(|row| row.created_at)
}

fn wrong_codes(state: &State, email: &EmailAddress, now: OffsetDateTime) -> u32 {
    let counts = |row: &&OneTimeToken| {
        row.purpose == Purpose::WrongCode && same(&row.email, email) && row.expires_at > now
    };
    state.tokens.iter().filter(counts).count() as u32
}

fn record(state: &State, email: &EmailAddress) -> Option<SignInRecord> {
    if let Some(row) = state.user_by_email(email) {
        let password_hash = row.password.clone();
        return Some(SignInRecord::User { user: Box::new(row.user.clone()), password_hash });
    }
    let registration = state.newest_registration(email)?;
    Some(SignInRecord::Unverified { registration: Box::new(registration.clone()) })
}

/// Marks all unused tokens for an address and these purposes as used.
pub(crate) fn use_up(state: &mut State, email: &EmailAddress, purposes: &[Purpose], at: OffsetDateTime) {
    let mut tokens = std::mem::take(&mut state.tokens);
    let meant = |row: &&mut OneTimeToken| purposes.contains(&row.purpose) && same(&row.email, email);
    tokens.iter_mut().filter(meant).for_each(|row| row.used_at = row.used_at.or(Some(at)));
    state.tokens = tokens;
}

/// Drops the registrations for an address; the tokens of a dropped registration become useless.
pub(crate) fn drop_registrations(state: &mut State, email: &EmailAddress) {
    let (dropped, kept): (Vec<_>, Vec<_>) =
        std::mem::take(&mut state.registrations).into_iter().partition(|row| same(&row.email, email));
    state.registrations = kept;
    for token in &mut state.tokens {
        if dropped.iter().any(|row| Some(row.id) == token.registration_id) {
            token.registration_id = None;
        }
    }
}
