//! `GET /users/me`.

use forum_domain::accounts::{Role, User};
use poem_openapi::{Enum, Object, OpenApi};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::answer::{Answer, Refused, Success, refusals};
use crate::auth::SignedIn;
use crate::tag::Tag;
use crate::values::Email;

/// A role of a user.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename = "Role", rename_all = "lowercase")]
pub(crate) enum RoleWord {
    Admin,
    Member,
    Applicant,
    Moderator,
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

/// The signed-in user.
#[derive(Object)]
pub(crate) struct CurrentUser {
    id: Uuid,
    /// The confirmed email address.
    email: Email,
    /// Always true: nobody can sign in before confirming the address.
    email_verified: bool,
    first_name: String,
    last_name: String,
    roles: Vec<RoleWord>,
    /// When the address was confirmed.
    created_at: OffsetDateTime,
}

refusals!(CurrentUserCodes: [], SIGNED_IN);

pub(crate) struct UsersApi;

#[OpenApi(tag = "Tag::Users")]
impl UsersApi {
    /// Get the signed-in user
    ///
    /// Read it again after every sign-in and refresh: roles change while a session lasts.
    #[oai(path = "/users/me", method = "get", operation_id = "get_current_user")]
    async fn get_current_user(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Result<Success<CurrentUser>, Refused<CurrentUserCodes>> {
        let User { id, email, name, roles, created_at, .. } = caller.user;
        Ok(Answer(CurrentUser {
            id,
            email: Email::from(&email),
            email_verified: true,
            first_name: name.first,
            last_name: name.last,
            roles: roles.iter().map(RoleWord::from).collect(),
            created_at,
        }))
    }
}
