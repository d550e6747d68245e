//! Groups of operations; each becomes one service of a generated client.

use poem_openapi::Tags;

#[derive(Tags)]
pub(crate) enum Tag {
    /// Signing up and confirming an email address.
    Accounts,
    /// Signing in, refreshing tokens and signing out.
    Sessions,
    /// Second factors of the signed-in user.
    Factors,
    /// The signed-in user and their account.
    Users,
    /// Users and their roles, for administrators.
    UserAdministration,
    /// The audit log, for administrators.
    Audit,
    /// Live events, for administrators.
    Events,
    /// Membership applications, for applicants.
    Applications,
    /// Membership applications, for administrators.
    Review,
    /// Mail templates for applications and the mail log, for administrators.
    Email,
    /// Photos of applicants.
    Headshots,
    /// Health checks.
    Operations,
}
