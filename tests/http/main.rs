//! The API and the site over HTTP requests in this process. The harness checks every API response against the
//! published document, so each test here also tests the document.

/// Sign-up, recovery, and the caller's own account.
mod accounts {
    mod own_account;
    pub(crate) mod own_data;
    mod sign_up;
}

/// Users, audit log, mail templates and sent mails for administrators.
mod admin {
    mod audit_events;
    mod emails;
    mod invitations;
    mod users;
}

mod applications;
mod contact;

/// The published document, and that every documented status and code occurs.
mod document {
    mod docs;
    mod published;
    mod responses;
}

/// Second factors and passkeys.
mod factors {
    mod authenticator_apps;
    mod passkeys;
}

/// Uploading and serving photos.
mod headshots {
    mod photos;
    mod uploads;
}

/// Sign-in with providers and wallets.
mod identities {
    mod providers;
    mod wallets;
}

mod limits;

mod newsletter;

/// HTTP behaviour that operations share: errors, CORS, start-up.
mod protocol {
    mod careless_clients;
    mod cors;
    mod database_limits;
    mod failures;
    mod idempotent_requests;
}

/// The review list, decisions, export and events.
mod review {
    mod change_requests;
    mod choosing;
    mod cursors;
    mod decisions;
    mod events;
    mod export;
    mod notes;
}

/// The role matrix, tokens of machines, and secrets in the database.
mod security {
    mod machine_tokens;
    mod roles;
    mod secrets_at_rest;
}

/// Sign-in, refresh and the end of sessions, and signing keys.
mod sessions {
    mod lock_out;
    mod revocation;
    mod sign_in;
}

mod site;

/// Requests and helpers that several tests share.
mod support {
    pub(crate) mod dump;
    pub(crate) mod requests;
    pub(crate) mod sign_in_methods;
}
