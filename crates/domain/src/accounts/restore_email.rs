//! The rule for restoring an address. It is only needed for a stolen account, so everything that the attacker may have
//! added is removed.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{
    AccountSecurity, EmailChange, EmailChangeOutcome, Factor, FactorKind, Identity, OneTimeToken,
    PresentedChange, Purpose, SecurityChange,
};
use crate::act::Act;
use crate::mail::MailKind;
use crate::shared::holds_url;

/// Gives the account back the address that `left` replaced. Every session ends. Unverified factors and all factors,
/// recovery codes and identities since the earliest suspect time of the ended changes are removed and listed for the
/// owner. With `granted` the caller may set a password.
pub(super) fn restore_email(
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
mod tests {
    use time::Duration;

    use super::*;
    use crate::accounts::change_email::SUSPECT_PERIOD;
    use crate::accounts::change_email::tests::{NOW, change as requested};
    use crate::accounts::factors::RecoveryCodes;
    use crate::accounts::factors::testing::{account, address, app, identity, passkey, session};
    use crate::mail::testing::act;

    const SINCE: OffsetDateTime = NOW.saturating_sub(SUSPECT_PERIOD);
    const BEFORE: OffsetDateTime = SINCE.saturating_sub(Duration::SECOND);

    /// A change that was requested at this time and completed immediately.
    fn change(id: u128, at: OffsetDateTime) -> EmailChange {
        EmailChange {
            id: Uuid::from_u128(id),
            requested_at: at,
            suspect_since: at - SUSPECT_PERIOD,
            changed_at: Some(at),
            ..requested()
        }
    }

    fn presented(change: EmailChange, others: Vec<EmailChange>, account: AccountSecurity) -> PresentedChange {
        let email = change.old_email.clone();
        let token =
            OneTimeToken::of_change(Uuid::from_u128(2), Purpose::RestoreEmail, email, Some(change.id), NOW);
        PresentedChange { token, change, others, account, taken: false }
    }

    fn restored(seen: &PresentedChange, granted: bool) -> (Vec<Uuid>, Option<OneTimeToken>, SecurityChange) {
        match restore_email(seen, &seen.change, granted, &act(NOW)) {
            EmailChangeOutcome::Restore { to, ended, grant, security } => {
                assert_eq!(to, seen.change.old_email);
                (ended, grant, *security)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn sign_in_methods_added_since_the_suspect_time_are_removed_and_listed_for_the_owner() {
        let mut seen = account("new@example.org", NOW);
        let renamed = |factor: Factor, name: &str| Factor { friendly_name: name.into(), ..factor };
        seen.factors = vec![
            app(1, BEFORE),
            app(2, SINCE),
            renamed(passkey(3, NOW), "visit evil.com"),
            Factor { verified_at: Some(SINCE), ..app(4, BEFORE) },
            Factor { verified_at: None, ..app(5, BEFORE) },
        ];
        seen.identities = vec![identity(6, BEFORE), identity(8, SINCE)];
        seen.sessions = vec![session(9, Vec::new(), BEFORE), session(10, Vec::new(), NOW)];
        seen.recovery = Some(RecoveryCodes::new(Uuid::nil(), BEFORE));
        let (ended, grant, security) = restored(&presented(change(1, NOW), Vec::new(), seen), true);
        let ids = |ids: &[u128]| ids.iter().map(|&id| Uuid::from_u128(id)).collect::<Vec<_>>();
        assert_eq!(ended, ids(&[1]));
        let grant = grant.map(|grant| (grant.purpose, grant.email));
        assert_eq!(grant, Some((Purpose::RecoveryGrant, address("old@example.org"))));
        assert_eq!((&security.remove, &security.unlink), (&ids(&[2, 3, 4, 5]), &ids(&[8])));
        // The recovery codes stay with the first app.
        assert_eq!((security.end, security.recovery), (ids(&[9, 10]), None));
        let notices: Vec<_> =
            security.mails.iter().map(|mail| (mail.kind, mail.to.as_str(), mail.items.len())).collect();
        let expected = [
            (MailKind::EmailRestored, "new@example.org", 0),
            (MailKind::AccountRestored, "old@example.org", 4),
        ];
        assert_eq!(notices, expected);
        let items = &security.mails[1].items;
        // No link that the attacker chose.
        assert_eq!(items[..2], ["authenticator app \u{201c}Phone 2\u{201d}", "passkey"]);
        assert_eq!(items[3], "sign-in with school");
        assert_eq!(security.audit.map(|audit| audit.action), Some("user.email_restored"));
    }

    #[test]
    fn recovery_codes_stay_only_with_a_factor_from_before_the_suspect_time() {
        let table = [
            (Some(BEFORE), BEFORE, None),
            (Some(BEFORE), SINCE, Some(None)),
            (Some(SINCE), BEFORE, Some(None)),
            (None, BEFORE, Some(None)),
        ];
        for (factor_at, codes_at, expected) in table {
            let mut seen = account("new@example.org", NOW);
            seen.factors = factor_at.map(|at| app(1, at)).into_iter().collect();
            seen.recovery = Some(RecoveryCodes::new(Uuid::nil(), codes_at));
            let (_, _, security) = restored(&presented(change(1, NOW), Vec::new(), seen), true);
            assert_eq!(security.recovery, expected, "{factor_at:?} {codes_at}");
        }
    }

    /// An attacker gains nothing by preparing with one change and stealing the account with the next one.
    #[test]
    fn later_changes_end_too_and_the_earliest_suspect_time_counts() {
        let later = EmailChange { suspect_since: BEFORE, ..change(2, NOW) };
        let waiting = EmailChange { changed_at: None, ..change(3, NOW) };
        let earlier = EmailChange { suspect_since: BEFORE - Duration::DAY, ..change(4, NOW - Duration::DAY) };
        let mut seen = account("new@example.org", NOW);
        seen.identities = vec![identity(6, BEFORE), identity(8, BEFORE - Duration::SECOND)];
        let seen = presented(change(1, NOW), vec![later, waiting, earlier], seen);
        let (ended, grant, security) = restored(&seen, false);
        assert_eq!(ended, [2, 3, 1].map(Uuid::from_u128));
        assert_eq!((security.unlink, grant), (vec![Uuid::from_u128(6)], None));
    }

    #[test]
    fn an_unchanged_address_gets_no_removal_notice() {
        let seen = presented(change(1, NOW), Vec::new(), account("Old@example.org", NOW));
        let (_, _, security) = restored(&seen, true);
        let kinds: Vec<_> = security.mails.iter().map(|mail| mail.kind).collect();
        assert_eq!(kinds, [MailKind::AccountRestored]);
    }
}
