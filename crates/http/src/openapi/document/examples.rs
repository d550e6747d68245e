//! Examples of bodies and parameters from one table of members, and of every problem from the code that returns it.

use forum_domain::accounts::{PasswordRules, WeakPassword, WeakReason};
use forum_domain::applications::{Field, FieldKind, Status};
use forum_domain::shared::{FieldError, Refusal};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::SCHEMAS;
use crate::response::code::{ApiCode, Code};
use crate::response::problem::Problem;

const ID: Uuid = Uuid::from_u128(0x5f0e_7a3c_3f0b_4c7e_9d5e_0d8f_4c1b_2a3d);

/// Members that are fields of an application.
fn field(name: &str) -> Option<Value> {
    let field = Field::ALL.iter().find(|field| field.name() == name && !field.example.is_empty())?;
    Some(match field.kind {
        FieldKind::List { .. } => json!(field.example),
        _ => json!(field.example.concat()),
    })
}

/// Members that an example leaves out, because a request has one of several alternatives or a response seldom has them.
fn is_left_out(of: &str, name: &str) -> bool {
    match of {
        "AddressVerified" => ["recovery_token", "expires_in"].contains(&name),
        "DecidedApplication" => ["similar", "messages", "version", "change_request"].contains(&name),
        "FactorSignInRequest" => ["credential", "recovery_code"].contains(&name),
        "LinkIdentityRequest" => ["id_token", "nonce", "message", "signature"].contains(&name),
        "ReauthenticationRequest" => ["factor_id", "code", "credential"].contains(&name),
        "VerifyFactorRequest" => name == "credential",
        _ => false,
    }
}

/// Examples for one schema or operation, where the name alone would give a wrong one.
fn specific(of: &str, name: &str) -> Option<Value> {
    Some(match (of, name) {
        ("ApplicationNote" | "NoteRequest", "text") => json!("Called the school."),
        ("ApplicationViewer", "name") => json!("Maria Alvarez"),
        ("BrowserError", "name") => json!("TypeError"),
        ("ApplicationDetail", "change_request") | ("ApplicationEvent", "change") => Value::Null,
        ("ChangeRequest" | "ChangeRequestRequest", "message") => json!("Which city do you live in?"),
        ("ChangeRequest" | "ChangeRequestRequest", "fields") => json!(["city"]),
        ("RequesterOrNull", "name") => json!("Maria Alvarez"),
        ("ChangeEmailRequest", "email") => json!("maria@new-school.example"),
        ("ChangePasswordRequest", "password") => json!("Chosen-Meadow-51"),
        ("DecisionRequest" | "BulkDecisionRequest", "note") => json!("Called the school."),
        ("EmailMessage", "state") => json!("failed"),
        ("EmailPreview", "subject") => json!("Welcome to the Educators Forum, Maria"),
        ("DecidedApplication", "status") => json!("approved"),
        ("DecidedApplication", "reviewed_at") => json!("2026-03-05T14:10:00Z"),
        ("Factor", "status") => json!("verified"),
        ("HeadshotPage", "limit") => json!(100),
        ("FactorRequired" | "Nonce" | "WalletNonce", "expires_in") => json!(300),
        ("EmailTemplate" | "TemplateTexts", "subject") => {
            json!("Welcome to the Educators Forum, {{first_name}}")
        }
        ("Identity", "subject") => json!("24400320"),
        ("Provider", "name") => json!("school"),
        ("ReasonRequest", "reason") => json!("Helps with the review."),
        ("RecoveryGranted" | "EmailRestored", "expires_in") => json!(600),
        ("VerifiedFactor", "aal") => json!("aal2"),
        ("finish_authorization", "code") => json!("SplxlOBeZQQYbYS6WxSbIA"),
        ("finish_authorization", "state") => json!("XwevPD8LTH6dXg2PTBsqPXRoZSBzdGF0ZSBvZiBpdA"),
        _ => return None,
    })
}

