//! Photos for tests, made in code: honest ones, sideways ones, and those that mean harm. Every file is small,
//! and where it is not, it is small until it is decoded.

mod containers;
mod flat_jpeg;
mod hostile;
mod pictures;
mod rarities;

pub use hostile::{Expected, Hostile, hostile};
pub use pictures::{SECRET, is_upright, padded_to, photo, quadrants, sideways};
pub use rarities::rarities;
