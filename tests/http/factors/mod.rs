//! Second factors and passkeys.

pub(crate) mod authenticator_apps;
pub(crate) mod factor_changes;
pub(crate) mod passkeys;
pub(crate) mod refused_passkeys;
