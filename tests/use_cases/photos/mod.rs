//! Headshots, and faults of their file store.

mod album;
mod faults;
mod headshots;
