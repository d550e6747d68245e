//! JSON representations of users.

use forum_domain::accounts::{Caller, Role, User};
use forum_domain::shared::Code;
use poem_openapi::Object;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::response::schema_types::Email;
use crate::response::words::Word;

/// The signed-in user.
#[derive(Object)]
pub(crate) struct CurrentUser {
    /// Identifies the user.
    id: Uuid,
    /// The confirmed email address.
    email: Email,
    /// Always true, because sign-in requires a confirmed address.
    email_verified: bool,
    /// The given name.
    first_name: String,
    /// The family name.
    last_name: String,
    /// What the user may do.
    roles: Vec<Word<Role>>,
    /// When the address was confirmed.
    created_at: OffsetDateTime,
    /// Whether operations for administrators are refused with `second_factor_required` until you use a second factor in
    /// this session.
    second_factor_required: bool,
}

impl CurrentUser {
    /// The caller's own user.
    pub(crate) fn seen_by(caller: &Caller, user: User) -> Self {
        let User { id, email, name, roles, created_at, .. } = user;
        Self {
            id,
            email: Email::from(&email),
            email_verified: true,
            first_name: name.first,
            last_name: name.last,
            roles: roles.iter().map(Word::from).collect(),
            created_at,
            second_factor_required: caller.check_administrator() == Err(Code::SecondFactorRequired),
        }
    }
}
