//! The rules for the links in mails about a change of address: confirming it from either address, and restoring the old
//! one.

use uuid::Uuid;

use crate::accounts::restore_email::restore_email;
use crate::accounts::{
    Accounts, AddressSide, EmailChange, EmailChangeOutcome, OneTimeToken, PresentedChange, Purpose, Redeemed,
};
use crate::act::Act;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, Refusal};

impl Accounts {
    /// Redeems the link with this token, whose secret has been verified.
    pub(super) async fn redeem_email_change(&self, token_id: Uuid) -> Result<Redeemed, Refusal> {
        let act = self.acts.begin();
        let now = act.now;
        let step = Box::new(move |seen: &_| redeem_email_change(seen, &act));
        Ok(match self.store.redeem_email_change(token_id, now, step).await? {
            EmailChangeOutcome::Confirm(side) => Redeemed::EmailChange { pending: Some(side.other()) },
            EmailChangeOutcome::Restore { grant: Some(grant), .. } => {
                Redeemed::EmailRestored { recovery_token: self.secrets.grant(grant.id) }
            }
            EmailChangeOutcome::Complete { .. } | EmailChangeOutcome::Restore { grant: None, .. } => {
                Redeemed::EmailChange { pending: None }
            }
        })
    }
}

/// Decides what such a link does.
///
/// # Errors
/// `token_invalid`.
pub fn redeem_email_change(seen: &PresentedChange, act: &Act) -> Result<EmailChangeOutcome, Refusal> {
    if !seen.token.is_live(act.now) {
        return Err(Code::TokenInvalid.into());
    }
    let outcome = match seen.token.purpose {
        Purpose::ChangeEmailOld => confirm(seen, AddressSide::Old, act),
        Purpose::ChangeEmailNew => confirm(seen, AddressSide::New, act),
        Purpose::RestoreEmail => {
            let PresentedChange { change, taken, .. } = seen;
            let can = change.changed_at.is_some() && change.ended_at.is_none() && !taken;
            can.then(|| restore_email(seen, change, true, act))
        }
        _ => None,
    };
    outcome.ok_or(Code::TokenInvalid.into())
}

