//! Second factors and passkeys.

pub(crate) mod factors;
pub(crate) mod passkeys;
