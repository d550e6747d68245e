//! `GET /users/me`.

use forum_domain::accounts::{Role, User};
use poem_openapi::{Enum, Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::answer::{Answer, Refused, Success, refusals};
use crate::api::Tag;
use crate::auth::SignedIn;

/// A role.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename = "Role", rename_all = "lowercase")]
pub(crate) enum RoleWord {
    /// Reviews applications.
    Admin,
    /// A teacher whose application was approved.
    Member,
    /// May apply.
    Applicant,
    /// Counts as a member.
    Moderator,
    /// Counts as a member.
    Partner,
}

impl From<Role> for RoleWord {
    fn from(role: Role) -> Self {
        match role {
            Role::Admin => Self::Admin,
            Role::Member => Self::Member,
            Role::Applicant => Self::Applicant,
            Role::Moderator => Self::Moderator,
            Role::Partner => Self::Partner,
        }
    }
}

/// The caller's account, profile and roles.
#[derive(Object)]
pub(crate) struct CurrentUser {
    /// Random id.
    id: Uuid,
    /// The confirmed address.
    email: String,
    /// Always true: only who confirmed the address can sign in.
    email_verified: bool,
    /// First name of the profile.
    first_name: String,
    /// Last name of the profile.
    last_name: String,
    /// The roles of this moment.
    roles: Vec<RoleWord>,
    /// When the address was confirmed.
    created_at: OffsetDateTime,
}

refusals!(CurrentUserStatuses: [], SIGNED_IN);

/// The operation.
pub(crate) struct UsersApi;

#[OpenApi(tag = "Tag::Users")]
impl UsersApi {
    /// Read the own account
    #[oai(path = "/users/me", method = "get", operation_id = "get_current_user")]
    async fn get_current_user(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Result<Success<CurrentUser>, Refused<CurrentUserStatuses>> {
        let User { id, email, name, roles, created_at, .. } = caller.user;
        Ok(Answer(CurrentUser {
            id,
            email: email.as_str().to_owned(),
            email_verified: true,
            first_name: name.first,
            last_name: name.last,
            roles: roles.iter().map(RoleWord::from).collect(),
            created_at,
        }))
    }
}
