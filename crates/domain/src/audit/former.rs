use crate::shared::{Code, Fault, Refusal};

/// The actor was an administrator when the request arrived, but was demoted, disabled or deleted before the act took
/// its lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("only administrators can do this")]
pub struct FormerAdministrator;

impl From<FormerAdministrator> for Refusal {
    fn from(_: FormerAdministrator) -> Self {
        Code::Forbidden.into()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    #[error(transparent)]
    Former(#[from] FormerAdministrator),
    #[error(transparent)]
    Fault(#[from] Fault),
}
