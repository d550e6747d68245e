//! `FactorStore` in memory.

use async_trait::async_trait;
use forum_domain::accounts::{
    AccountFactors, CHALLENGE_LIFETIME, ChallengePurpose, Factor, FactorChange, FactorError, FactorRefused,
    FactorStep, FactorStore,
};
use forum_domain::shared::Fault;
use uuid::Uuid;

use super::database::MemoryDatabase;
use super::planted::Planted;
use super::state::{State, exists};

pub struct MemoryFactorStore(MemoryDatabase);

impl MemoryFactorStore {
    pub fn new(database: MemoryDatabase) -> Self {
        Self(database)
    }
}

fn account_factors(state: &State, user_id: Uuid, challenge_id: Option<Uuid>) -> Option<AccountFactors> {
    let row = state.users.get(&user_id)?;
    let anybodys = state.has(Planted::AnybodyAnswersChallenges);
    let own = challenge_id.and_then(|id| state.challenges.get(&id));
    Some(AccountFactors {
        user: row.user.clone(),
        password_set_at: row.password.as_ref().map(|(_, at)| *at),
        factors: state.factors_of(user_id),
        recovery: state.recovery_codes.get(&user_id).cloned(),
        challenge: own.filter(|challenge| anybodys || challenge.user_id == user_id).cloned(),
    })
}

fn store(state: &mut State, user_id: Uuid, change: FactorChange) -> Result<(), FactorError> {
    let FactorChange { put, remove, recovery, challenge, answered, proofs, mail, audit } = change;
    let gone = |row: &Uuid| remove.contains(row);
    state.factors.retain(|id, row| row.user_id != user_id || !gone(id));
    let factors = &state.factors;
    state.challenges.retain(|_, row| match row.purpose {
        ChallengePurpose::Verify { factor_id } => factors.contains_key(&factor_id),
        ChallengePurpose::SignIn { .. } => true,
    });
    for factor in put {
        exists("user", state.users.contains_key(&factor.user_id))?;
        let same = |row: &Factor| {
            row.id != factor.id
                && row.passkey().is_some_and(|own| {
                    factor.passkey().is_some_and(|new| new.credential_id == own.credential_id)
                })
        };
        if state.factors.values().any(same) && !state.has(Planted::PasskeyShared) {
            return Err(FactorRefused::CredentialInvalid.into());
        }
        state.factors.insert(factor.id, factor);
    }
    match recovery {
        None => {}
        Some(None) => drop(state.recovery_codes.remove(&user_id)),
        Some(Some(codes)) => drop(state.recovery_codes.insert(user_id, codes)),
    }
    if let Some(challenge) = challenge {
        let expired = challenge.created_at - CHALLENGE_LIFETIME;
        state.challenges.retain(|_, row| row.user_id != user_id || row.created_at > expired);
        state.challenges.insert(challenge.id, challenge);
    }
    if let Some(id) = answered.filter(|_| !state.has(Planted::ChallengeAnsweredTwice)) {
        state.challenges.remove(&id);
    }
    if let Some((id, proofs)) = proofs
        && let Some(session) = state.sessions.get_mut(&id)
    {
        session.proofs = proofs;
    }
    mail.map_or(Ok(()), |mail| state.add_mail(mail))?;
    Ok(audit.map_or(Ok(()), |audit| state.add_audit(audit))?)
}

#[async_trait]
impl FactorStore for MemoryFactorStore {
    async fn of_user(&self, user_id: Uuid) -> Result<Option<AccountFactors>, Fault> {
        self.0.read(|state| account_factors(state, user_id, None))
    }

    async fn change(
        &self,
        user_id: Uuid,
        challenge_id: Option<Uuid>,
        step: FactorStep,
    ) -> Result<(), FactorError> {
        // A refusal must be committed with its change, so it is returned inside `Ok`.
        let result = self.0.write(|state| {
            let account = account_factors(state, user_id, challenge_id);
            let Some(account) = account else { return Ok::<_, FactorError>(Err(FactorRefused::NotFound)) };
            let verdict = step(&account);
            if verdict.result.is_ok() || !state.has(Planted::MissesUncounted) {
                store(state, user_id, verdict.change)?;
            }
            Ok(verdict.result)
        })?;
        Ok(result?)
    }
}
