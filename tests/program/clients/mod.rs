//! Hostile and slow clients, and floods.

mod floods;
mod hostile_requests;
mod refresh;
