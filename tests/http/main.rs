//! The API and the site over HTTP requests in this process. Every answer of the API is compared with the
//! published document as it comes in (see the harness), so each test here is also a test of the document.

mod accounts;
mod applications;
mod at_once;
mod database_limits;
mod docs;
mod document;
mod failures;
mod gate;
mod headshots;
mod hostile_photos;
mod idempotency;
mod journey;
mod keys;
mod mailbox;
mod photo_faults;
mod review;
mod revocation;
mod roles;
mod sessions;
mod site;
mod site_origin;
mod uploads;
