//! The API and the site over HTTP requests in this process. The harness checks every API response against the
//! published document, so each test here also tests the document.

mod accounts;
mod admin;
mod applications;
mod document;
mod factors;
mod headshots;
mod identities;
mod limits;
mod protocol;
mod review;
mod security;
mod sessions;
mod site;
mod support;
