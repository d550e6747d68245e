//! The role matrix: every operation of the document, and the exact response to a valid request from every kind of
//! caller.

use forum_domain::accounts::{Role, TokenScope};
use forum_tests::harness::{Document, Sent, TestApi};
use serde_json::json;

use crate::support::requests::{Content, Owner};

/// Operations without authentication, and their response to every caller.
const PUBLIC: &[(&str, &str)] = &[
    ("get_health", "200"),
    ("get_readiness", "200"),
    ("list_keys", "200"),
    ("report_browser_error", "204"),
    ("send_contact_message", "202"),
    ("sign_up", "202"),
    ("redeem_verification", "200"),
    ("resend_verification", "202"),
    ("create_session", "201"),
    ("refresh_session", "200"),
    // Recovery and codes:
    ("request_recovery", "202"),
    ("request_sign_in_code", "202"),
    ("create_session_by_code", "201"),
    ("create_session_by_factor", "201"),
    ("challenge_passkey", "201"),
    ("create_session_by_passkey", "201"),
    ("list_providers", "200"),
    ("get_site", "200"),
    ("request_subscription", "202"),
    ("confirm_subscription", "200"),
    ("get_subscription_preferences", "200"),
    ("change_subscription_preferences", "200"),
    ("open_unsubscription", "303"),
    ("end_subscription_by_one_click", "200"),
    ("end_subscription", "200"),
    ("create_nonce", "201"),
    ("create_session_by_id_token", "201"),
    ("begin_authorization", "303"),
    ("finish_authorization", "303"),
    ("create_session_by_pkce", "201"),
    ("create_wallet_nonce", "201"),
    ("create_session_by_wallet", "201"),
];

/// Operations whose bearer token is a recovery grant, and their response to its holder. Every caller with another token
/// gets [`NO_GRANT`].
const RECOVERING: &[(&str, &str)] = &[("set_recovery_password", "204")];
const NO_GRANT: &str = "401 recovery_expired";

/// The signed-in callers, in the order of the columns of [`SECURED`]. The owner is an applicant, and every id in a
/// request refers to their data.
const COLUMNS: [&str; 6] = ["applicant", "member", "moderator", "partner", "admin", "owner"];

const ALL_200: [&str; 6] = ["200"; 6];
const ALL_204: [&str; 6] = ["204"; 6];
const HIDDEN: &str = "404 not_found";
const FORBIDDEN: &str = "403 forbidden";
const NO_APPLICANT: &str = "403 not_applicant";
const MEMBER: &str = "409 already_member";
const LAST_ADMIN: &str = "409 last_admin";
const PENDING: &str = "409 application_pending_exists";
const NOT_EDITABLE: &str = "409 not_editable";
const EXPIRED: &str = "409 undo_expired";
const CONFIRMED: &str = "409 conflict";
const NO_INVITATION: &str = "400 token_invalid";
const NOT_FAILED: &str = "409 conflict";

