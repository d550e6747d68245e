//! A user's data across all contexts: a copy for the user, and the deletion of the account.

use std::sync::Arc;

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{
    AccountSecurity, AccountStore, Caller, EmailChange, Factor, Identity, PasswordHasher, Reauthentication,
    Session, SessionStore, User, fresh_session,
};
use crate::act::{Act, Acts};
use crate::applications::{Application, ApplicationEvent, ApplicationVersion, ChangeRequest, Draft};
use crate::audit::{AuditEntry, AuditEvent};
use crate::contact::ContactMessage;
use crate::headshots::{Headshot, Headshots};
use crate::mail::MailState;
use crate::newsletter::Subscriber;
use crate::notes::Note;
use crate::shared::{Code, Fault, Refusal, Step};

/// Maximum number of actions in a copy, newest first, so that the copy of a busy administrator fits into memory.
pub const ACTIONS_MAX: u32 = 20_000;

/// Maximum number of applications in a copy, newest first, because they may contain long answers.
pub const APPLICATIONS_MAX: u32 = 200;

/// Maximum number of notes in a copy, newest first.
pub const NOTES_MAX: u32 = 1_000;

/// Maximum number of requests for changes by an administrator in a copy, newest first.
pub const REQUESTS_MAX: u32 = 1_000;

/// Maximum number of sessions, of mails, of contact messages and of changes of address in a copy, newest first.
pub const ROWS_MAX: u32 = 5_000;

/// All data of one user in one snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnData {
    pub user: User,
    /// The newest [`ROWS_MAX`] sessions, including ended ones, newest first.
    pub sessions: Vec<Session>,
    /// Second factors, oldest first.
    pub factors: Vec<Factor>,
    /// Oldest first.
    pub identities: Vec<Identity>,
    /// The newest [`ROWS_MAX`] changes of address, including unconfirmed ones, newest first.
    pub email_changes: Vec<EmailChange>,
    pub draft: Option<Draft>,
    /// The newest [`APPLICATIONS_MAX`] applications, newest first.
    pub applications: Vec<OwnApplication>,
    /// The newest [`NOTES_MAX`] notes that the user wrote as an administrator, newest first.
    pub notes: Vec<Note>,
    /// The newest [`REQUESTS_MAX`] requests for changes that the user made as an administrator, newest first.
    pub change_requests: Vec<ChangeRequest>,
    pub headshots: Vec<Headshot>,
    /// The newest [`ROWS_MAX`] mails to the user's address, newest first.
    pub mails: Vec<OwnMail>,
    /// The newest [`ROWS_MAX`] messages of the contact form with the user's address, newest first.
    pub contact_messages: Vec<ContactMessage>,
    /// The newest [`ACTIONS_MAX`] entries of the audit log with the user as actor, newest first.
    pub actions: Vec<AuditEntry>,
    pub actions_total: u64,
    /// The newsletter subscription of the user's address.
    pub subscriber: Option<Subscriber>,
}

