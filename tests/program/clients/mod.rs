//! Concurrent, hostile and greedy clients, and the refresh of sessions.

mod floods;
mod hostile_requests;
mod races;
mod refresh;
