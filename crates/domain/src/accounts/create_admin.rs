//! Administrators created on the command line.

use std::sync::Arc;

use uuid::Uuid;

use crate::accounts::{AccountStore, NewAccount, NewUser, PasswordHasher, Role, User, check_password};
use crate::act::Acts;
use crate::shared::{Code, EmailAddress, Fault, Invalid, PersonName, Refusal};

/// Manages administrators. Only the command line may call this: callers are not authenticated.
pub struct AdminAccounts {
    pub accounts: Arc<dyn AccountStore>,
    pub hasher: Arc<dyn PasswordHasher>,
    pub acts: Acts,
}

impl AdminAccounts {
    pub async fn create(&self, admin: NewAccount) -> Result<Uuid, Refusal> {
        let mut errors = Vec::new();
        let name = PersonName::parse(&admin.first_name, &admin.last_name, &mut errors);
        let email = EmailAddress::parse(&admin.email, "/email").map_err(|error| errors.push(error));
        let (Ok(email), []) = (email, errors.as_slice()) else {
            return Err(Invalid(errors).into());
        };
        // The message lists the rules, because the prompt does not show them.
        check_password(&admin.password, &name, &email).map_err(|weak| {
            let rules = "eight or more characters with a lowercase letter, an uppercase letter and a number";
            Refusal::new(Code::WeakPassword, format!("{}. Use {rules}", weak.sentence()))
        })?;
        let password_hash = Some(self.hasher.hash(&admin.password).await?);
        let act = self.acts.begin();
        let id = act.new_id();
        let audit = act.audit(None, "user.created", ("user", id)).with("role", Role::Admin.as_str());
        let user =
            NewUser { id, email, name, password_hash, roles: vec![Role::Admin], created_at: audit.at, audit };
        match self.accounts.create_user(user).await {
            Err(refusal) if refusal.code == Code::AccountExists => {
                let detail =
                    "this address already has an account; use `admin grant` to make it an administrator";
                Err(Refusal::new(Code::AccountExists, detail))
            }
            created => created.map(|()| id),
        }
    }

    pub async fn list(&self) -> Result<Vec<User>, Fault> {
        self.accounts.with_role(Role::Admin).await
    }
}
