//! Hostile clients, floods, and forged refresh tokens.

mod floods;
mod hostile_requests;
mod refresh;
