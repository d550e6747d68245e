//! Layers around every request, in front of the router.

pub(crate) mod cors;
pub(crate) mod edge;
