//! Administrators, and housekeeping.

mod administering;
mod housekeeping;
