use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use super::change::{REASON_MAX, UserChange, UserChangeRequest, apply};
use super::directory::{UserDetail, UserDirectory, UserFilter, UserSort, UserSummary};
use super::user_store::{UserError, UserStore};
use crate::accounts::registration::AccountStore;
use crate::accounts::sessions::Administrator;
use crate::act::Acts;
use crate::shared::{EmailAddress, Fault, Listing, PageRequest, TextRule};

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

#[derive(Constructor)]
pub struct UserAdministration {
    accounts: Arc<dyn AccountStore>,
    directory: Arc<dyn UserDirectory>,
    users: Arc<dyn UserStore>,
    acts: Acts,
}

impl UserAdministration {
    pub async fn list(
        &self,
        _: Actor<'_>,
        filter: UserFilter,
        page: PageRequest<UserSort>,
    ) -> Result<Listing<UserSummary>, Fault> {
        self.directory.list(filter, page).await
    }

    /// One user with applications and the number of live sessions.
    pub async fn read(&self, _: Actor<'_>, id: Uuid) -> Result<UserDetail, UserError> {
        self.directory.find(id, self.acts.now()).await?.ok_or(UserError::NotFound)
    }

    /// The id of the user with this address, ignoring case.
    pub async fn id_of(&self, _: Actor<'_>, email: &str) -> Result<Uuid, UserError> {
        let email = EmailAddress::parse(email, "/email").map_err(|_| UserError::UnknownAddress)?;
        let user = self.accounts.find_by_email(&email).await?;
        user.map(|user| user.id).ok_or(UserError::UnknownAddress)
    }

    /// Changes a user and records the actor and the reason in the audit log. Does nothing if the change has no effect.
    /// Returns the user after the change.
    ///
    /// # Errors
    /// A field error at `/reason`: too long, or missing where the change disables; `NotFound`; those of [`apply`]; faults.
    pub async fn change(
        &self,
        actor: Actor<'_>,
        id: Uuid,
        change: UserChange,
        reason: Option<&str>,
    ) -> Result<UserSummary, UserError> {
        let rule = TextRule { field: "/reason", label: "Reason", limit: REASON_MAX, multiline: false };
        let reason = match change {
            UserChange::Disable => Some(rule.parse_required(reason.unwrap_or_default())?),
            _ => rule.parse_optional(reason)?,
        };
        let actor = actor.id();
        let act = self.acts.begin();
        let request = UserChangeRequest { change, actor, reason, audit: act.ordered_id(), at: act.now };
        self.users.change(id, Box::new(move |seen| apply(seen, request))).await
    }
}
