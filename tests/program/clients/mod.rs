//! Hostile and flooding clients, and the refresh of sessions.

mod floods;
mod hostile_requests;
mod refresh;
