//! The main journey, live events, photos and housekeeping.

mod housekeeping;
mod journey;
mod live_events;
mod photos;
