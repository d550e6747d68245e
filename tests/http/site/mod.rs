//! Pages, files and the development mailbox.

pub(crate) mod mailbox;
pub(crate) mod pages;
pub(crate) mod site_origin;
