//! JSON representations of users.

use forum_domain::accounts::{Role, User};
use poem_openapi::{Enum, Object};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::values::Email;

/// A role of a user.
#[derive(Debug, Clone, Copy, Enum)]
#[oai(rename = "Role", rename_all = "lowercase", remote = "Role")]
pub(crate) enum RoleWord {
    Admin,
    Member,
    Applicant,
    Moderator,
    Partner,
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

impl From<User> for CurrentUser {
    fn from(user: User) -> Self {
        let User { id, email, name, roles, created_at, .. } = user;
        Self {
            id,
            email: Email::from(&email),
            email_verified: true,
            first_name: name.first,
            last_name: name.last,
            roles: roles.iter().map(RoleWord::from).collect(),
            created_at,
        }
    }
}
