//! The API and the site over HTTP requests in this process. The harness checks every API response against the
//! published document, so each test here also tests the document.

mod accounts;
mod applications;
mod at_once;
mod audit;
mod cors;
mod database_limits;
mod docs;
mod document;
mod documented;
mod email_change;
mod failures;
mod gate;
mod headshots;
mod hostile_photos;
mod idempotency;
mod journey;
mod keys;
mod limits;
mod lists;
mod mailbox;
mod own_account;
mod own_data;
mod photo_faults;
mod recovery;
mod requests;
mod review;
mod revocation;
mod roles;
mod schema;
mod sessions;
mod site;
mod site_origin;
mod strangers;
mod uploads;
mod users;
