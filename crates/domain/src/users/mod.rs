//! Administration of users: the list, roles, disabled accounts, sessions, and lost factors. The API for administrators and the
//! command line call it.

mod change;
mod invitations;

use std::sync::Arc;

use async_trait::async_trait;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::account::AccountStore;
use crate::accounts::roles::Role;
use crate::accounts::{
    AccountSecurity, Administrator, Caller, FactorKind, OneTimeToken, Purpose, Reader, SessionStore, User,
    fresh_session, requested_mail,
};
use crate::act::Acts;
use crate::applications::Status;
use crate::audit::AuditEvent;
use crate::idempotency::KeyedRequest;
use crate::shared::{
    Code, EmailAddress, Fault, KeyKind, Listing, Order, Page, PageRequest, Refusal, SearchWords, Sorting,
    Step, words,
};

pub use change::{
    EndedSessions, REASON_MAX, UserChange, UserChangeContext, UserChangePlan, change_user, check_actor,
};
pub use invitations::{
    AcceptContext, Invitation, InvitationContext, InvitationPlan, Invitations, MAX_INVITATIONS,
};

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum AccountState {
        Active = "active",
        /// Signed up, and has not confirmed the address.
        Unverified = "unverified",
        Disabled = "disabled",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserSummary {
    /// Before the address is confirmed, the id and the time of the newest sign-up with it.
    pub user: User,
    pub is_verified: bool,
    /// The newest application.
    pub application_id: Option<Uuid>,
    /// The last sign-in, if any. Refreshing a session does not count.
    pub last_sign_in_at: Option<OffsetDateTime>,
}

impl UserSummary {
    pub fn state(&self) -> AccountState {
        match (self.is_verified, self.user.is_disabled()) {
            (false, _) => AccountState::Unverified,
            (true, true) => AccountState::Disabled,
            (true, false) => AccountState::Active,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserDetail {
    pub summary: UserSummary,
    /// Ids and statuses of the user's applications, newest first.
    pub applications: Vec<(Uuid, Status)>,
    /// Number of live sessions.
    pub sessions: u64,
    /// The kinds of the verified factors, oldest first.
    pub factors: Vec<FactorKind>,
}

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum UserSort {
        #[default]
        CreatedAt = "created_at",
        /// Last name, then first name, by their words (`folded_words`).
        Name = "name",
        /// The address, ignoring case.
        Email = "email",
    }
}

impl Sorting for UserSort {
    const LIST: &'static str = "users";

    fn name(self) -> &'static str {
        self.as_str()
    }

    fn key_kinds(self) -> &'static [KeyKind] {
        match self {
            Self::CreatedAt => &[KeyKind::Instant],
            Self::Name => &[KeyKind::Text, KeyKind::Text],
            Self::Email => &[KeyKind::Text],
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UserFilter {
    pub role: Option<Role>,
    /// Without it, all confirmed accounts.
    pub state: Option<AccountState>,
    /// One line of text. Each word occurs in the name or the address.
    pub query: Option<String>,
}

impl UserFilter {
    pub const COUNTED: u32 = 10_000;

    pub fn words(&self) -> Option<SearchWords> {
        self.query.as_deref().map(SearchWords::of)
    }

    pub fn page(&self, page: Page, sort: UserSort, order: Order) -> PageRequest<UserSort> {
        let role = self.role.map_or("", Role::as_str);
        let state = self.state.map_or("", AccountState::as_str);
        PageRequest::new(page, sort, order, &[role, self.query.as_deref().unwrap_or_default(), state])
    }
}

#[async_trait]
pub trait UserStore: Send + Sync {
    /// A page of the users, including disabled ones. Of several sign-ups with an unconfirmed address, the newest counts.
    /// The total is exact on the last page. Otherwise it may stop at [`UserFilter::COUNTED`] and is then marked as inexact.
    async fn list(
        &self,
        filter: UserFilter,
        page: PageRequest<UserSort>,
    ) -> Result<Listing<UserSummary>, Fault>;

    /// One user, with the number of sessions that are live at `now`.
    async fn find(&self, id: Uuid, now: OffsetDateTime) -> Result<Option<UserDetail>, Fault>;

    /// Reads the user and the administrators under lock, stores everything that `step` returns or nothing, and returns the
    /// user as stored. `None` changes nothing. All calls MUST be serialised, even for different users, because two
    /// administrators who demote each other concurrently change different rows.
    ///
    /// # Errors
    /// `not_found`; those of the step.
    async fn change(
        &self,
        id: Uuid,
        step: Step<UserChangeContext, Option<UserChangePlan>>,
    ) -> Result<UserSummary, Refusal>;

    /// The invitations that are open at `now`, newest first.
    async fn invitations(&self, now: OffsetDateTime) -> Result<Vec<Invitation>, Fault>;

    /// Locks the administrators, runs `step`, and stores what it returns in place of the address's invitation, if any.
    ///
    /// # Errors
    /// `forbidden` if `actor` is no longer an administrator; those of the step.
    async fn invite(
        &self,
        actor: Uuid,
        email: EmailAddress,
        now: OffsetDateTime,
        step: Step<InvitationContext, InvitationPlan>,
    ) -> Result<OneTimeToken, Refusal>;

    /// Ends an invitation that is open when `audit` occurs.
    ///
    /// # Errors
    /// `not_found`; `forbidden` if the actor is no longer an administrator.
    async fn withdraw_invitation(&self, id: Uuid, audit: AuditEvent) -> Result<(), Refusal>;

    /// Locks the administrators and the user, and stores what `step` returns. Unless it is `None`, the user's invitation
    /// ends at `now`.
    ///
    /// # Errors
    /// Those of the step.
    async fn accept_invitation(
        &self,
        user_id: Uuid,
        token_id: Uuid,
        now: OffsetDateTime,
        step: Step<AcceptContext, Option<UserChangePlan>>,
    ) -> Result<(), Refusal>;
}

#[derive(Debug, Clone, Copy)]
pub enum Actor<'a> {
    Administrator(&'a Administrator),
    /// An operator with access to the server, who has no account.
    CommandLine,
}

impl Actor<'_> {
    pub(crate) fn id(self) -> Option<Uuid> {
        match self {
            Self::Administrator(admin) => Some(admin.caller().user.id),
            Self::CommandLine => None,
        }
    }
}

/// A proof that the caller may read what administrators read.
pub trait MayRead: Send {}

impl MayRead for Actor<'_> {}
impl MayRead for &Reader {}

pub struct UserAdministration {
    pub accounts: Arc<dyn AccountStore>,
    pub sessions: Arc<dyn SessionStore>,
    pub users: Arc<dyn UserStore>,
    pub acts: Acts,
}

impl UserAdministration {
    pub async fn list(
        &self,
        _: impl MayRead,
        filter: UserFilter,
        page: PageRequest<UserSort>,
    ) -> Result<Listing<UserSummary>, Fault> {
        self.users.list(filter, page).await
    }

    /// One user with applications and the number of live sessions.
    pub async fn read(&self, _: impl MayRead, id: Uuid) -> Result<UserDetail, Refusal> {
        self.users.find(id, self.acts.now()).await?.ok_or(Code::NotFound.into())
    }

    pub async fn id_of(&self, _: Actor<'_>, email: &str) -> Result<Uuid, Refusal> {
        let unknown = || Refusal::new(Code::NotFound, "no confirmed account has this address");
        let email = EmailAddress::parse(email, "/email").map_err(|_| unknown())?;
        let user = self.accounts.find_by_email(&email).await?;
        user.map(|user| user.id).ok_or_else(unknown)
    }

    /// Queues another confirmation mail to the address of a sign-up.
    ///
    /// # Errors
    /// `reauthentication_required`; `not_found`; `conflict` if the address is confirmed.
    pub async fn resend_confirmation(
        &self,
        actor: Actor<'_>,
        id: Uuid,
        key: Option<KeyedRequest<()>>,
    ) -> Result<(), Refusal> {
        self.check_fresh(actor).await?;
        let seen = self.read(actor, id).await?.summary;
        if seen.is_verified {
            return Err(Code::Conflict.into());
        }
        let act = self.acts.begin();
        let (now, address) = (act.now, seen.user.email.clone());
        let record = key.map(|key| key.answered(&(), None));
        let audit = Some(act.audit(actor.id(), "verification.resent", ("registration", id)));
        let step = Box::new(move |owner| {
            let mut draft = requested_mail(owner, Purpose::VerifyEmail, address, record, &act);
            draft.audit = audit;
            draft
        });
        self.accounts.issue(seen.user.email, now, step).await
    }

    /// Acts on other accounts require a fresh session, so that an unattended one is not enough.
    ///
    /// # Errors
    /// `session_revoked`, `reauthentication_required`.
    async fn check_fresh(&self, actor: Actor<'_>) -> Result<(), Refusal> {
        let Actor::Administrator(admin) = actor else { return Ok(()) };
        let (caller, now) = (admin.caller(), self.acts.now());
        let account = self.account(caller, now).await?;
        fresh_session(&account, caller.session_id, now)?;
        Ok(())
    }

    async fn account(&self, caller: &Caller, now: OffsetDateTime) -> Result<AccountSecurity, Refusal> {
        let account = self.sessions.security(caller.user.id, now).await;
        account.map_err(|refusal| refusal.shown_as(Code::SessionRevoked, &[Code::NotFound]))
    }
}
