use std::sync::Arc;

use derive_more::Constructor;
use uuid::Uuid;

use super::store::{AccountStore, NewUserError};
use crate::accounts::new_user::NewUser;
use crate::accounts::passwords::{PasswordHasher, WeakPassword, check_password};
use crate::accounts::roles::Role;
use crate::accounts::sessions::User;
use crate::act::Acts;
use crate::shared::{EmailAddress, Fault, Invalid, PersonName};

#[derive(Clone)]
pub struct NewAdmin {
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub password: String,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CreateAdminError {
    #[error("{}", .0.0.iter().map(|e| e.detail.as_str()).collect::<Vec<_>>().join(" "))]
    Invalid(Invalid),
    /// The message lists the rules, because the prompt does not show them.
    #[error("{}. Use eight or more characters with a lowercase letter, an uppercase letter and a number", .0.sentence())]
    WeakPassword(WeakPassword),
    #[error("this address already has an account; use `admin grant` to make it an administrator")]
    AddressTaken,
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Manages administrators. Only the command line may call this: callers are not authenticated.
#[derive(Constructor)]
pub struct AdminAccounts {
    accounts: Arc<dyn AccountStore>,
    hasher: Arc<dyn PasswordHasher>,
    acts: Acts,
}

impl AdminAccounts {
    /// Creates an administrator with a confirmed address.
    pub async fn create(&self, admin: NewAdmin) -> Result<Uuid, CreateAdminError> {
        let mut errors = Vec::new();
        let name = PersonName::parse(&admin.first_name, &admin.last_name, &mut errors);
        let email = EmailAddress::parse(&admin.email, "/email").map_err(|error| errors.push(error));
        let (Ok(email), []) = (email, errors.as_slice()) else {
            return Err(CreateAdminError::Invalid(Invalid(errors)));
        };
        check_password(&admin.password, &name, &email).map_err(CreateAdminError::WeakPassword)?;
        let password_hash = Some(self.hasher.hash(&admin.password).await?);
        let act = self.acts.begin();
        let id = act.new_id();
        let audit = act.audit(None, "user.created", ("user", id)).with("role", Role::Admin.as_str());
        let user =
            NewUser { id, email, name, password_hash, roles: vec![Role::Admin], created_at: audit.at, audit };
        match self.accounts.create_user(user).await {
            Ok(()) => Ok(id),
            Err(NewUserError::AddressTaken) => Err(CreateAdminError::AddressTaken),
            Err(NewUserError::Fault(fault)) => Err(fault.into()),
        }
    }

    pub async fn list(&self) -> Result<Vec<User>, Fault> {
        self.accounts.with_role(Role::Admin).await
    }
}