/// Operations that require sign-in, and their responses. Without a valid token, all of them return 401.
#[rustfmt::skip]
const SECURED: &[(&str, [&str; 6])] = &[
    //                       applicant  member        moderator     partner       admin         owner
    ("get_current_user",     ALL_200),
    ("list_sessions",        ALL_200),
    ("reauthenticate_session", ALL_204),
    ("list_identities",      ALL_200),
    ("link_identity",        ["201"; 6]),
    ("unlink_identity",      [HIDDEN,    HIDDEN,       HIDDEN,       HIDDEN,       HIDDEN,       "204"]),
    // Factors: the one in the requests is the owner's first.
    ("list_factors",         ALL_200),
    ("enrol_factor",         ["201"; 6]),
    ("challenge_factor",     [HIDDEN,    HIDDEN,       HIDDEN,       HIDDEN,       HIDDEN,       "201"]),
    ("verify_factor",        [HIDDEN,    HIDDEN,       HIDDEN,       HIDDEN,       HIDDEN,       "200"]),
    ("rename_factor",        [HIDDEN,    HIDDEN,       HIDDEN,       HIDDEN,       HIDDEN,       "200"]),
    ("create_recovery_codes", [HIDDEN,   HIDDEN,       HIDDEN,       HIDDEN,       HIDDEN,       "201"]),
    ("remove_factor",        [HIDDEN,    HIDDEN,       HIDDEN,       HIDDEN,       HIDDEN,       "204"]),
    ("end_session",          [HIDDEN,    HIDDEN,       HIDDEN,       HIDDEN,       HIDDEN,       "204"]),
    ("end_sessions",         ALL_204),
    ("get_draft",            ["200",     NO_APPLICANT, NO_APPLICANT, NO_APPLICANT, NO_APPLICANT, "200"]),
    ("save_draft",           ["200",     NO_APPLICANT, NO_APPLICANT, NO_APPLICANT, NO_APPLICANT, PENDING]),
    ("delete_draft",         ["204",     NO_APPLICANT, NO_APPLICANT, NO_APPLICANT, NO_APPLICANT, "204"]),
    ("submit_application",   ["201",     MEMBER,       NO_APPLICANT, NO_APPLICANT, NO_APPLICANT, PENDING]),
    ("list_my_applications", ALL_200),
    ("get_application",      [HIDDEN,    HIDDEN,       HIDDEN,       HIDDEN,       "200",        "200"]),
    ("edit_application",     [HIDDEN,    HIDDEN,       HIDDEN,       HIDDEN,       HIDDEN,       NOT_EDITABLE]),
    ("withdraw_application", [HIDDEN,    HIDDEN,       HIDDEN,       HIDDEN,       HIDDEN,       "204"]),
    ("upload_headshot",      ["201",     NO_APPLICANT, NO_APPLICANT, NO_APPLICANT, NO_APPLICANT, "201"]),
    ("list_headshots",       ALL_200),
    ("delete_headshot",      [HIDDEN,    HIDDEN,       HIDDEN,       HIDDEN,       HIDDEN,       "204"]),
    ("update_current_user",  ALL_200),
    ("change_email",         ["202"; 6]),
    ("change_password",      ALL_204),
    ("export_current_user",  ALL_200),
    ("delete_current_user",  ["202",     "202",        "202",        "202",        LAST_ADMIN,   "202"]),
    ("list_applications",    [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("count_applications_by_state", [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, "200",      FORBIDDEN]),
    ("decide_application",   [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("undo_decision",        [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    EXPIRED,      FORBIDDEN]),
    ("decide_applications",  [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("undo_decisions",       [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    // Review: requests for changes. The one to take back does not exist.
    ("request_changes",      [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "201",        FORBIDDEN]),
    ("take_back_change_request", [FORBIDDEN, FORBIDDEN, FORBIDDEN,   FORBIDDEN,    HIDDEN,       FORBIDDEN]),
    ("list_application_versions", [FORBIDDEN, FORBIDDEN, FORBIDDEN,  FORBIDDEN,    "200",        FORBIDDEN]),
    // Review: choosing.
    ("review_application",   [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("mark_application",     [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("unmark_application",   [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "204",        FORBIDDEN]),
    ("get_selection",        [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("set_selection",        [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("preview_decisions",    [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    // Review: history and export.
    ("get_application_history", [FORBIDDEN, FORBIDDEN, FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    // Review: notes and viewers. The note in the requests does not exist.
    ("list_notes",           [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("add_note",             [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "201",        FORBIDDEN]),
    ("update_note",          [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    HIDDEN,       FORBIDDEN]),
    ("delete_note",          [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    HIDDEN,       FORBIDDEN]),
    ("announce_viewing",     [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("end_viewing",          [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "204",        FORBIDDEN]),
    ("export_applications",  [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    // Newsletter:
    ("list_subscribers",     [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("export_subscribers",   [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("get_newsletter_growth", [FORBIDDEN, FORBIDDEN,   FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("list_users",           [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("get_user",             [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("grant_role",           [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("revoke_role",          [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "204",        FORBIDDEN]),
    ("disable_user",         [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "204",        FORBIDDEN]),
    ("enable_user",          [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "204",        FORBIDDEN]),
    ("end_user_sessions",    [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "204",        FORBIDDEN]),
    ("remove_user_factors",  [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "204",        FORBIDDEN]),
    // The owner's address is confirmed.
    ("resend_user_verification", [FORBIDDEN, FORBIDDEN, FORBIDDEN,   FORBIDDEN,    CONFIRMED,    FORBIDDEN]),
    ("list_invitations",     [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("send_invitation",      [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "201",        FORBIDDEN]),
    ("withdraw_invitation",  [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    HIDDEN,       FORBIDDEN]),
    ("accept_invitation",    [NO_INVITATION, NO_INVITATION, NO_INVITATION, NO_INVITATION, "204", NO_INVITATION]),
    ("stream_events",        [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("list_audit_events",    [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    // The message in the requests does not exist.
    ("list_contact_messages", [FORBIDDEN, FORBIDDEN,   FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("take_contact_message", [FORBIDDEN, FORBIDDEN,    FORBIDDEN,    FORBIDDEN,    HIDDEN,       FORBIDDEN]),
    ("answer_contact_message", [FORBIDDEN, FORBIDDEN,  FORBIDDEN,    FORBIDDEN,    HIDDEN,       FORBIDDEN]),
    ("mark_contact_message_as_spam", [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN,  HIDDEN,       FORBIDDEN]),
    ("reopen_contact_message", [FORBIDDEN, FORBIDDEN,  FORBIDDEN,    FORBIDDEN,    HIDDEN,       FORBIDDEN]),
    // Emails:
    ("list_email_templates",   [FORBIDDEN, FORBIDDEN,  FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("get_email_template",     [FORBIDDEN, FORBIDDEN,  FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("update_email_template",  [FORBIDDEN, FORBIDDEN,  FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("list_email_template_versions", [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, "200",      FORBIDDEN]),
    ("get_email_template_version", [FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN,   "200",      FORBIDDEN]),
    ("preview_email_template", [FORBIDDEN, FORBIDDEN,  FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("test_email_template",    [FORBIDDEN, FORBIDDEN,  FORBIDDEN,    FORBIDDEN,    "202",        FORBIDDEN]),
    ("list_email_messages",    [FORBIDDEN, FORBIDDEN,  FORBIDDEN,    FORBIDDEN,    "200",        FORBIDDEN]),
    ("retry_email_message",    [FORBIDDEN, FORBIDDEN,  FORBIDDEN,    FORBIDDEN,    NOT_FAILED,   FORBIDDEN]),
];

/// The columns of machines.
const MACHINES: [TokenScope; 2] = TokenScope::ALL;

/// The secured operations that machines may call, with their responses to a `read` token and an `export` token. All others
/// return [`FORBIDDEN`].
const READABLE: &[(&str, [&str; 2])] = &[
    ("get_application", ["200", FORBIDDEN]),
    ("list_applications", ["200", FORBIDDEN]),
    ("count_applications_by_state", ["200", FORBIDDEN]),
    ("list_application_versions", ["200", FORBIDDEN]),
    ("get_selection", ["200", FORBIDDEN]),
    ("get_application_history", ["200", FORBIDDEN]),
    ("list_notes", ["200", FORBIDDEN]),
    ("export_applications", ["200", "200"]),
    ("list_subscribers", ["200", FORBIDDEN]),
    ("export_subscribers", ["200", "200"]),
    ("get_newsletter_growth", ["200", FORBIDDEN]),
    ("list_contact_messages", ["200", FORBIDDEN]),
    ("list_users", ["200", FORBIDDEN]),
    ("get_user", ["200", FORBIDDEN]),
    ("list_invitations", ["200", FORBIDDEN]),
    ("stream_events", ["200", FORBIDDEN]),
    ("list_audit_events", ["200", FORBIDDEN]),
    ("list_email_templates", ["200", FORBIDDEN]),
    ("get_email_template", ["200", FORBIDDEN]),
    ("list_email_template_versions", ["200", FORBIDDEN]),
    ("get_email_template_version", ["200", FORBIDDEN]),
    ("list_email_messages", ["200", FORBIDDEN]),
];

/// The expected response of the operation: to the caller of a column, or the refusal of a caller without a valid
/// token.
fn expected(operation: &str, column: Result<usize, &'static str>) -> &'static str {
    if let Some((_, answer)) = PUBLIC.iter().find(|row| row.0 == operation) {
        return answer;
    }
    if RECOVERING.iter().any(|row| row.0 == operation) {
        return match column {
            Err(refusal @ "401 authentication_required") => refusal,
            _ => NO_GRANT,
        };
    }
    let row = SECURED.iter().find(|row| row.0 == operation);
    let (_, answers) = row.unwrap_or_else(|| panic!("{operation} is not in the matrix"));
    let machines = READABLE.iter().find(|row| row.0 == operation).map_or([FORBIDDEN; 2], |row| row.1);
    column.map_or_else(|refusal| refusal, |column| [&answers[..], &machines].concat()[column])
}

#[test]
fn every_operation_of_the_document_is_in_the_matrix_with_its_security() {
    let document = Document::published();
    let operations = document.operations();
    let mut published: Vec<(&str, bool)> =
        operations.iter().map(|operation| (operation.id(), operation.is_secured())).collect();
    let secured = SECURED.iter().map(|row| row.0).chain(RECOVERING.iter().map(|row| row.0));
    let secured = secured.map(|operation| (operation, true));
    let mut known: Vec<(&str, bool)> = PUBLIC.iter().map(|row| (row.0, false)).chain(secured).collect();
    published.sort_unstable();
    known.sort_unstable();
    assert_eq!(known, published);
}

#[tokio::test]
async fn every_caller_gets_the_response_in_the_matrix_from_every_operation() {
    let api = TestApi::new().await;
    let mut rows =
        vec![("anonymous", Err("401 authentication_required")), ("junk", Err("401 invalid_token"))];
    let columns = COLUMNS.into_iter().chain(MACHINES.map(TokenScope::as_str));
    rows.extend(columns.enumerate().map(|(column, name)| (name, Ok(column))));
    for (name, column) in rows {
        let owner = Owner::new(&api, name).await;
        let caller = match name {
            "anonymous" => api.anonymous(),
            "junk" => api.with_token("junk"),
            "owner" => owner.caller.clone(),
            name => match TokenScope::parse(name) {
                Some(scope) => api.machine(name, scope).await,
                None => {
                    let role = Role::parse(name).expect("a role");
                    api.user(&format!("{name}@school.example"), &[role]).await
                }
            },
        };
        let requests = owner.requests();
        assert_eq!(requests.len(), PUBLIC.len() + RECOVERING.len() + SECURED.len());
        for request in requests {
            let answer = request.send(&caller).await;
            let id = api
                .document()
                .operation(&request.method, &request.path)
                .expect("an operation")
                .id()
                .to_owned();
            assert_eq!(id, request.operation);
            let seen = format!("{} {}", answer.status, answer.code());
            assert_eq!(seen.trim_end(), expected(&id, column), "{id} as {name}: {}", answer.text);
        }
    }
}

#[tokio::test]
async fn a_missing_token_or_role_is_refused_by_every_operation_before_other_errors() {
    let api = TestApi::new().await;
    let member = api.member("member@school.example").await;
    let machine = api.machine("machine", TokenScope::Export).await;
    let owner = Owner::new(&api, "a").await;
    let secured = |operation: &str| SECURED.iter().any(|row| row.0 == operation);
    for request in owner.requests().into_iter().filter(|request| secured(request.operation)) {
        let bad_path = request.path.replace(&owner.application, "no-id").replace(&owner.headshot, "no-id");
        let bad_path = bad_path.replace(&owner.id, "no-id").replace("roles/partner", "roles/owner");
        let bad_path = bad_path.replace("email-templates/application_approved", "email-templates/none");
        let bad_path = format!("{}?unknown=1", bad_path.split('?').next().unwrap_or_default());
        for (token, code) in [(None, "authentication_required"), (Some("junk"), "invalid_token")] {
            let caller = token.map_or_else(|| api.anonymous(), |token| api.with_token(token));
            let sent = Sent::new(request.method.clone(), &bad_path);
            let sent = match request.body {
                Content::Nothing => sent,
                _ => sent.json(&json!({"unknown": 1})),
            };
            let answer = caller.send(sent).await.problem(401, code);
            assert!(answer.json["errors"].is_null(), "{}", request.operation);
        }
        if request.path.starts_with("/api/admin") {
            let query = format!("{}?limit=never&role=owner", bad_path.split('?').next().unwrap_or_default());
            let bad = || Sent::new(request.method.clone(), &query);
            member.send(bad().json(&json!({"reason": 7, "decision": 7}))).await.problem(403, "forbidden");
            member.send(bad().header("content-type", "text/plain")).await.problem(403, "forbidden");
        }
        if !request.operation.starts_with("export_") || request.operation == "export_current_user" {
            machine.send(Sent::new(request.method.clone(), &bad_path)).await.problem(403, "forbidden");
        }
        let basic = Sent::new(request.method.clone(), &request.path).header("authorization", "Basic YTpi");
        api.anonymous().send(basic).await.problem(401, "authentication_required");
    }
}

#[tokio::test]
async fn any_holder_of_a_grant_can_use_it_once() {
    let api = TestApi::new().await;
    let owner = Owner::new(&api, "a").await;
    for request in owner.requests() {
        let Some((_, expected)) = RECOVERING.iter().find(|row| row.0 == request.operation) else { continue };
        let holder = api.with_token(&owner.grant);
        assert_eq!(request.send(&holder).await.status.to_string(), *expected, "{}", request.operation);
        request.send(&holder).await.problem(401, "recovery_expired");
    }
    // A grant is valid for no other operation.
    let holder = api.with_token(&owner.grant);
    holder.get("/api/users/me").await.problem(401, "invalid_token");
}
