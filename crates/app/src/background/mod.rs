//! Background work: mails, hourly clean-up and signing keys.

pub mod hourly;
pub mod key_watch;
pub mod mail_worker;
