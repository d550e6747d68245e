//! What every operation can cost within a minute at default limits, as data. The `bounds` program writes docs/bounds.md
//! from it; `http::bounds` compares it with the API document, with the tokens that a request takes, and with the rows
//! that it adds.

use std::fmt::Write;

use forum_domain::limits::RateLimit;
use time::Duration;

use Who::{Account, Administrator, Stranger};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// An anonymous client, from one network.
    Stranger,
    /// One signed-in user, or a client that knows the password of an account.
    Account,
    Administrator,
}

/// The maximum cost of an operation.
#[derive(Debug)]
pub struct Bound {
    pub operation: &'static str,
    pub who: Who,
    /// The limits that it takes tokens from. The first one limits repetition. If there are none, the limit on all
    /// requests applies.
    pub limits: &'static [&'static RateLimit],
    /// Rows that a call adds, including audit entries.
    pub rows: u64,
    pub audit: u64,
    pub cost: Cost,
}

/// Resources that a call needs besides rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// Reads or writes of some rows.
    Plain,
    /// A hundred transactions, one after the other.
    Bulk,
    /// Pages of a list, with a search.
    List,
    /// This many password hashes. `argon2_hasher.rs` lets a few run concurrently.
    Hashes(u64),
    /// Decoding a photo, one at a time.
    Photo,
    /// A copy of one's data, four at a time.
    Copy,
    /// All applications, row by row.
    Export,
    /// Composing a mail from a template.
    Template,
}

impl Cost {
    /// CPU milliseconds of the release build, rounded up from docs/performance.md.
    const fn cpu_ms(self) -> u64 {
        match self {
            Self::Plain => 2,
            Self::Bulk => 200,
            Self::List => 4,
            Self::Hashes(number) => 2 + 30 * number,
            Self::Photo => 1_000,
            Self::Copy => 200,
            Self::Export => 1_600,
            Self::Template => 20,
        }
    }

    /// KiB of memory while a call runs: a body may have 64 KiB, a photo 5 MiB and up to 170 MB while it is decoded, a
    /// hash takes 19 MiB.
    const fn memory_kib(self) -> u64 {
        match self {
            Self::Plain | Self::Bulk => 256,
            Self::List | Self::Template => 1_024,
            Self::Hashes(_) => 19 * 1_024 + 256,
            Self::Photo => 170 * 1_024,
            Self::Copy => 40 * 1_024,
            Self::Export => 2 * 1_024,
        }
    }
}

const ONLY_REQUESTS: &[&RateLimit] = &[];
const SECURITY: &[&RateLimit] = &[&RateLimit::SECURITY_CHANGES];
const PASSWORD: &[&RateLimit] = &[&RateLimit::PASSWORDS_OF_USER];
const FLOW: &[&RateLimit] = &[&RateLimit::SIGN_IN_FLOWS];
const REDEMPTION: &[&RateLimit] = &[&RateLimit::REDEMPTIONS];

const fn bound(
    operation: &'static str,
    who: Who,
    limits: &'static [&'static RateLimit],
    (rows, audit): (u64, u64),
    cost: Cost,
) -> Bound {
    Bound { operation, who, limits, rows, audit, cost }
}

