//! The main journey, live events, photos and housekeeping.

mod housekeeping;
mod journey;
pub(crate) mod live_events;
mod photos;
