//! Photos and housekeeping.

mod housekeeping;
mod photos;
