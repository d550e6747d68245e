//! Setting a new password with a recovery grant, for which the link or code of a mail is exchanged. An unconfirmed
//! address becomes confirmed.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{
    Accounts, Identity, NewUser, OneTimeToken, Purpose, SignInRecord, check_password, same_password,
};
use crate::act::Act;
use crate::audit::AuditEvent;
use crate::mail::{MailKind, OutgoingMail};
use crate::shared::{Code, EmailAddress, FieldError, Refusal};

impl Accounts {
    /// The grant that a bearer token identifies.
    ///
    /// # Errors
    /// `recovery_expired` for every token except one for a live grant.
    pub async fn recovery_grant(&self, text: &str) -> Result<OneTimeToken, Refusal> {
        let id = self.secrets.read_grant(text).ok_or(Code::RecoveryExpired)?;
        let token = self.store.find_token(id).await?;
        let now = self.acts.now();
        let live = |token: &OneTimeToken| token.purpose == Purpose::RecoveryGrant && token.is_live(now);
        token.filter(live).ok_or(Code::RecoveryExpired.into())
    }

    /// Sets a new password and ends all sessions of the user. Confirms the address if it is not confirmed yet. Returns the
    /// address.
    ///
    /// # Errors
    /// `recovery_expired`; field errors at `/password`, after which the grant stays usable.
    pub async fn set_recovery_password(
        &self,
        grant: OneTimeToken,
        password: &str,
    ) -> Result<EmailAddress, Refusal> {
        if password.is_empty() {
            return Err(FieldError::new("/password", "required", "Password is required.").into());
        }
        let record = self.store.sign_in_record(&grant.email).await?.ok_or(Code::RecoveryExpired)?;
        let (name, email, current) = match &record {
            SignInRecord::User(known) => {
                (&known.user.name, &known.user.email, known.password_hash.as_deref())
            }
            SignInRecord::Unverified(registration) => (&registration.name, &registration.email, None),
        };
        check_password(password, name, email)?;
        if self.hasher.verify(password, current).await? {
            return Err(same_password().into());
        }
        let hash = self.hasher.hash(password).await?;
        let act = self.acts.begin();
        let step = Box::new(move |seen: &_| set_recovery_password(seen, hash, &act));
        self.store.set_recovery_password(grant.id, step).await?;
        Ok(grant.email)
    }
}

/// Read under the lock on the address.
#[derive(Debug, Clone)]
pub struct ResetContext {
    pub grant: OneTimeToken,
    pub record: Option<SignInRecord>,
    pub identities: Vec<Identity>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PasswordReset {
    /// Set the password of a user, end all their sessions, and delete unverified factors.
    Change(Box<ChosenPassword>),
    /// Create the user and delete the pending registrations for the address.
    Create(Box<NewUser>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenPassword {
    pub user_id: Uuid,
    /// argon2id hash in PHC form.
    pub password_hash: String,
    pub at: OffsetDateTime,
    /// The notice to the owner; `None` for a first password.
    pub mail: Option<OutgoingMail>,
    pub audit: AuditEvent,
}

pub fn set_recovery_password(
    seen: &ResetContext,
    password_hash: String,
    act: &Act,
) -> Result<PasswordReset, Refusal> {
    let ResetContext { grant, record, identities } = seen;
    if grant.purpose != Purpose::RecoveryGrant || !grant.is_live(act.now) {
        return Err(Code::RecoveryExpired.into());
    }
    Ok(match record.as_ref().ok_or(Code::RecoveryExpired)? {
        SignInRecord::User(account) => {
            let user = &account.user;
            let mail = || OutgoingMail {
                items: identities.iter().map(Identity::describe).collect(),
                ..act.mail(MailKind::PasswordChanged, &user.email, &user.name)
            };
            let audit = act.audit_own("password.reset", user.id);
            let mail = account.password_hash.is_some().then(mail);
            let change = ChosenPassword { user_id: user.id, password_hash, at: act.now, mail, audit };
            PasswordReset::Change(Box::new(change))
        }
        SignInRecord::Unverified(registration) => {
            let user = registration.confirmed(Some(password_hash), act);
            PasswordReset::Create(Box::new(user))
        }
    })
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::*;
    use crate::accounts::factors::testing::{self, address, ana};
    use crate::mail::testing::{FIRST_ID, act};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const ANA: &str = "a@example.org";

    fn grant() -> OneTimeToken {
        OneTimeToken::new(Uuid::from_u128(2), Purpose::RecoveryGrant, address(ANA), None, NOW)
    }

    fn user(password_hash: Option<&str>) -> Option<SignInRecord> {
        Some(testing::owner(testing::user(ANA, NOW), password_hash))
    }

    fn pending() -> Option<SignInRecord> {
        Some(SignInRecord::Unverified(Box::new(testing::registration(ANA, NOW))))
    }

    fn reset(grant: OneTimeToken, record: Option<SignInRecord>, after: Duration) -> Option<PasswordReset> {
        let seen = ResetContext { grant, record, identities: vec![testing::identity(8, NOW)] };
        set_recovery_password(&seen, "new".into(), &act(NOW + after)).ok()
    }

    #[test]
    fn a_grant_is_accepted_once_within_ten_minutes() {
        let minute = Duration::MINUTE;
        let used = OneTimeToken { used_at: Some(NOW), ..grant() };
        let link = OneTimeToken { purpose: Purpose::Recovery, ..grant() };
        let table = [
            (grant(), user(Some("old")), minute, true),
            (grant(), user(Some("old")), minute * 10 - Duration::SECOND, true),
            (grant(), user(Some("old")), minute * 10, false),
            (grant(), user(None), minute, true),
            (grant(), pending(), minute, true),
            (grant(), None, minute, false),
            (used, user(Some("old")), minute, false),
            (link, user(Some("old")), minute, false),
        ];
        for (grant, record, after, accepted) in table {
            let case = format!("{grant:?} {record:?} {after}");
            assert_eq!(reset(grant, record, after).is_some(), accepted, "{case}");
        }
    }

    #[test]
    fn the_owner_is_notified_unless_it_is_the_first_password() {
        let notice = (MailKind::PasswordChanged, vec!["sign-in with school".to_owned()]);
        for (earlier, expected) in [(Some("old"), Some(notice)), (None, None)] {
            let Some(PasswordReset::Change(change)) = reset(grant(), user(earlier), Duration::MINUTE) else {
                panic!("an existing user")
            };
            let ChosenPassword { user_id, password_hash, at, mail, audit } = *change;
            assert_eq!((user_id, password_hash.as_str()), (Uuid::from_u128(7), "new"));
            assert_eq!(at, NOW + Duration::MINUTE);
            assert_eq!(mail.map(|mail| (mail.kind, mail.items)), expected);
            let audited = (audit.action, audit.actor_id, audit.target_id, audit.at);
            assert_eq!(audited, ("password.reset", Some(user_id), user_id, at));
        }
    }

    #[test]
    fn a_pending_registration_becomes_a_user_with_the_new_password_and_not_the_one_from_sign_up() {
        let Some(PasswordReset::Create(user)) = reset(grant(), pending(), Duration::MINUTE) else {
            panic!("a pending registration")
        };
        assert_eq!((user.name, user.password_hash.as_deref()), (ana(), Some("new")));
        assert_eq!((user.id, user.audit.action), (Uuid::from_u64_pair(0, FIRST_ID), "user.verified"));
    }
}
