//! The rules for the links in mails about a change of address: confirming it from either address, and restoring the old
//! one.

use super::change::{AddressSide, EmailChange, EmailChangeOutcome, PresentedChange};
use super::restore::restore;
use crate::accounts::tokens::{OneTimeToken, Purpose};
use crate::act::Act;
use crate::mail::{MailKind, OutgoingMail};

/// Decides what such a link does; `None` if it is not accepted.
pub fn redeem_change(seen: &PresentedChange, act: &Act) -> Option<EmailChangeOutcome> {
    if !seen.token.is_live(act.now) {
        return None;
    }
    match seen.token.purpose {
        Purpose::ChangeEmailOld => confirm(seen, AddressSide::Old, act),
        Purpose::ChangeEmailNew => confirm(seen, AddressSide::New, act),
        Purpose::RestoreEmail => {
            let PresentedChange { change, taken, .. } = seen;
            let can = change.changed_at.is_some() && change.ended_at.is_none() && !taken;
            can.then(|| restore(seen, change, true, act))
        }
        _ => None,
    }
}

fn confirm(seen: &PresentedChange, side: AddressSide, act: &Act) -> Option<EmailChangeOutcome> {
    let PresentedChange { change, account, taken, .. } = seen;
    let user = &account.user;
    let is_valid =
        change.is_pending(act.now) && user.email.key() == change.old_email.key() && !user.is_disabled();
    let other = match side {
        AddressSide::Old => AddressSide::New,
        AddressSide::New => AddressSide::Old,
    };
    let last = change.is_confirmed(other);
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
        return Some(restore(seen, earlier, side == AddressSide::New, act));
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
mod tests;
