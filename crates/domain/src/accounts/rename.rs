//! Changing one's own names.

use crate::accounts::{Accounts, Caller, User};
use crate::audit::AuditEvent;
use crate::shared::{Invalid, PersonName, Refusal};

#[derive(Debug, Clone)]
pub struct Renaming {
    pub name: PersonName,
    pub audit: AuditEvent,
}

impl Accounts {
    /// Changes one or both names and returns the user as stored. `None` keeps a name. Unchanged names record nothing.
    ///
    /// # Errors
    /// Field errors as at sign-up; `session_revoked` for a deleted account.
    pub async fn rename(
        &self,
        caller: &Caller,
        first: Option<String>,
        last: Option<String>,
    ) -> Result<User, Refusal> {
        let mut errors = Vec::new();
        let first = first.map(|first| PersonName::parse_first(&first, &mut errors));
        let last = last.map(|last| PersonName::parse_last(&last, &mut errors));
        Invalid::unless_empty(errors)?;
        let user_id = caller.user.id;
        let audit = self.acts.begin().audit_own("user.renamed", user_id);
        let step = Box::new(move |user: &User| {
            let PersonName { first: old_first, last: old_last } = user.name.clone();
            let name = PersonName { first: first.unwrap_or(old_first), last: last.unwrap_or(old_last) };
            Ok((name != user.name).then_some(Renaming { name, audit }))
        });
        self.store.rename(user_id, step).await
    }
}
