//! The rules for a presented link or typed code. Confirming an address turns one pending registration into a user, and
//! the store deletes the others for the address. If several were pending, the user who follows the link owns the
//! address, but another person may have entered the password. The user is then created without a password, and the
//! owner sets it with a grant.

use time::OffsetDateTime;

use super::sign_in_record::SignInRecord;
use crate::accounts::new_user::{NewUser, PendingRegistration};
use crate::accounts::tokens::{CODE_ATTEMPTS, OneTimeToken, Purpose};
use crate::act::Act;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{EmailAddress, PersonName};

/// Read under the lock on the address.
#[derive(Debug, Clone)]
pub struct RedeemContext {
    pub email: EmailAddress,
    /// The token that was presented; `None` if no mail with a code was sent to the address.
    pub token: Option<OneTimeToken>,
    /// The token's registration, unless it was deleted.
    pub registration: Option<PendingRegistration>,
    pub registrations: u32,
    /// Number of wrong codes for the address.
    pub wrong_codes: u32,
    /// The owner of the address, if any.
    pub record: Option<SignInRecord>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RedeemOutcome {
    Redeem(Box<RedeemPlan>),
    /// Store only this wrong code.
    CountTry(OneTimeToken),
    Refuse,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedeemPlan {
    pub purpose: Purpose,
    pub at: OffsetDateTime,
    /// The user to create. Every pending registration for the address is then deleted.
    pub create: Option<NewUser>,
    pub grant: Option<OneTimeToken>,
    pub mail: Option<OutgoingMail>,
}

/// The purposes of the mails whose codes can be typed for an address. Any client can sign up with a user's address, and
/// this must not displace the owner's recovery mail.
pub const fn codes_of(record: Option<&SignInRecord>) -> &'static [Purpose] {
    match record {
        Some(SignInRecord::User { .. }) => &[Purpose::Recovery],
        _ => &[Purpose::VerifyEmail, Purpose::Recovery],
    }
}

pub fn redeem_link(seen: &RedeemContext, act: &Act) -> RedeemOutcome {
    let used =
        seen.token.as_ref().filter(|token| token.is_live(act.now)).and_then(|token| match token.purpose {
            Purpose::VerifyEmail => confirm(seen, act),
            Purpose::Recovery => recover(seen, token, act),
            // Links for a change of address have a separate rule.
            _ => None,
        });
    used.map_or(RedeemOutcome::Refuse, |used| RedeemOutcome::Redeem(Box::new(used)))
}

/// `matches` tells whether the typed code belongs to the token. Every code that is not accepted is counted, whatever
/// the reason or the address.
pub fn redeem_code(seen: &RedeemContext, matches: bool, act: &Act) -> RedeemOutcome {
    if seen.wrong_codes >= CODE_ATTEMPTS {
        return RedeemOutcome::Refuse;
    }
    let correct = seen.token.as_ref().filter(|token| matches && token.accepts_code(act.now));
    let used = correct.and_then(|token| match token.purpose {
        Purpose::VerifyEmail => confirm(seen, act),
        Purpose::Recovery => recover(seen, token, act),
        Purpose::SignInCode => sign_in(seen, act.now),
        _ => None,
    });
    used.map_or_else(
        || {
            let email = seen.email.clone();
            RedeemOutcome::CountTry(OneTimeToken::new(act.new_id(), Purpose::WrongCode, email, None, act.now))
        },
        |used| RedeemOutcome::Redeem(Box::new(used)),
    )
}

fn confirm(seen: &RedeemContext, act: &Act) -> Option<RedeemPlan> {
    let registration = seen.registration.as_ref()?;
    if matches!(seen.record, Some(SignInRecord::User { .. })) {
        return None;
    }
    let contested = registration.contested || seen.registrations > 1;
    let password_hash = (!contested).then(|| registration.password_hash.clone());
    let email = &registration.email;
    Some(RedeemPlan {
        purpose: Purpose::VerifyEmail,
        at: act.now,
        create: Some(registration.confirmed(password_hash, act)),
        grant: contested.then(|| grant(email, act)),
        mail: contested.then(|| act.mail(MailKind::AddressConfirmed, email, &PersonName::none())),
    })
}

fn recover(seen: &RedeemContext, token: &OneTimeToken, act: &Act) -> Option<RedeemPlan> {
    seen.record.is_some().then(|| RedeemPlan {
        purpose: Purpose::Recovery,
        at: act.now,
        create: None,
        grant: Some(grant(&token.email, act)),
        mail: None,
    })
}

fn sign_in(seen: &RedeemContext, now: OffsetDateTime) -> Option<RedeemPlan> {
    let Some(SignInRecord::User { user, .. }) = &seen.record else { return None };
    let purpose = Purpose::SignInCode;
    (!user.is_disabled()).then_some(RedeemPlan { purpose, at: now, create: None, grant: None, mail: None })
}

fn grant(email: &EmailAddress, act: &Act) -> OneTimeToken {
    OneTimeToken::new(act.new_id(), Purpose::RecoveryGrant, email.clone(), None, act.now)
}

#[cfg(test)]
mod tests;
