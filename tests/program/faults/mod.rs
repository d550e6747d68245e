//! Faults that the site survives: of the database, the mail host, the disk, the program itself and its clients. Each test
//! runs the built program, brings the fault about, and expects what the site promises meanwhile; afterwards
//! `doctor --invariants` must find nothing lost, half done or done twice.
//!
//! `just faults` runs these tests at full length and prints what each of them reports ([`report::Fault`]).

mod clients;
mod connections;
mod crashing;
pub mod disk;
mod kills;
mod mail_host;
mod outages;
mod people;
mod photo_faults;
mod report;
mod sign_ins;
mod silence;
mod slow_peers;
mod spool;
mod storm;
