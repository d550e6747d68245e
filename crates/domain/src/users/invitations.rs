//! Invitations of administrators. The owner of the invited address accepts with an account that has a password and a
//! second factor, so nobody becomes an administrator by reading one mail.

use std::sync::Arc;

use uuid::Uuid;

use crate::accounts::reauthentication::fresh_session;
use crate::accounts::{
    AccountSecurity, Administrator, Caller, OneTimeToken, Purpose, Role, Secrets, SessionStore,
};
use crate::act::{Act, Acts};
use crate::audit::AuditEvent;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, EmailAddress, Fault, PersonName, Refusal};
use crate::users::{UserChange, UserChangeContext, UserChangePlan, UserStore, change_user};

/// Maximum number of open invitations, which are listed together.
pub const MAX_INVITATIONS: usize = 50;

/// An open invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Its id is that of the invitation.
    pub token: OneTimeToken,
    pub invited_by: Uuid,
    pub inviter: PersonName,
}

/// Read under lock.
#[derive(Debug, Clone)]
pub struct InvitationContext {
    pub open: Vec<Invitation>,
    /// The names of the address's owner, and whether the account is an administrator's.
    pub owner: Option<(PersonName, bool)>,
}

#[derive(Debug, Clone)]
pub struct InvitationPlan {
    pub token: OneTimeToken,
    /// The open invitation of the same address, which is replaced.
    pub replaced: Option<Uuid>,
    pub mail: OutgoingMail,
    pub audit: AuditEvent,
}

/// Read under lock.
#[derive(Debug, Clone)]
pub struct AcceptContext {
    pub invitation: Invitation,
    pub seen: UserChangeContext,
}

pub struct Invitations {
    pub users: Arc<dyn UserStore>,
    pub sessions: Arc<dyn SessionStore>,
    pub secrets: Secrets,
    pub acts: Acts,
}

impl Invitations {
    /// The open invitations, newest first.
    pub async fn list(&self, _: &Administrator) -> Result<Vec<Invitation>, Fault> {
        self.users.invitations(self.acts.now()).await
    }

    /// Mails a link to the address.
    ///
    /// # Errors
    /// A field error at `/email`; `reauthentication_required`; `conflict` for an administrator's address and for too many
    /// invitations; `forbidden` to a former administrator.
    pub async fn invite(&self, admin: &Administrator, email: &str) -> Result<Invitation, Refusal> {
        let email = EmailAddress::parse(email, "/email")?;
        let (caller, act) = (admin.caller(), self.acts.begin());
        self.prove(caller, &act).await?;
        let (actor, address, now) = (caller.user.id, email.clone(), act.now);
        let step = Box::new(move |seen: &_| invite(seen, &address, actor, &act));
        let token = self.users.invite(actor, email, now, step).await?;
        Ok(Invitation { token, invited_by: actor, inviter: caller.user.name.clone() })
    }

    /// # Errors
    /// `not_found` unless the invitation is open; `forbidden` to a former administrator.
    pub async fn withdraw(&self, admin: &Administrator, id: Uuid) -> Result<(), Refusal> {
        let (actor, act) = (admin.caller().user.id, self.acts.begin());
        let audit = act.audit(Some(actor), "invitation.withdrawn", ("invitation", id));
        self.users.withdraw_invitation(id, audit).await
    }

    /// Makes the caller an administrator. Does nothing if the caller is one.
    ///
    /// # Errors
    /// `token_invalid` for every link that is not an open invitation of the caller's address; `conflict` without a
    /// password; `second_factor_required`; `reauthentication_required`.
    pub async fn accept(&self, caller: &Caller, token: &str) -> Result<(), Refusal> {
        // A repeated request, whose first response was lost.
        if caller.roles().is_admin() {
            return Ok(());
        }
        let (id, act) = (self.secrets.read_link(token).ok_or(Code::TokenInvalid)?, self.acts.begin());
        let account = self.prove_own(caller, &act).await;
        let (user_id, now) = (caller.user.id, act.now);
        // A wrong link is refused first, because its owner should not set up a second factor for nothing.
        let step = Box::new(move |seen: &AcceptContext| {
            let plan = accept(seen, &act)?;
            account?;
            Ok(plan)
        });
        self.users.accept_invitation(user_id, id, now, step).await
    }

    async fn prove(&self, caller: &Caller, act: &Act) -> Result<AccountSecurity, Refusal> {
        let account = self.sessions.security(caller.user.id, act.now).await?;
        fresh_session(&account, caller.session_id, act.now)?;
        Ok(account)
    }

    async fn prove_own(&self, caller: &Caller, act: &Act) -> Result<(), Refusal> {
        let account = self.sessions.security(caller.user.id, act.now).await?;
        if account.password_hash.is_none() {
            return Err(Refusal::new(Code::Conflict, "Set a password for your account first."));
        }
        if account.verified().next().is_none() {
            return Err(Code::SecondFactorRequired.into());
        }
        fresh_session(&account, caller.session_id, act.now)?;
        Ok(())
    }
}

