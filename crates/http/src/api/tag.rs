//! Groups of operations; each becomes one service of a generated client.

use poem_openapi::Tags;

#[derive(Tags)]
pub(crate) enum Tag {
    /// Signing up, confirming an email address, and recovery.
    Accounts,
    /// Signing in with a password or a mailed code, and the second step.
    SignIn,
    /// Signing in with a passkey.
    Passkeys,
    /// Signing in with a provider account or a wallet.
    Providers,
    /// Refreshing tokens, re-authentication, and ending sessions.
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
    /// Messages of the contact form.
    Contact,
    /// The newsletter: subscribing, and the subscribers for administrators.
    Newsletter,
    /// Photos of applicants.
    Headshots,
    /// Health checks and error reports, for operators.
    Operations,
}
