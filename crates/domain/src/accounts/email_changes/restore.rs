//! The rule for restoring an address. It is only needed for a stolen account, so everything that the attacker may have
//! added is removed.

use time::OffsetDateTime;
use uuid::Uuid;

use super::change::{EmailChange, EmailChangeOutcome, PresentedChange};
use crate::accounts::factors::{AccountSecurity, Factor, FactorKind, SecurityChange};
use crate::accounts::identities::Identity;
use crate::accounts::tokens::{OneTimeToken, Purpose};
use crate::act::Act;
use crate::mail::MailKind;
use crate::shared::holds_url;

/// Gives the account back the address that `left` replaced. Every session ends. Unverified factors and all factors,
/// recovery codes and identities since the earliest suspect time of the ended changes are removed and listed for the
/// owner. With `granted` the caller may set a password.
pub(super) fn restore(
    seen: &PresentedChange,
    left: &EmailChange,
    granted: bool,
    act: &Act,
) -> EmailChangeOutcome {
    let PresentedChange { change, others, account, .. } = seen;
    let later = |other: &&EmailChange| other.changed_at.is_none() || other.changed_at >= left.changed_at;
    let ended: Vec<&EmailChange> = others.iter().chain([change]).filter(later).collect();
    let since = ended.iter().map(|change| change.suspect_since).min().unwrap_or(left.suspect_since);
    let (factors, identities) = suspects(account, since);
    let keeps_factor = account.verified().any(|factor| !factors.contains(&factor));
    let keeps_codes = account.recovery.as_ref().is_some_and(|codes| keeps_factor && codes.created_at < since);
    let (user, back) = (&account.user, &left.old_email);
    let mut notice = act.mail(MailKind::AccountRestored, back, &user.name);
    notice.items =
        factors.iter().filter(|factor| factor.is_verified()).map(|factor| describe(factor)).collect();
    notice.items.extend(identities.iter().map(|identity| identity.describe()));
    let moves = user.email.key() != back.key();
    let removal_notice = || act.mail(MailKind::EmailRestored, &user.email, &user.name);
    EmailChangeOutcome::Restore {
        to: back.clone(),
        ended: ended.iter().map(|change| change.id).collect(),
        grant: granted
            .then(|| OneTimeToken::new(act.new_id(), Purpose::RecoveryGrant, back.clone(), None, act.now)),
        security: Box::new(SecurityChange {
            remove: factors.iter().map(|factor| factor.id).collect(),
            unlink: identities.iter().map(|identity| identity.id).collect(),
            recovery: (!keeps_codes).then_some(None),
            end: account.sessions.iter().map(|session| session.id).collect::<Vec<Uuid>>(),
            mails: moves.then(removal_notice).into_iter().chain([notice]).collect(),
            audit: Some(act.audit_own("user.email_restored", user.id)),
            ..SecurityChange::default()
        }),
    }
}

/// The factors and identities that an attacker may have added.
fn suspects(account: &AccountSecurity, since: OffsetDateTime) -> (Vec<&Factor>, Vec<&Identity>) {
    let added = |factor: &&Factor| {
        factor.created_at >= since || factor.verified_at.is_none_or(|verified_at| verified_at >= since)
    };
    let linked = |identity: &&Identity| identity.linked_at >= since;
    (account.factors.iter().filter(added).collect(), account.identities.iter().filter(linked).collect())
}

/// Describes a factor in the mail. A name that mail programs would turn into a link is omitted, because the attacker
/// may have chosen it.
fn describe(factor: &Factor) -> String {
    let kind = match factor.kind() {
        FactorKind::Totp => "authenticator app",
        FactorKind::Passkey => "passkey",
    };
    let name = &factor.friendly_name;
    if holds_url(name) { kind.to_owned() } else { format!("{kind} \u{201c}{name}\u{201d}") }
}

#[cfg(test)]
mod tests;