/// # Errors
/// `conflict`.
fn invite(
    seen: &InvitationContext,
    email: &EmailAddress,
    actor: Uuid,
    act: &Act,
) -> Result<InvitationPlan, Refusal> {
    let (name, is_admin) = seen.owner.clone().unwrap_or_else(|| (PersonName::none(), false));
    if is_admin {
        return Err(Refusal::new(Code::Conflict, "This address belongs to an administrator."));
    }
    let same = seen.open.iter().find(|open| open.token.email.key() == email.key());
    if same.is_none() && seen.open.len() >= MAX_INVITATIONS {
        return Err(Refusal::new(Code::Conflict, "Too many invitations are open. Withdraw one first."));
    }
    let token = OneTimeToken::new(act.new_id(), Purpose::AdminInvitation, email.clone(), None, act.now);
    let mail = act.mail(MailKind::AdminInvitation, email, &name);
    let audit = act.audit(Some(actor), "invitation.sent", ("invitation", token.id));
    Ok(InvitationPlan {
        replaced: same.map(|open| open.token.id),
        mail: OutgoingMail { token_id: Some(token.id), ..mail },
        audit,
        token,
    })
}

/// `None` if the user is an administrator already.
///
/// # Errors
/// `token_invalid`.
fn accept(seen: &AcceptContext, act: &Act) -> Result<Option<UserChangePlan>, Refusal> {
    let AcceptContext { invitation: Invitation { token, invited_by, .. }, seen } = seen;
    let is_open = token.purpose == Purpose::AdminInvitation
        && token.is_live(act.now)
        && token.email.key() == seen.user.email.key()
        && seen.administrators.contains(invited_by);
    if !is_open {
        return Err(Code::TokenInvalid.into());
    }
    let plan = change_user(seen, UserChange::Grant(Role::Admin), None, None, act)?;
    Ok(plan.map(|plan| UserChangePlan { audit: plan.audit.with("invitation", token.id.to_string()), ..plan }))
}

#[cfg(test)]
mod tests {
    use time::{Duration, OffsetDateTime};

    use super::*;
    use crate::accounts::factors::testing::{address, ana, user};
    use crate::mail::testing::act;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const INVITER: Uuid = Uuid::from_u128(7);

    fn invitation(id: u128, email: &str) -> Invitation {
        let email = address(email);
        let token = OneTimeToken::new(Uuid::from_u128(id), Purpose::AdminInvitation, email, None, NOW);
        Invitation { token, invited_by: INVITER, inviter: ana() }
    }

    #[test]
    fn an_invitation_replaces_the_one_of_its_address_and_is_refused_for_administrators() {
        let open: Vec<_> =
            (0..MAX_INVITATIONS as u128).map(|id| invitation(id, &format!("{id}@example.org"))).collect();
        let invite = |open: &[Invitation], owner, email: &str| {
            let seen = InvitationContext { open: open.to_vec(), owner };
            invite(&seen, &address(email), INVITER, &act(NOW))
        };
        let plan = invite(&open, Some((ana(), false)), "3@Example.org").expect("replaced");
        assert_eq!((plan.replaced, plan.mail.name), (Some(Uuid::from_u128(3)), ana()));
        assert_eq!(plan.mail.token_id, Some(plan.token.id));
        assert_eq!(plan.token.expires_at, NOW + Duration::days(3));
        assert!(invite(&open[1..], None, "new@example.org").is_ok());
        assert!(invite(&open, None, "new@example.org").is_err());
        assert!(invite(&[], Some((ana(), true)), "ana@example.org").is_err());
    }

    #[test]
    fn only_the_invited_address_accepts_while_the_invitation_is_open_and_its_sender_an_administrator() {
        type Alter = fn(&mut AcceptContext);
        let (none, soon): (Alter, _) = (|_| {}, Duration::days(3) - Duration::SECOND);
        let table: [(Alter, Duration, bool); 7] = [
            (none, soon, true),
            (none, Duration::days(3), false),
            (|seen| seen.invitation.token.used_at = Some(NOW), soon, false),
            (|seen| seen.invitation.token.purpose = Purpose::VerifyEmail, soon, false),
            (|seen| seen.invitation.token.purpose = Purpose::Recovery, soon, false),
            (|seen| seen.seen.user.email = address("other@example.org"), soon, false),
            (|seen| seen.seen.administrators.clear(), soon, false),
        ];
        for (index, (alter, after, accepted)) in table.into_iter().enumerate() {
            let user = user("Invited@example.org", NOW);
            let seen = UserChangeContext {
                user,
                administrators: vec![INVITER],
                has_sessions: true,
                has_factors: true,
            };
            let mut seen = AcceptContext { invitation: invitation(1, "invited@example.org"), seen };
            alter(&mut seen);
            let plan = accept(&seen, &act(NOW + after)).map_err(|refusal| refusal.code);
            let granted = plan.map(|plan| plan.map(|plan| plan.roles.grant));
            let expected = if accepted { Ok(Some(vec![Role::Admin])) } else { Err(Code::TokenInvalid) };
            assert_eq!(granted, expected, "case {index}");
        }
    }
}
