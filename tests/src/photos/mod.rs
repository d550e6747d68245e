//! Photos for tests, ordinary, rotated and hostile ones. Every file is small, or small
//! until it is decoded.

mod containers;
mod hostile;
mod pictures;
mod rarities;

pub use hostile::{Expected, Hostile, hostile};
pub use pictures::{SECRET, is_upright, padded_to, photo, quadrants, sideways};
pub use rarities::rarities;
