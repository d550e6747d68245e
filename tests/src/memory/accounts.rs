//! `AccountStore` in memory.

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountStore, Confirmation, NewUser, NewUserError, OneTimeToken, PendingRegistration, RedeemStep,
    Redemption, RegistrationStep, Role, SignInRecord, TRIES_COUNT_FOR, TokenSelector, User, VerifyError,
};
use forum_domain::shared::{EmailAddress, Fault};
use uuid::Uuid;

use super::database::MemoryDatabase;
use super::planted::Planted;
use super::state::{State, unique};

pub struct MemoryAccountStore(MemoryDatabase);

impl MemoryAccountStore {
    pub fn new(database: MemoryDatabase) -> Self {
        Self(database)
    }
}

#[async_trait]
impl AccountStore for MemoryAccountStore {
    async fn register(&self, registration: PendingRegistration, step: RegistrationStep) -> Result<(), Fault> {
        self.0.write(|state| {
            let draft = step(state.owner(&registration.email));
            unique("registrations", state.registrations.iter().all(|row| row.id != registration.id))?;
            state.registrations.push(registration);
            state.add_draft(draft)
        })
    }

    async fn resend(&self, email: EmailAddress, step: RegistrationStep) -> Result<(), Fault> {
        self.0.write(|state| {
            let draft = step(state.owner(&email));
            state.add_draft(draft)
        })
    }

    async fn redeem(&self, selector: TokenSelector, step: RedeemStep) -> Result<Uuid, VerifyError> {
        // A counted try goes with a commit, so it is told apart from an error only outside.
        let redeemed = self.0.write(|state| {
            let Some(at) = position(state, &selector) else { return Ok(None) };
            let mut token = state.tokens[at].clone();
            token.code_tries = tries(state, &token);
            let registration =
                state.registrations.iter().find(|row| Some(row.id) == token.registration_id).cloned();
            let address_taken = state.user_by_email(&token.email).is_some();
            match step(&Confirmation { token, registration, address_taken }) {
                Redemption::Create(user) => {
                    let (id, email) = (user.id, user.email.clone());
                    state.tokens[at].used_at = Some(user.created_at);
                    state.add_user(*user)?;
                    drop_registrations(state, &email);
                    Ok(Some(id))
                }
                Redemption::CountTry => {
                    state.tokens[at].code_tries += 1;
                    Ok(None)
                }
                Redemption::Refuse => Ok::<_, Fault>(None),
            }
        })?;
        redeemed.ok_or(VerifyError::TokenInvalid)
    }

    async fn find_token(&self, id: Uuid) -> Result<Option<OneTimeToken>, Fault> {
        self.0.read(|state| {
            let token = state.tokens.iter().find(|row| row.id == id)?;
            Some(OneTimeToken { code_tries: tries(state, token), ..token.clone() })
        })
    }

    async fn sign_in_record(&self, email: &EmailAddress) -> Result<Option<SignInRecord>, Fault> {
        self.0.read(|state| {
            if let Some(row) = state.user_by_email(email) {
                let (user, password_hash) = (Box::new(row.user.clone()), row.password_hash.clone());
                return Some(SignInRecord::User { user, password_hash });
            }
            let registration = state.newest_registration(email)?;
            Some(SignInRecord::Unverified { password_hash: registration.password_hash.clone() })
        })
    }

    async fn create_user(&self, user: NewUser) -> Result<(), NewUserError> {
        self.0.write(|state| {
            if state.user_by_email(&user.email).is_some() {
                return Err(NewUserError::AddressTaken);
            }
            let email = user.email.clone();
            state.add_user(user)?;
            drop_registrations(state, &email);
            Ok(())
        })
    }

    async fn find_by_email(&self, email: &EmailAddress) -> Result<Option<User>, Fault> {
        self.0.read(|state| state.user_by_email(email).map(|row| row.user.clone()))
    }

    async fn with_role(&self, role: Role) -> Result<Vec<User>, Fault> {
        self.0.read(|state| {
            let rows = state.users.values().filter(|row| row.user.roles.has(role));
            let mut users: Vec<User> = rows.map(|row| row.user.clone()).collect();
            users.sort_by_key(|user| (user.created_at, user.id));
            users
        })
    }
}

fn position(state: &State, selector: &TokenSelector) -> Option<usize> {
    match selector {
        TokenSelector::Id(id) => state.tokens.iter().position(|row| row.id == *id),
        TokenSelector::NewestFor(email, purpose) => {
            let mut sent: Vec<usize> = (0..state.tokens.len())
                .filter(|at| state.tokens[*at].registration_id.is_some())
                .filter(|at| {
                    state.tokens[*at].purpose == *purpose && state.same(&state.tokens[*at].email, email)
                })
                .collect();
            // The sort is stable, so that of two tokens of the same instant the one written later is the newest.
            sent.sort_by_key(|at| state.tokens[*at].created_at);
            sent.pop()
        }
    }
}

/// The number of wrong codes typed for the address of a token, including those for its earlier mails.
fn tries(state: &State, token: &OneTimeToken) -> u32 {
    if state.has(Planted::TriesOfOneMail) {
        return token.code_tries;
    }
    let counts = |row: &&OneTimeToken| {
        row.purpose == token.purpose
            && state.same(&row.email, &token.email)
            && row.created_at > token.created_at - TRIES_COUNT_FOR
    };
    state.tokens.iter().filter(counts).map(|row| row.code_tries).sum()
}

/// Drops the registrations of an address; the tokens of a dropped registration become useless.
fn drop_registrations(state: &mut State, email: &EmailAddress) {
    if state.has(Planted::RegistrationsKept) {
        return;
    }
    let (dropped, kept): (Vec<_>, Vec<_>) =
        std::mem::take(&mut state.registrations).into_iter().partition(|row| state.same(&row.email, email));
    state.registrations = kept;
    for token in &mut state.tokens {
        if dropped.iter().any(|row| Some(row.id) == token.registration_id) {
            token.registration_id = None;
        }
    }
}
