use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::roles::Role;
use crate::act::Act;
use crate::audit::AuditEvent;
use crate::shared::{EmailAddress, PersonName};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUser {
    pub id: Uuid,
    pub email: EmailAddress,
    pub name: PersonName,
    /// argon2id hash in PHC form; `None` if the owner must set a password first.
    pub password_hash: Option<String>,
    pub roles: Vec<Role>,
    pub created_at: OffsetDateTime,
    pub audit: AuditEvent,
}

/// A sign-up whose address is not confirmed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingRegistration {
    /// Id of the registration, not of the future user.
    pub id: Uuid,
    pub email: EmailAddress,
    pub name: PersonName,
    /// argon2id hash (PHC form) of the password entered at sign-up.
    pub password_hash: String,
    pub created_at: OffsetDateTime,
    /// Whether another sign-up with the address was pending at the time of this one. It is then unknown who chose this
    /// password.
    pub contested: bool,
}

impl PendingRegistration {
    /// The confirmed user, with the role applicant.
    pub fn confirmed(&self, password_hash: Option<String>, act: &Act) -> NewUser {
        let user_id = act.new_id();
        NewUser {
            id: user_id,
            email: self.email.clone(),
            name: self.name.clone(),
            password_hash,
            roles: vec![Role::Applicant],
            created_at: act.now,
            audit: act.audit_own("user.verified", user_id),
        }
    }
}