fn confirm(seen: &PresentedChange, side: AddressSide, act: &Act) -> Option<EmailChangeOutcome> {
    let PresentedChange { change, account, taken, .. } = seen;
    let user = &account.user;
    let is_valid =
        change.is_pending(act.now) && user.email.key() == change.old_email.key() && !user.is_disabled();
    let last = change.is_confirmed(side.other());
    // The old address must not learn that the new one is taken: its confirmation alone does not reveal it.
    if !is_valid || (*taken && (last || side == AddressSide::New)) {
        return None;
    }
    if !last {
        return Some(EmailChangeOutcome::Confirm(side));
    }
    // A restore link to the intermediate address would give the account back to the attacker.
    let reserves_new_address = |earlier: &&EmailChange| {
        earlier.changed_at.is_some()
            && act.now < earlier.expires_at
            && earlier.old_email.key() == change.new_email.key()
    };
    if let Some(earlier) = seen.others.iter().find(reserves_new_address) {
        return Some(restore_email(seen, earlier, side == AddressSide::New, act));
    }
    let old = &change.old_email;
    let restore =
        OneTimeToken::of_change(act.new_id(), Purpose::RestoreEmail, old.clone(), Some(change.id), act.now);
    let notice = act.mail(MailKind::EmailChanged, old, &user.name);
    let mail = Box::new(OutgoingMail { token_id: Some(restore.id), ..notice });
    Some(EmailChangeOutcome::Complete {
        side,
        restore,
        mail,
        audit: act.audit_own("user.email_changed", user.id),
    })
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::*;
    use crate::accounts::change_email::tests::{NOW, change};
    use crate::accounts::factors::testing::{account, address};
    use crate::mail::testing::act;

    const MINUTE: Duration = Duration::MINUTE;

    /// A link with this purpose, sent at [`NOW`].
    fn presented(purpose: Purpose) -> PresentedChange {
        let mut change = change();
        let email = match purpose {
            Purpose::ChangeEmailNew => change.new_email.clone(),
            _ => change.old_email.clone(),
        };
        let mut account = account("old@example.org", NOW);
        if purpose == Purpose::RestoreEmail {
            (change.old_confirmed_at, change.new_confirmed_at, change.changed_at) =
                (Some(NOW), Some(NOW), Some(NOW));
            account.user.email = change.new_email.clone();
        }
        let token = OneTimeToken::of_change(Uuid::from_u128(2), purpose, email, Some(change.id), NOW);
        PresentedChange { token, change, others: Vec::new(), account, taken: false }
    }

    fn with(purpose: Purpose, alter: impl FnOnce(&mut PresentedChange)) -> PresentedChange {
        let mut seen = presented(purpose);
        alter(&mut seen);
        seen
    }

    fn word(seen: &PresentedChange, after: Duration) -> &'static str {
        match redeem_email_change(seen, &act(NOW + after)) {
            Err(_) => "refuse",
            Ok(EmailChangeOutcome::Confirm(AddressSide::Old)) => "old confirms",
            Ok(EmailChangeOutcome::Confirm(AddressSide::New)) => "new confirms",
            Ok(EmailChangeOutcome::Complete { .. }) => "complete",
            Ok(EmailChangeOutcome::Restore { .. }) => "restore",
        }
    }

    #[test]
    fn the_second_confirmation_changes_the_address() {
        use Purpose::{ChangeEmailNew, ChangeEmailOld};
        type Alter = fn(&mut PresentedChange);
        let (none, soon, hour): (Alter, _, _) = (|_| {}, MINUTE, MINUTE * 60);
        let new_confirmed: Alter = |seen| seen.change.new_confirmed_at = Some(NOW);
        let table: [(Purpose, Alter, Duration, &str); 15] = [
            (ChangeEmailOld, none, hour - MINUTE, "old confirms"),
            (ChangeEmailNew, none, hour - MINUTE, "new confirms"),
            (ChangeEmailOld, none, hour, "refuse"),
            (ChangeEmailOld, new_confirmed, soon, "complete"),
            (ChangeEmailNew, |seen| seen.change.old_confirmed_at = Some(NOW), soon, "complete"),
            (ChangeEmailOld, |seen| seen.taken = true, soon, "old confirms"),
            (
                ChangeEmailOld,
                |seen| (seen.taken, seen.change.new_confirmed_at) = (true, Some(NOW)),
                soon,
                "refuse",
            ),
            (ChangeEmailNew, |seen| seen.taken = true, soon, "refuse"),
            (ChangeEmailNew, |seen| seen.token.used_at = Some(NOW), soon, "refuse"),
            (ChangeEmailNew, |seen| seen.change.ended_at = Some(NOW), soon, "refuse"),
            (ChangeEmailNew, |seen| seen.change.changed_at = Some(NOW), soon, "refuse"),
            (ChangeEmailNew, |seen| seen.change.expires_at = NOW + MINUTE, soon, "refuse"),
            (ChangeEmailNew, |seen| seen.account.user.email = address("x@example.org"), soon, "refuse"),
            (ChangeEmailNew, |seen| seen.account.user.disabled_at = Some(NOW), soon, "refuse"),
            (ChangeEmailNew, |seen| seen.token.purpose = Purpose::Recovery, soon, "refuse"),
        ];
        for (purpose, alter, after, expected) in table {
            let seen = with(purpose, alter);
            assert_eq!(word(&seen, after), expected, "after {after} for {seen:?}");
        }
    }

    #[test]
    fn the_old_address_can_be_restored_for_seven_days() {
        let seen = with(Purpose::ChangeEmailNew, |seen| seen.change.old_confirmed_at = Some(NOW));
        let Ok(EmailChangeOutcome::Complete { side, restore, mail, audit }) =
            redeem_email_change(&seen, &act(NOW + MINUTE))
        else {
            panic!("the second confirmation completes the change")
        };
        assert_eq!((side, restore.change_id), (AddressSide::New, Some(seen.change.id)));
        assert_eq!((restore.purpose, restore.email), (Purpose::RestoreEmail, address("old@example.org")));
        assert_eq!(restore.expires_at, NOW + MINUTE + Duration::days(7));
        assert_eq!((mail.kind, mail.to), (MailKind::EmailChanged, address("old@example.org")));
        assert_eq!((mail.token_id, mail.name), (Some(restore.id), seen.account.user.name));
        assert_eq!((audit.action, audit.actor_id), ("user.email_changed", Some(seen.account.user.id)));
    }

    #[test]
    fn a_link_restores_the_address_unless_the_change_ended_or_the_address_is_taken() {
        use Purpose::RestoreEmail;
        let soon = Duration::days(7) - MINUTE;
        let table = [
            (presented(RestoreEmail), soon, "restore"),
            (with(RestoreEmail, |seen| seen.account.user.email = address("x@example.org")), soon, "restore"),
            (with(RestoreEmail, |seen| seen.account.user.disabled_at = Some(NOW)), soon, "restore"),
            (presented(RestoreEmail), Duration::days(7), "refuse"),
            (with(RestoreEmail, |seen| seen.taken = true), soon, "refuse"),
            (with(RestoreEmail, |seen| seen.token.used_at = Some(NOW)), soon, "refuse"),
            (with(RestoreEmail, |seen| seen.change.ended_at = Some(NOW)), soon, "refuse"),
            (with(RestoreEmail, |seen| seen.change.changed_at = None), soon, "refuse"),
        ];
        for (seen, after, expected) in table {
            assert_eq!(word(&seen, after), expected, "after {after} for {seen:?}");
        }
    }

    /// The intermediate address must not get a link with which the attacker could take over the account again.
    #[test]
    fn changing_back_to_a_reserved_address_restores_it() {
        use Purpose::{ChangeEmailNew, ChangeEmailOld};
        let mut left = change();
        (left.id, left.changed_at, left.expires_at) =
            (Uuid::from_u128(9), Some(NOW), NOW + Duration::days(7));
        left.old_email = address("NEW@example.org");
        let last = |purpose: Purpose, alter: fn(&mut EmailChange)| {
            let mut other = left.clone();
            alter(&mut other);
            with(purpose, |seen| {
                (seen.change.old_confirmed_at, seen.change.new_confirmed_at) = match purpose {
                    ChangeEmailOld => (None, Some(NOW)),
                    _ => (Some(NOW), None),
                };
                seen.others = vec![other];
            })
        };
        // Only the reader of the reserved address may set the password immediately.
        for (purpose, granted) in [(ChangeEmailNew, true), (ChangeEmailOld, false)] {
            match redeem_email_change(&last(purpose, |_| {}), &act(NOW + MINUTE)) {
                Ok(EmailChangeOutcome::Restore { to, ended, grant, .. }) => {
                    assert_eq!((to, grant.is_some()), (address("NEW@example.org"), granted));
                    assert_eq!(ended, [Uuid::from_u128(9), change().id]);
                }
                other => panic!("expected a restore: {other:?}"),
            }
        }
        let alterations: [fn(&mut EmailChange); 3] = [
            |other| other.changed_at = None,
            |other| other.expires_at = NOW + MINUTE,
            |other| other.old_email = address("other@example.org"),
        ];
        for alter in alterations {
            assert_eq!(word(&last(ChangeEmailNew, alter), MINUTE), "complete");
        }
    }
}
