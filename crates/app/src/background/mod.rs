//! Background work: mails, hourly clean-up and signing keys.

mod hourly;
pub mod housekeeping;
pub mod key_watch;
pub mod mail_worker;
pub mod photo_sweep;
