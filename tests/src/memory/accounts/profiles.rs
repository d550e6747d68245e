//! `ProfileStore` in memory.

use async_trait::async_trait;
use forum_domain::accounts::{
    Account, ChangePasswordError, PasswordChange, PasswordStep, ProfileStore, Purpose, RenameStep, Renaming,
    User,
};
use forum_domain::shared::Fault;
use uuid::Uuid;

use super::email_changes::end_waiting;
use super::store::use_up;
use crate::memory::database::MemoryDatabase;
use crate::memory::state::State;

fn account(state: &State, user_id: Uuid) -> Option<Account> {
    let row = state.users.get(&user_id)?;
    Some(Account { user: row.user.clone(), password_hash: row.password.clone() })
}

#[async_trait]
impl ProfileStore for MemoryDatabase {
    async fn account(&self, user_id: Uuid) -> Result<Option<Account>, Fault> {
        self.read(|state| account(state, user_id))
    }

    async fn rename(&self, user_id: Uuid, step: RenameStep) -> Result<Option<User>, Fault> {
        self.write(|state| {
            let Some(row) = state.users.get_mut(&user_id) else { return Ok(None) };
            let Some(Renaming { name, audit }) = step(&row.user) else { return Ok(Some(row.user.clone())) };
            row.user.name = name;
            let renamed = row.user.clone();
            state.add_audit(audit)?;
            Ok(Some(renamed))
        })
    }

    async fn change_password(&self, user_id: Uuid, step: PasswordStep) -> Result<(), ChangePasswordError> {
        self.write(|state| {
            let account = account(state, user_id).ok_or(ChangePasswordError::InvalidCredentials)?;
            let PasswordChange { password_hash, at, keep, mail, audit } = step(&account)?;
            if let Some(row) = state.users.get_mut(&user_id) {
                row.password = Some(password_hash);
            }
            for session in state.sessions.values_mut().filter(|row| row.user_id == user_id && row.id != keep)
            {
                session.revoked_at.get_or_insert(at);
            }
            use_up(state, &account.user.email, &Purpose::OF_PASSWORD, at);
            state.challenges.retain(|_, row| row.user_id != user_id);
            end_waiting(state, user_id, at);
            state.add_mail(mail)?;
            Ok(state.add_audit(audit)?)
        })
    }
}
