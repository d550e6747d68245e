//! Invitations of administrators. The owner of the invited address accepts with an account that has a password and a
//! second factor, so nobody becomes an administrator by reading one mail.

use std::sync::Arc;

use uuid::Uuid;

use crate::accounts::{
    AccountSecurity, Administrator, Caller, OneTimeToken, Purpose, Reader, Role, Secrets, fresh_session,
};
use crate::act::Act;
use crate::audit::AuditEvent;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, EmailAddress, Fault, PersonName, Refusal};
use crate::users::{Actor, UserAdministration, UserChange, UserChangeContext, UserChangePlan, change_user};

/// Maximum number of open invitations, which are listed together.
pub const MAX_INVITATIONS: usize = 50;

/// An open invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Its id is that of the invitation.
    pub token: OneTimeToken,
    pub inviter: PersonName,
}

/// Read under lock.
#[derive(Debug, Clone)]
pub struct InvitationContext {
    pub open: Vec<Invitation>,
    /// Whether the address belongs to an administrator.
    pub is_of_admin: bool,
}

#[derive(Debug, Clone)]
pub struct InvitationPlan {
    pub token: OneTimeToken,
    pub mail: OutgoingMail,
    pub audit: AuditEvent,
}

/// Read under lock.
#[derive(Debug, Clone)]
pub struct AcceptContext {
    /// `None` if it is not open.
    pub invitation: Option<Invitation>,
    pub seen: UserChangeContext,
}

pub struct Invitations {
    pub users: Arc<UserAdministration>,
    pub secrets: Secrets,
}

impl Invitations {
    /// The open invitations, newest first.
    pub async fn list(&self, _: &Reader) -> Result<Vec<Invitation>, Fault> {
        self.users.users.invitations(self.users.acts.now()).await
    }

    /// Mails a link to the address.
    ///
    /// # Errors
    /// A field error at `/email`; `reauthentication_required`; `conflict` for an administrator's address and for too many
    /// invitations; `forbidden` to a former administrator.
    pub async fn invite(&self, admin: &Administrator, email: &str) -> Result<Invitation, Refusal> {
        let email = EmailAddress::parse(email, "/email")?;
        self.users.check_fresh(Actor::Administrator(admin)).await?;
        let (user, act) = (&admin.caller().user, self.users.acts.begin());
        let (actor, address, now) = (user.id, email.clone(), act.now);
        let step = Box::new(move |seen: &_| invite(seen, address, actor, &act));
        let token = self.users.users.invite(actor, email, now, step).await?;
        Ok(Invitation { token, inviter: user.name.clone() })
    }

    /// # Errors
    /// `not_found` unless the invitation is open; `forbidden` to a former administrator.
    pub async fn withdraw(&self, admin: &Administrator, id: Uuid) -> Result<(), Refusal> {
        let actor = Some(admin.caller().user.id);
        let audit = self.users.acts.begin().audit(actor, "invitation.withdrawn", ("invitation", id));
        self.users.users.withdraw_invitation(id, audit).await
    }

    /// Makes the caller an administrator. Does nothing if the caller is one.
    ///
    /// # Errors
    /// `token_invalid` for every link that is not an open invitation of the caller's address; those of [`check_ready`].
    pub async fn accept(&self, caller: &Caller, token: &str) -> Result<(), Refusal> {
        let (id, act) = (self.secrets.read_link(token).ok_or(Code::TokenInvalid)?, self.users.acts.begin());
        let (user_id, session_id, now) = (caller.user.id, caller.session_id, act.now);
        let account = self.users.account(caller, now).await?;
        let step = Box::new(move |seen: &_| {
            let plan = accept(seen, &act)?;
            // After the link, because whoever has a wrong one should not set up a second factor for nothing.
            if plan.is_some() {
                check_ready(&account, session_id, &act)?;
            }
            Ok(plan)
        });
        self.users.users.accept_invitation(user_id, id, now, step).await
    }
}

/// # Errors
/// `conflict` without a password; `second_factor_required`; `reauthentication_required`.
fn check_ready(account: &AccountSecurity, session_id: Uuid, act: &Act) -> Result<(), Refusal> {
    if account.password_hash.is_none() {
        return Err(Refusal::new(Code::Conflict, "Set a password for your account first."));
    }
    if account.verified().next().is_none() {
        return Err(Code::SecondFactorRequired.into());
    }
    Ok(fresh_session(account, session_id, act.now).map(drop)?)
}

