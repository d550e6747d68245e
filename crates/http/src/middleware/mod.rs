//! Layers around every request, in front of the router.

pub(crate) mod body_monitor;
pub(crate) mod cors;
pub(crate) mod edge;
pub(crate) mod trace;
