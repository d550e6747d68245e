//! The roles (docs/product.md, 5.1) and the rules that depend on them.

use std::collections::BTreeSet;

use crate::shared::words;

words! {
    /// Each role of a user is one row of `user_roles`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Role {
        Admin = "admin",
        Member = "member",
        Applicant = "applicant",
        Moderator = "moderator",
        Partner = "partner",
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roles(BTreeSet<Role>);

impl Roles {
    pub fn has(&self, role: Role) -> bool {
        self.0.contains(&role)
    }

    pub fn is_admin(&self) -> bool {
        self.has(Role::Admin)
    }

    pub fn is_member(&self) -> bool {
        self.has(Role::Member)
    }

    pub fn is_applicant(&self) -> bool {
        self.has(Role::Applicant)
    }

    pub fn iter(&self) -> impl Iterator<Item = Role> + '_ {
        self.0.iter().copied()
    }

    pub fn apply(&mut self, change: &RoleChange) {
        self.0.retain(|role| !change.revoke.contains(role));
        self.0.extend(change.grant.iter().copied());
    }
}

impl FromIterator<Role> for Roles {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Self {
        Self(roles.into_iter().collect())
    }
}

/// Roles to revoke and then to grant, in the transaction of the change that requires it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoleChange {
    /// Roles to remove. Roles that the user does not hold are ignored.
    pub revoke: Vec<Role>,
    /// Roles to add. Roles that the user holds already are ignored.
    pub grant: Vec<Role>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_listed_in_a_fixed_order() {
        let backwards: Roles = Role::ALL.into_iter().rev().collect();
        assert_eq!(backwards.iter().collect::<Vec<_>>(), Role::ALL);
    }

    #[test]
    fn a_change_replaces_one_role_with_another() {
        let mut roles = Roles::from_iter([Role::Applicant, Role::Partner]);
        roles.apply(&RoleChange { revoke: vec![Role::Applicant], grant: vec![Role::Member] });
        assert_eq!(roles, Roles::from_iter([Role::Member, Role::Partner]));
    }
}