/// Examples by name, for members and parameters whose type, format and choices are not specific enough.
fn known(name: &str) -> Option<Value> {
    Some(match name {
        "route" => json!("/admin/applications/:id"),
        "undo_seconds" => json!(10),
        "frames" => json!(["index-B2x9.js:1:20418"]),
        "access_token" => json!("v4.public.eyJzdWIiOiI1ZjBlN2EzYy0zZjBiIn0"),
        "action" => json!("application.decided"),
        "actor_name" | "author_name" => json!("Maria Alvarez"),
        "challenge_id" => json!(ID),
        "auth_code" => json!("XwevPD8LTH6dXg2PTBsqPWEgY29kZSBvZiB0aGlzIHNpdGU"),
        "chain" => json!("ethereum"),
        "code_challenge" => json!("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
        "code_verifier" => json!("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
        "message" => json!(
            "forum.example wants you to sign in with your Ethereum account:\n0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n\n\nURI: https://forum.example\nVersion: 1\nChain ID: 1\nNonce: 5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d\nIssued At: 2026-03-05T14:10:00Z"
        ),
        "nonce" => json!("5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d"),
        "signature" => json!(format!("0x{}1b", "4d".repeat(64))),
        "iss" => json!("https://id.school.example"),
        "error" => json!("access_denied"),
        "id_token" => json!("eyJhbGciOiJFUzI1NiIsImtpZCI6Im93biJ9.eyJzdWIiOiIyNDQwMDMyMCJ9.MEUCIQDx5Y0"),
        "title" => json!("Springfield Schools"),
        "provider" | "identity" => json!("school"),
        "challenge_token" => json!("XwevPD8LTH6dXg2PTBsqPV8HrzwGc2Vjb25kIHN0ZXA"),
        "bytes" => json!(182_044),
        "code" => json!("042137"),
        "current_password" => json!("Quiet-River-42"),
        "cursor" => json!("q83vEjRWeJAAXw56PD8LTnydXg2PTBsqPQAAAAAAAAAAGJ2"),
        "detail" => json!("The mail host is slow."),
        "email" => json!("maria@school.example"),
        "expires_at" => json!("2026-03-05T14:25:00Z"),
        "expires_in" => json!(900),
        "field" => json!("/checks/outbox"),
        "first_name" => json!("Maria"),
        "friendly_name" => json!("My phone"),
        "headshot_url" => json!(format!("/storage/headshots/{ID}/headshot-1772719800000.jpg")),
        "height" | "width" => json!(1_024),
        "Idempotency-Key" => json!("1d4f9d3e-5b0e-4b55-8f6e-2f8f0d0c7a11"),
        "ip_prefix" => json!("203.0.113.0/24"),
        "kid" => json!("k4.pid.9ShR3xc8-qVJ_di0tc9nx0IDIqbatdeM2mqLFBJsKRHs"),
        "Last-Event-ID" => json!("1772719800000000-5f0e7a3c3f0b4c7e9d5e0d8f4c1b2a3d"),
        "last_name" => json!("Alvarez"),
        "limit" => json!(25),
        "number" => json!(1),
        "name" => json!("headshot-1772719800000.jpg"),
        // Emails and their templates:
        "attempts" => json!(16),
        "html" => json!("<!doctype html><p>Dear Maria Alvarez,"),
        "html_content" => json!("<p>Dear {{first_name}} {{last_name}},"),
        "If-Match" => json!("\"3\""),
        "last_error" => json!("550 <m***@school.example>: no such mailbox"),
        "placeholders" => json!(["first_name", "last_name"]),
        "preview_url" => json!(format!("/email-previews/{ID}")),
        "template" => json!("application_approved"),
        "text" => json!("Dear Maria Alvarez,"),
        "to" => json!("m***@school.example"),
        "version" => json!(3),
        "note" | "from_status" => Value::Null,
        "notes" | "errors" => json!([]),
        "not_after" => json!("2026-06-03T14:10:00Z"),
        "offset" => json!(0),
        "disabled_at" | "outbox_oldest_due" | "reviewed_at" | "decided_by" | "next_cursor"
        | "prev_cursor" => Value::Null,
        "paserk" => json!("k4.public.Hrnbu7wEfAP9cGBOAHHwmH4Wsot1ciXBHwBBXQ4gsaI"),
        "password" => json!("Quiet-River-42"),
        "q" => json!("maria"),
        "qr_svg" => json!("<svg viewBox=\"0 0 41 41\" xmlns=\"http://www.w3.org/2000/svg\"/>"),
        "recovery_code" => json!("k4zq2-n7yda"),
        "recovery_codes" => json!(["k4zq2-n7yda", "mx3fo-2rpbw"]),
        "recovery_codes_left" => json!(9),
        "recovery_token" => json!("7Qm2vT8LTH6dXg2PTBsqPWEgZ3JhbnQgdG8gY2hvb3Nl"),
        "reason" => json!("Left the organisation."),
        "refresh_token" => json!("XwevPD8LTH6dXg2PTBsqPQAAAAF0aGUgbWFj"),
        "secret" => json!("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"),
        "roles" => json!(["applicant"]),
        "second_factor_required" => json!(false),
        "sessions" => json!(2),
        "step" => json!(2),
        "target_type" => json!("application"),
        "token" => json!("XwevPD8LTH6dXg2PTBsqPXRoZSBzZWNyZXQ"),
        "state_name" => json!("Florida"),
        "subject" => json!("Science"),
        "submitted_before" => json!("2026-04-01T00:00:00Z"),
        "total" | "pending" | "count" => json!(1),
        "approved" | "rejected" => json!(0),
        "uri" => json!(
            "otpauth://totp/Educators%20Forum:maria%40school.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Educators%20Forum"
        ),
        "user_agent" => json!("Mozilla/5.0 (X11; Linux x86_64; rv:140.0)"),
        _ => return None,
    })
}

fn open_object(name: &str) -> Value {
    match name {
        "credential" => json!({
            "id": "mXdKzNkBTV6yTkbqfHTVbw",
            "rawId": "mXdKzNkBTV6yTkbqfHTVbw",
            "type": "public-key",
            "response": {
                "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
                "authenticatorData": "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
                "signature": "MEUCIQDx5Y0",
                "userHandle": "Xw56PD8LTH6dXg2PTBsqPQ",
            },
            "clientExtensionResults": {},
        }),
        "options" => json!({
            "challenge": "L8kxmAMRLG4Cvs2kMjPNb6LKnzwiO_9Zx2t3VtOP6PQ",
            "rpId": "forum.example",
            "allowCredentials": [],
            "userVerification": "required",
            "timeout": 300_000,
        }),
        // The detail of an audit event.
        _ => json!({"status": "approved"}),
    }
}

pub(super) struct Examples<'a> {
    schemas: &'a Value,
}

impl<'a> Examples<'a> {
    /// `schemas` are the schemas that references lead to.
    pub(super) fn of(schemas: &'a Value) -> Self {
        Self { schemas }
    }

    /// An example of this schema for a body.
    pub(super) fn body(&self, schema: &Value) -> Option<Value> {
        self.value("", "", schema)
    }

    /// An example of this schema for the member or parameter `name` of `of`, a schema or an operation.
    pub(super) fn value(&self, of: &str, name: &str, schema: &Value) -> Option<Value> {
        if let Some(default) = schema.get("default") {
            return Some(default.clone());
        }
        let fits = |value: &Value| {
            schema["enum"].as_array().is_none_or(|words| words.contains(value))
                && (schema["format"] != "uuid" || value.is_null() || *value == json!(ID))
        };
        if let Some(value) = specific(of, name) {
            return Some(value);
        }
        if let Some(reference) = schema["$ref"].as_str() {
            let referred = reference.strip_prefix(SCHEMAS)?;
            return self.value(referred, name, &self.schemas[referred]);
        }
        if let Some(first) = schema["allOf"].get(0).or_else(|| schema["oneOf"].get(0)) {
            return self.value(of, name, first);
        }
        // The state of an email is not a US state.
        if let Some(value) = field(name).filter(fits) {
            return Some(value);
        }
        if schema["additionalProperties"].is_object() {
            return Some(open_object(name));
        }
        if let Some(value) = known(name).filter(fits) {
            return Some(value);
        }
        if let Some(first) = schema["enum"].get(0) {
            return Some(first.clone());
        }
        if schema["format"] == "uuid" {
            return Some(json!(ID));
        }
        match (schema["type"].as_str()?, schema["format"].as_str()) {
            ("object", _) => {
                let members = schema["properties"].as_object()?.iter();
                let members = members.filter(|(name, _)| !is_left_out(of, name));
                let members =
                    members.filter_map(|(name, schema)| Some((name.clone(), self.value(of, name, schema)?)));
                Some(Value::Object(members.collect::<Map<_, _>>()))
            }
            ("array", _) => Some(Value::Array(vec![self.body(&schema["items"])?])),
            ("boolean", _) => Some(true.into()),
            ("string", Some("date-time")) => Some(json!("2026-03-05T14:10:00Z")),
            _ => None,
        }
    }
}

pub(super) fn problems() -> Value {
    // Only the router returns this code.
    let given = Code::ALL.iter().filter(|code| **code != Code::MethodNotAllowed);
    let examples = given.map(|code| (code.as_str().to_owned(), json!({"value": problem(*code).body(ID)})));
    Value::Object(examples.collect())
}

fn problem(code: Code) -> Problem {
    let field =
        |field: &str, code: &'static str, detail: &str| Problem::from(FieldError::new(field, code, detail));
    match code {
        Code::ValidationFailed => {
            field("/email", "invalid_email", "Enter an email address like name@example.org.")
        }
        Code::UnknownField => field("/nickname", "unknown_field", code.sentence()),
        Code::UnknownParameter => field("/stauts", "unknown_parameter", code.sentence()),
        Code::InvalidText => {
            field("/first_name", "invalid_text", "First name contains characters that are not allowed.")
        }
        Code::InvalidCursor => field("/cursor", "invalid_cursor", code.sentence()),
        Code::InvalidSubject => field("/subject", "invalid_subject", code.sentence()),
        Code::UnknownPlaceholder => {
            field("/subject", "unknown_placeholder", "There is no placeholder {{email}}.")
        }
        Code::HtmlRejected => field("/html_content", "html_rejected", "<form> is not allowed in an email."),
        Code::InvalidScope => field("/scope", "invalid_scope", code.sentence()),
        Code::WeakPassword => {
            let rules = PasswordRules {
                lowercase: true,
                uppercase: false,
                number: true,
                symbol: false,
                length: false,
            };
            Refusal::from(WeakPassword { reasons: vec![WeakReason::Length, WeakReason::Characters], rules })
                .into()
        }
        Code::ApplicationAlreadyDecided => Refusal::already_decided(Status::Approved).into(),
        _ => code.into(),
    }
}