/// An application as its applicant may see it: without the internal note and the administrator who decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnApplication {
    /// The application; `note` and `decided_by` are `None`.
    pub application: Application,
    /// Its history, oldest first.
    pub history: Vec<ApplicationEvent>,
    /// The requests for changes, oldest first.
    pub requests: Vec<ChangeRequest>,
    /// The answers that edits replaced, oldest first.
    pub versions: Vec<ApplicationVersion>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnMail {
    pub kind: String,
    pub queued_at: OffsetDateTime,
    pub state: MailState,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeletionContext {
    pub account: AccountSecurity,
    pub pending: Option<Uuid>,
    pub other_admins: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeletionPlan {
    pub at: OffsetDateTime,
    pub audit: Vec<AuditEvent>,
}

#[async_trait]
pub trait OwnDataStore: Send + Sync {
    /// Records `audit`, then reads everything in one snapshot, including that event. `None` for an unknown or deleted
    /// user, for whom nothing is recorded.
    async fn collect(&self, user_id: Uuid, audit: AuditEvent) -> Result<Option<OwnData>, Fault>;

    /// Reads the user under lock, and the number of administrators under their lock, so that of two who delete their
    /// accounts concurrently the second sees the deletion of the first. Runs `step`, and stores all of the following or
    /// nothing:
    ///
    /// - the audit events of the step;
    /// - the pending application is deleted with its history; decided ones keep their status, times, decider and
    /// history, and lose everything else, including the notes and marks on them, the requests for changes
    /// and the earlier versions
    /// ([`ApplicationFields::erased`](crate::applications::ApplicationFields::erased));
    /// - photos become `removing`, and those whose files exist are returned;
    /// - the draft, profile, password, roles, sessions, recorded responses and changes of address with their tokens and
    ///   mails are deleted, together with the registrations, one-time tokens, contact messages, mails (sent or not) and the
    ///   subscription for the address,
    ///   and the mails to earlier addresses of the account that have no owner now.
    ///
    /// The id remains stored as a deleted user's id. MUST take the lock on the user before the lock on an application,
    /// as all units of work do.
    ///
    /// # Errors
    /// Those of the step; `session_revoked` for an unknown or deleted user.
    async fn delete_account(
        &self,
        user_id: Uuid,
        now: OffsetDateTime,
        step: Step<DeletionContext, DeletionPlan>,
    ) -> Result<Vec<Headshot>, Refusal>;
}

pub struct OwnDataService {
    pub own_data: Arc<dyn OwnDataStore>,
    pub sessions: Arc<dyn SessionStore>,
    pub accounts: Arc<dyn AccountStore>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub headshots: Arc<Headshots>,
    pub acts: Acts,
}

pub struct DataCopy {
    pub at: OffsetDateTime,
    pub data: OwnData,
    /// The photos whose files exist, with their content.
    pub photos: Vec<(Headshot, Vec<u8>)>,
}

impl OwnDataService {
    /// All data about the caller, whose session must be fresh. The copy is audited.
    ///
    /// # Errors
    /// `session_revoked`, `reauthentication_required`.
    pub async fn export(&self, caller: &Caller) -> Result<DataCopy, Refusal> {
        let (user_id, act) = (caller.user.id, self.acts.begin());
        let at = act.now;
        let account = self.sessions.security(user_id, at).await;
        let account = account.map_err(|refusal| refusal.shown_as(Code::SessionRevoked, &[Code::NotFound]))?;
        fresh_session(&account, caller.session_id, at)?;
        let audit = act.audit_own("user.exported", user_id);
        let data = self.own_data.collect(user_id, audit).await?.ok_or(Code::SessionRevoked)?;
        let mut photos = Vec::new();
        for headshot in &data.headshots {
            if let Some(content) = self.headshots.content(&headshot.key).await? {
                photos.push((headshot.clone(), content));
            }
        }
        Ok(DataCopy { at, data, photos })
    }

    /// Deletes the caller's account. Without the current password the session must be fresh.
    /// [`OwnDataStore::delete_account`] describes the remaining data. The sweep deletes files of photos that cannot be
    /// deleted now.
    pub async fn delete_account(&self, caller: &Caller, password: Option<&str>) -> Result<(), Refusal> {
        let user_id = caller.user.id;
        let proved = Reauthentication::of(caller, password, &*self.accounts, &*self.hasher).await?;
        let act = self.acts.begin();
        let now = act.now;
        let step = Box::new(move |context: &DeletionContext| delete_account(context, &proved, &act));
        for headshot in self.own_data.delete_account(user_id, now, step).await? {
            self.headshots.clear(&headshot).await;
        }
        Ok(())
    }
}

/// Decides whether an account may be deleted.
///
/// # Errors
/// `invalid_credentials`, `reauthentication_required`, `session_revoked`, `last_admin`.
pub fn delete_account(
    context: &DeletionContext,
    proved: &Reauthentication,
    act: &Act,
) -> Result<DeletionPlan, Refusal> {
    let DeletionContext { account, pending, other_admins } = context;
    proved.check(account, act.now)?;
    if account.user.roles.is_admin() && *other_admins == 0 {
        return Err(Code::LastAdmin.into());
    }
    let user_id = account.user.id;
    let withdrawn = pending.map(|id| act.audit(Some(user_id), "application.withdrawn", ("application", id)));
    let audit = withdrawn.into_iter().chain([act.audit_own("user.deleted", user_id)]).collect();
    Ok(DeletionPlan { at: act.now, audit })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::factors::testing::{USER, account, session};
    use crate::accounts::roles::{Role, Roles};
    use crate::mail::testing::act;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const ANA: Uuid = USER;

    fn context(role: Role, other_admins: u64, pending: Option<Uuid>) -> DeletionContext {
        let mut account = account("a@example.org", NOW);
        account.user.roles = Roles::from_iter([role]);
        account.sessions = vec![session(1, Vec::new(), NOW)];
        DeletionContext { account, pending, other_admins }
    }

    fn proved(hash: &str) -> Reauthentication {
        Reauthentication { session_id: Uuid::from_u128(1), password_hash: Some(hash.to_owned()) }
    }

    #[test]
    fn every_user_except_the_last_administrator_can_delete_their_account_with_the_password() {
        let wrong = Err(Code::InvalidCredentials);
        let table = [
            (Role::Applicant, 0, "hash", Ok(())),
            (Role::Member, 0, "hash", Ok(())),
            (Role::Admin, 1, "hash", Ok(())),
            (Role::Admin, 0, "hash", Err(Code::LastAdmin)),
            (Role::Applicant, 0, "changed", wrong),
            (Role::Admin, 0, "changed", wrong),
        ];
        for (role, other_admins, hash, expected) in table {
            let plan = delete_account(&context(role, other_admins, None), &proved(hash), &act(NOW));
            assert_eq!(
                plan.map(drop).map_err(|refusal| refusal.code),
                expected,
                "{role:?}, {other_admins} others, {hash}"
            );
        }
    }

    #[test]
    fn the_deletion_and_a_withdrawn_application_are_audited() {
        let application = Uuid::from_u128(4);
        let recorded = |pending| {
            let plan = delete_account(&context(Role::Applicant, 0, pending), &proved("hash"), &act(NOW));
            let entries = plan.expect("an allowed deletion").audit.into_iter();
            entries.map(|entry| (entry.actor_id, entry.action, entry.target_id)).collect::<Vec<_>>()
        };
        let deleted = (Some(ANA), "user.deleted", ANA);
        assert_eq!(recorded(None), [deleted]);
        let withdrawn = (Some(ANA), "application.withdrawn", application);
        assert_eq!(recorded(Some(application)), [withdrawn, deleted]);
    }
}
