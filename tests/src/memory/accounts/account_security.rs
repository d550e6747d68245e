//! What decides who may sign in to an account, in memory.

use forum_domain::accounts::{
    AccountSecurity, CHALLENGE_LIFETIME, ChallengePurpose, DEVICE_REMEMBERED, Device, EarlierSignIns, Factor,
    Identity, SecurityChange, SecurityQuery, Session,
};
use forum_domain::shared::{Code, Refusal};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::memory::state::{State, exists, unique};

/// Everything that a rule about this account sees.
pub(crate) fn read(state: &State, user_id: Uuid, query: &SecurityQuery) -> Option<AccountSecurity> {
    let row = state.users.get(&user_id)?;
    let challenge = query.challenge_id.and_then(|id| state.challenges.get(&id));
    let own = |session: &&Session| session.user_id == user_id && session.check_alive(query.now).is_ok();
    let mut sessions: Vec<Session> = state.sessions.values().filter(own).cloned().collect();
    sessions.sort_by_key(|session| (session.last_used_at, session.created_at, session.id));
    Some(AccountSecurity {
        user: row.user.clone(),
        password_hash: row.password.clone(),
        factors: state.factors_of(user_id),
        recovery: state.recovery_codes.get(&user_id).cloned(),
        identities: state.identities_of(user_id),
        sessions,
        challenge: challenge.filter(|challenge| challenge.user_id == user_id).cloned(),
        earlier: query
            .opens
            .as_ref()
            .map(|device| earlier(state, user_id, device, query.now))
            .unwrap_or_default(),
    })
}

fn earlier(state: &State, user_id: Uuid, device: &Device, now: OffsetDateTime) -> EarlierSignIns {
    let own = || state.sessions.values().filter(|row| row.user_id == user_id);
    let known = own()
        .filter(|row| row.device.ip_prefix == device.ip_prefix && row.last_used_at > now - DEVICE_REMEMBERED);
    let mut devices: Vec<Device> = known.map(|row| row.device.clone()).collect();
    devices.sort_by_key(|device| device.user_agent.clone());
    devices.dedup();
    EarlierSignIns { any: own().next().is_some(), devices }
}

/// Stores everything that a step decided.
pub(crate) fn store(
    state: &mut State,
    user_id: Uuid,
    now: OffsetDateTime,
    change: SecurityChange,
) -> Result<(), Refusal> {
    let SecurityChange {
        put,
        remove,
        recovery,
        link,
        unlink,
        challenge,
        answered,
        proofs,
        end,
        open,
        mails,
        audit,
        record,
        refused: _,
    } = change;
    state.add_request(record)?;
    state.factors.retain(|id, row| row.user_id != user_id || !remove.contains(id));
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
        if state.factors.values().any(same) {
            return Err(Code::CredentialInvalid.into());
        }
        state.factors.insert(factor.id, factor);
    }
    match recovery {
        None => {}
        Some(None) => drop(state.recovery_codes.remove(&user_id)),
        Some(Some(codes)) => drop(state.recovery_codes.insert(user_id, codes)),
    }
    if let Some(identity) = link {
        let same = |row: &Identity| (&row.provider, &row.subject) == (&identity.provider, &identity.subject);
        if state.identities.iter().any(same) {
            return Err(Code::IdentityTaken.into());
        }
        state.identities.push(identity);
    }
    state.identities.retain(|row| !unlink.contains(&row.id) || row.user_id != user_id);
    if let Some(challenge) = challenge {
        let expired = challenge.created_at - CHALLENGE_LIFETIME;
        state.challenges.retain(|_, row| row.user_id != user_id || row.created_at > expired);
        state.challenges.insert(challenge.id, challenge);
    }
    if let Some(id) = answered {
        state.challenges.remove(&id);
    }
    if let Some((id, proofs)) = proofs
        && let Some(session) = state.sessions.get_mut(&id)
    {
        session.proofs = proofs;
    }
    for session in state.sessions.values_mut() {
        if end.contains(&session.id) && session.user_id == user_id {
            session.revoked_at.get_or_insert(now);
        }
    }
    if let Some(session) = open {
        unique("sessions", !state.sessions.contains_key(&session.id))?;
        state.sessions.insert(session.id, session);
    }
    mails.into_iter().try_for_each(|mail| state.add_mail(mail))?;
    Ok(audit.map_or(Ok(()), |audit| state.add_audit(audit))?)
}