/// Every operation, in the order of the document.
#[rustfmt::skip]
pub const BOUNDS: &[Bound] = &[
    bound("sign_up", Stranger, &[&RateLimit::SIGN_UPS, &RateLimit::SIGN_UP_MAILS], (3, 0), Cost::Hashes(1)),
    bound("redeem_verification", Stranger, REDEMPTION, (4, 1), Cost::Plain),
    bound("resend_verification", Stranger, &[&RateLimit::RESENDS, &RateLimit::CONFIRMATION_MAILS], (2, 0), Cost::Plain),
    bound("request_recovery", Stranger, &[&RateLimit::RECOVERIES, &RateLimit::RECOVERY_MAILS], (2, 0), Cost::Plain),
    bound("set_recovery_password", Stranger, REDEMPTION, (2, 1), Cost::Hashes(2)),
    bound("request_sign_in_code", Stranger, &[&RateLimit::CODES, &RateLimit::CODE_MAILS], (2, 0), Cost::Plain),
    bound("create_session_by_code", Stranger, REDEMPTION, (1, 0), Cost::Plain),
    bound("create_session", Account, &[&RateLimit::SIGN_INS, &RateLimit::PASSWORDS_OF_ADDRESS, &RateLimit::PASSWORDS_IN_NETWORK, &RateLimit::PASSWORDS_FROM_NETWORK], (1, 0), Cost::Hashes(1)),
    bound("list_sessions", Account, ONLY_REQUESTS, (0, 0), Cost::List),
    bound("end_sessions", Account, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("refresh_session", Stranger, &[&RateLimit::REFRESHES], (0, 0), Cost::Plain),
    bound("end_session", Account, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("list_factors", Account, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("enrol_factor", Account, SECURITY, (1, 0), Cost::Plain),
    bound("challenge_factor", Account, &[&RateLimit::CHALLENGES], (1, 0), Cost::Plain),
    bound("verify_factor", Account, &[&RateLimit::FACTOR_CODES], (2, 1), Cost::Plain),
    bound("rename_factor", Account, SECURITY, (0, 0), Cost::Plain),
    bound("remove_factor", Account, SECURITY, (2, 1), Cost::Plain),
    bound("create_recovery_codes", Account, SECURITY, (1, 1), Cost::Plain),
    bound("create_session_by_factor", Stranger, &[&RateLimit::REDEMPTIONS, &RateLimit::FACTOR_CODES], (1, 0), Cost::Plain),
    bound("reauthenticate_session", Account, PASSWORD, (0, 0), Cost::Hashes(1)),
    bound("challenge_passkey", Stranger, FLOW, (1, 0), Cost::Plain),
    bound("create_session_by_passkey", Stranger, REDEMPTION, (1, 0), Cost::Plain),
    bound("list_providers", Stranger, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("create_nonce", Stranger, FLOW, (1, 0), Cost::Plain),
    bound("create_session_by_id_token", Stranger, REDEMPTION, (5, 1), Cost::Plain),
    bound("create_session_by_pkce", Stranger, REDEMPTION, (5, 1), Cost::Plain),
    bound("create_wallet_nonce", Stranger, FLOW, (1, 0), Cost::Plain),
    bound("create_session_by_wallet", Stranger, REDEMPTION, (1, 0), Cost::Plain),
    bound("begin_authorization", Stranger, FLOW, (1, 0), Cost::Plain),
    bound("finish_authorization", Stranger, REDEMPTION, (0, 0), Cost::Plain),
    bound("list_identities", Account, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("link_identity", Account, &[&RateLimit::SECURITY_CHANGES, &RateLimit::REDEMPTIONS], (2, 1), Cost::Plain),
    bound("unlink_identity", Account, SECURITY, (2, 1), Cost::Plain),
    bound("list_keys", Stranger, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("get_current_user", Account, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("update_current_user", Account, &[&RateLimit::RENAMES], (1, 1), Cost::Plain),
    bound("delete_current_user", Account, PASSWORD, (2, 2), Cost::Hashes(1)),
    bound("change_password", Account, PASSWORD, (2, 1), Cost::Hashes(3)),
    bound("change_email", Account, &[&RateLimit::PASSWORDS_OF_USER, &RateLimit::CHANGE_MAILS], (5, 0), Cost::Hashes(1)),
    bound("export_current_user", Account, &[&RateLimit::EXPORTS], (1, 1), Cost::Copy),
    bound("submit_application", Account, &[&RateLimit::SUBMISSIONS], (7, 1), Cost::Plain),
    bound("list_my_applications", Account, ONLY_REQUESTS, (0, 0), Cost::List),
    bound("get_application", Account, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("edit_application", Account, ONLY_REQUESTS, (3, 1), Cost::Plain),
    bound("withdraw_application", Account, ONLY_REQUESTS, (2, 1), Cost::Plain),
    bound("get_draft", Account, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("save_draft", Account, &[&RateLimit::DRAFTS], (1, 0), Cost::Plain),
    bound("delete_draft", Account, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("list_applications", Administrator, ONLY_REQUESTS, (0, 0), Cost::List),
    bound("count_applications_by_state", Administrator, ONLY_REQUESTS, (0, 0), Cost::List),
    bound("decide_application", Administrator, ONLY_REQUESTS, (7, 1), Cost::Plain),
    bound("undo_decision", Administrator, ONLY_REQUESTS, (3, 1), Cost::Plain),
    bound("decide_applications", Administrator, &[&RateLimit::BULK_DECISIONS], (601, 100), Cost::Bulk),
    bound("undo_decisions", Administrator, &[&RateLimit::BULK_UNDOS], (300, 100), Cost::Bulk),
    bound("get_application_history", Administrator, ONLY_REQUESTS, (1, 1), Cost::List),
    bound("list_notes", Administrator, ONLY_REQUESTS, (1, 1), Cost::List),
    bound("add_note", Administrator, ONLY_REQUESTS, (2, 1), Cost::Plain),
    bound("update_note", Administrator, ONLY_REQUESTS, (1, 1), Cost::Plain),
    bound("delete_note", Administrator, ONLY_REQUESTS, (1, 1), Cost::Plain),
    bound("announce_viewing", Administrator, ONLY_REQUESTS, (1, 0), Cost::Plain),
    bound("end_viewing", Administrator, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("request_changes", Administrator, &[&RateLimit::CHANGE_REQUESTS], (4, 1), Cost::Plain),
    bound("take_back_change_request", Administrator, ONLY_REQUESTS, (2, 1), Cost::Plain),
    bound("list_application_versions", Administrator, ONLY_REQUESTS, (1, 1), Cost::List),
    bound("export_applications", Administrator, ONLY_REQUESTS, (1, 1), Cost::Export),
    bound("upload_headshot", Account, &[&RateLimit::UPLOADS], (1, 0), Cost::Photo),
    bound("list_headshots", Account, ONLY_REQUESTS, (0, 0), Cost::List),
    bound("delete_headshot", Account, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("get_health", Stranger, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("get_readiness", Stranger, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("report_browser_error", Stranger, &[&RateLimit::BROWSER_ERRORS], (0, 0), Cost::Plain),
    bound("list_users", Administrator, ONLY_REQUESTS, (0, 0), Cost::List),
    bound("get_user", Administrator, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("grant_role", Administrator, ONLY_REQUESTS, (2, 1), Cost::Plain),
    bound("revoke_role", Administrator, ONLY_REQUESTS, (1, 1), Cost::Plain),
    bound("disable_user", Administrator, ONLY_REQUESTS, (1, 1), Cost::Plain),
    bound("enable_user", Administrator, ONLY_REQUESTS, (1, 1), Cost::Plain),
    bound("list_audit_events", Administrator, ONLY_REQUESTS, (0, 0), Cost::List),
    bound("stream_events", Administrator, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("list_email_templates", Administrator, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("get_email_template", Administrator, ONLY_REQUESTS, (0, 0), Cost::Plain),
    bound("update_email_template", Administrator, ONLY_REQUESTS, (2, 1), Cost::Template),
    bound("preview_email_template", Administrator, &[&RateLimit::EMAIL_PREVIEWS], (1, 0), Cost::Template),
    bound("test_email_template", Administrator, &[&RateLimit::TEST_EMAILS], (2, 1), Cost::Template),
    bound("list_email_messages", Administrator, ONLY_REQUESTS, (0, 0), Cost::List),
    bound("retry_email_message", Administrator, ONLY_REQUESTS, (1, 1), Cost::Plain),
];

/// Tokens that a full bucket provides within a minute.
fn calls(limit: &RateLimit) -> u64 {
    let refilled = Duration::MINUTE.whole_milliseconds() / limit.refill.whole_milliseconds();
    u64::from(limit.burst) + u64::try_from(refilled).unwrap_or_default()
}

impl Bound {
    fn row(&self) -> String {
        let limit = self.limits.first().copied().unwrap_or(&RateLimit::REQUESTS);
        let (calls, by) = (calls(limit), limit.by.as_str());
        let who = match self.who {
            Stranger => "stranger",
            Account => "account",
            Administrator => "administrator",
        };
        let seconds = (calls * self.cost.cpu_ms()).div_ceil(1_000);
        let memory = self.cost.memory_kib().div_ceil(1_024);
        let (operation, rows, audit) = (self.operation, calls * self.rows, calls * self.audit);
        format!("| `{operation}` | {who} | {calls} | {by} | {rows} | {audit} | {seconds} | {memory} |\n")
    }
}

/// The content of docs/bounds.md.
pub fn document() -> String {
    let mut text = String::from(HEAD);
    for bound in BOUNDS {
        let _ = text.write_str(&bound.row());
    }
    text
}

const HEAD: &str = "\
# Cost of one client

The cost that a client can cause with each operation of the API in the first minute at default [limits](operations.md#limits),
with a full bucket and its refill. After that minute only the refill is left. `just bounds` writes this page from
`tests/src/bounds.rs`. A test fails for an operation that is missing, takes other tokens or stores more rows.

- **Calls** are counted by address, network or user. *network* is the limit on all requests, which applies where
  `tests/src/bounds.rs` names no other. Each process counts it separately.
- **Rows** are all rows that the calls store, including audit entries. Tokens, mails, sessions, challenges, drafts and flows
  expire. Audit entries stay, so those of an account are limited per user. Administrators are accountable for theirs.
- **CPU** is the time of the program and PostgreSQL from [performance](performance.md), rounded up. Only a few hashes and photos
  run concurrently; the rest get 503 `busy`.
- **Memory** is for one running call. Concurrency is limited for hashes (one per core, at most four), photos (one), data
  exports (four) and connections (512 per network).

| operation | by | calls | counted by | rows | audit entries | CPU s | memory MiB |
|---|---|---|---|---|---|---|---|
";
