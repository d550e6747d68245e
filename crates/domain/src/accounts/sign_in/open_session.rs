//! The rule for opening a session: the maximum per account, and notices to the owner.

use uuid::Uuid;

use crate::accounts::factors::{AccountSecurity, SecurityChange, SecurityRefused};
use crate::accounts::sessions::{Device, Proof, Session, is_new_device};
use crate::act::Act;
use crate::mail::MailKind;

/// Maximum number of live sessions per user. Opening another one ends the least recently used.
pub const SESSIONS_MAX: usize = 50;

/// Opens a session with these proofs. The owner gets notices about a new device and about an ended session.
///
/// # Errors
/// `AccountDisabled`.
pub fn open_session(
    account: &AccountSecurity,
    id: Uuid,
    proofs: Vec<Proof>,
    device: Device,
    act: &Act,
) -> Result<SecurityChange, SecurityRefused> {
    let user = &account.user;
    if user.is_disabled() {
        return Err(SecurityRefused::AccountDisabled);
    }
    let is_new = is_new_device(&device, &account.earlier);
    let surplus = (account.sessions.len() + 1).saturating_sub(SESSIONS_MAX);
    let end: Vec<Uuid> = account.sessions.iter().take(surplus).map(|session| session.id).collect();
    let kinds = [(is_new, MailKind::NewDevice), (!end.is_empty(), MailKind::SessionReplaced)];
    let mail = |kind| act.mail(kind, &user.email, &user.name);
    Ok(SecurityChange {
        mails: kinds.into_iter().filter(|(is_due, _)| *is_due).map(|(_, kind)| mail(kind)).collect(),
        end,
        open: Some(Session::open(id, user.id, proofs, device, act.now)),
        ..SecurityChange::default()
    })
}

#[cfg(test)]
mod tests;
