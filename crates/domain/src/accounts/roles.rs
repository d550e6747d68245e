//! The roles of spec section 6 and the questions asked of them.

use std::collections::BTreeSet;

/// A role of a user; one row each in `user_roles`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Reviews applications and administers the site.
    Admin,
    /// A teacher whose application was approved.
    Member,
    /// A person with a confirmed address who may apply.
    Applicant,
    /// Counts as a member for the membership prompt.
    Moderator,
    /// Counts as a member for the membership prompt.
    Partner,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 5] = [Self::Admin, Self::Member, Self::Applicant, Self::Moderator, Self::Partner];

    /// The word used in the database and the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Member => "member",
            Self::Applicant => "applicant",
            Self::Moderator => "moderator",
            Self::Partner => "partner",
        }
    }

    /// The role with this word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == word)
    }
}

/// The roles one user holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roles(BTreeSet<Role>);

impl Roles {
    /// Whether the user holds `role`.
    pub fn has(&self, role: Role) -> bool {
        self.0.contains(&role)
    }

    /// Whether the user administers the site.
    pub fn is_admin(&self) -> bool {
        self.has(Role::Admin)
    }

    /// Whether the user is a member.
    pub fn is_member(&self) -> bool {
        self.has(Role::Member)
    }

    /// Whether the user may apply.
    pub fn is_applicant(&self) -> bool {
        self.has(Role::Applicant)
    }

    /// Whether the membership prompt is spared: member, admin, moderator and partner all count (section 6).
    pub fn counts_as_member(&self) -> bool {
        [Role::Member, Role::Admin, Role::Moderator, Role::Partner].into_iter().any(|role| self.has(role))
    }

    /// The roles in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = Role> + '_ {
        self.0.iter().copied()
    }

    /// Adds and removes roles.
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

/// Roles to take and to give, in this order, in the transaction of the act that causes it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoleChange {
    /// Roles to remove; absent ones are no error.
    pub revoke: Vec<Role>,
    /// Roles to add; present ones are no error.
    pub grant: Vec<Role>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_but_applicant_counts_as_already_a_member() {
        for role in Role::ALL {
            assert_eq!(Roles::from_iter([role]).counts_as_member(), role != Role::Applicant, "{role:?}");
        }
        assert!(!Roles::default().counts_as_member());
    }

    #[test]
    fn every_question_is_answered_by_its_own_role() {
        for role in Role::ALL {
            let roles = Roles::from_iter([role]);
            assert_eq!(roles.is_admin(), role == Role::Admin, "{role:?}");
            assert_eq!(roles.is_member(), role == Role::Member, "{role:?}");
            assert_eq!(roles.is_applicant(), role == Role::Applicant, "{role:?}");
        }
    }

    #[test]
    fn every_role_is_found_by_its_word() {
        let words = ["admin", "member", "applicant", "moderator", "partner"];
        assert_eq!(words.map(Role::parse), Role::ALL.map(Some));
        assert_eq!(Role::ALL.map(Role::as_str), words);
        assert_eq!(Role::parse("owner"), None);
    }

    #[test]
    fn roles_are_listed_in_a_fixed_order() {
        let mut backwards = Role::ALL;
        backwards.reverse();
        let roles = Roles::from_iter(backwards);
        assert_eq!(roles.iter().collect::<Vec<_>>(), Role::ALL);
    }

    #[test]
    fn a_change_replaces_one_role_by_another() {
        let mut roles = Roles::from_iter([Role::Applicant, Role::Partner]);
        roles.apply(&RoleChange { revoke: vec![Role::Applicant], grant: vec![Role::Member] });
        assert_eq!(roles, Roles::from_iter([Role::Member, Role::Partner]));
    }
}
