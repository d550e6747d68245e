//! Everything outside the API: pages, texts, stored photos, and the development mailbox.

pub(crate) mod email_previews;
pub(crate) mod files;
pub(crate) mod headshot_files;
pub(crate) mod mailbox;
pub(crate) mod pages;
pub(crate) mod texts;
