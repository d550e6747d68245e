//! Failure tests for the database, the mail host, the disk, the program itself and its clients. Each test runs the
//! built program, causes a failure and checks the responses during the failure. Afterwards, `doctor --invariants` must
//! pass.
//!
//! `just faults` runs these tests at full length and prints their reports ([`report::Fault`]).

mod applicants;
mod clients;
mod connections;
mod crashing;
pub mod disks;
mod kills;
mod mail_host;
mod outages;
mod report;
mod sign_ins;
mod silence;
mod slow_peers;
mod storm;
