//! Live events, photos and housekeeping.

mod housekeeping;
mod live_events;
mod photos;