/// # Errors
/// `conflict`.
fn invite(
    seen: &InvitationContext,
    email: EmailAddress,
    actor: Uuid,
    act: &Act,
) -> Result<InvitationPlan, Refusal> {
    if seen.is_of_admin {
        return Err(Refusal::new(Code::Conflict, "This address belongs to an administrator."));
    }
    let others = seen.open.iter().filter(|open| open.token.email.key() != email.key());
    if others.count() >= MAX_INVITATIONS {
        return Err(Refusal::new(Code::Conflict, "Too many invitations are open. Withdraw one first."));
    }
    let mail = act.mail(MailKind::AdminInvitation, &email, &PersonName::none());
    let token = OneTimeToken::new(act.new_id(), Purpose::AdminInvitation, email, None, act.now);
    let audit = act.audit(Some(actor), "invitation.sent", ("invitation", token.id));
    Ok(InvitationPlan { mail: OutgoingMail { token_id: Some(token.id), ..mail }, audit, token })
}

/// `None` if the user is an administrator already, such as after a repeated request.
///
/// # Errors
/// `token_invalid`.
fn accept(
    AcceptContext { invitation, seen }: &AcceptContext,
    act: &Act,
) -> Result<Option<UserChangePlan>, Refusal> {
    if seen.user.roles.is_admin() {
        return Ok(None);
    }
    let own = invitation.as_ref().filter(|open| open.token.email.key() == seen.user.email.key());
    let id = own.ok_or(Code::TokenInvalid)?.token.id;
    let plan = change_user(seen, UserChange::Grant(Role::Admin), None, None, act)?;
    Ok(plan.map(|plan| {
        let audit = AuditEvent { actor_id: Some(seen.user.id), ..plan.audit };
        UserChangePlan { audit: audit.with("invitation", id.to_string()), ..plan }
    }))
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;

    use super::*;
    use crate::accounts::factors::testing::{address, ana, user};
    use crate::accounts::{Roles, User};
    use crate::mail::testing::act;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const INVITER: Uuid = Uuid::from_u128(8);

    fn invitation(email: &str) -> Invitation {
        let token = OneTimeToken::new(Uuid::nil(), Purpose::AdminInvitation, address(email), None, NOW);
        Invitation { token, inviter: ana() }
    }

    #[test]
    fn an_address_that_was_invited_needs_no_free_place_and_an_administrators_is_refused() {
        let open: Vec<_> =
            (0..MAX_INVITATIONS).map(|number| invitation(&format!("{number}@example.org"))).collect();
        let table = [
            (&open[..], false, "3@Example.org", true),
            (&open[1..], false, "new@example.org", true),
            (&open, false, "new@example.org", false),
            (&[], true, "ana@example.org", false),
        ];
        for (open, is_of_admin, email, allowed) in table {
            let seen = InvitationContext { open: open.to_vec(), is_of_admin };
            let plan = invite(&seen, address(email), INVITER, &act(NOW));
            assert_eq!(plan.is_ok(), allowed, "{email}");
        }
    }

    #[test]
    fn only_the_invited_address_accepts_and_a_second_time_without_effect() {
        let (applicant, admin) = (Role::Applicant, Role::Admin);
        let table = [
            (applicant, Some("invited@example.org"), Ok(true)),
            (applicant, Some("other@example.org"), Err(Code::TokenInvalid)),
            (applicant, None, Err(Code::TokenInvalid)),
            (admin, None, Ok(false)),
        ];
        for (role, invited, expected) in table {
            let user = User { roles: Roles::from_iter([role]), ..user("Invited@example.org", NOW) };
            let id = user.id;
            let administrators = vec![INVITER];
            let seen = UserChangeContext { user, administrators, has_sessions: true, has_factors: true };
            let seen = AcceptContext { invitation: invited.map(invitation), seen };
            let granted = accept(&seen, &act(NOW)).map(|plan| {
                plan.is_some_and(|plan| plan.roles.grant == [admin] && plan.audit.actor_id == Some(id))
            });
            assert_eq!(granted.map_err(|refusal| refusal.code), expected, "{role:?} {invited:?}");
        }
    }
}
