use crate::shared::Fault;

/// The actor of an act was an administrator when the request arrived. Under the lock of the act they are none: demoted,
/// disabled or deleted meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("only administrators can do this")]
pub struct FormerAdministrator;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    #[error(transparent)]
    Former(#[from] FormerAdministrator),
    #[error(transparent)]
    Fault(#[from] Fault),
}
