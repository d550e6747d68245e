//! Which fields of an application an administrator sees, and which roles see internal fields.

use forum_domain::accounts::{Role, Roles, User};
use forum_domain::applications::{ApplicationFields, Field, FieldKind, RawFields};
use forum_domain::shared::{EmailAddress, PersonName};
use poem_openapi::types::ToJSON;
use serde_json::{Value, json};
use time::macros::datetime;

use super::*;

const OWNER: Uuid = Uuid::from_u128(1);
const ADMIN: Uuid = Uuid::from_u128(2);
const APPLICATION: Uuid = Uuid::from_u128(3);

fn application() -> Application {
    let submitted_at = datetime!(2026-11-21 12:00 UTC);
    Application {
        id: APPLICATION,
        user_id: OWNER,
        status: Status::Rejected,
        submitted_at,
        reviewed_at: Some(datetime!(2026-11-22 12:00 UTC)),
        fields: ApplicationFields::parse(&RawFields::example(), submitted_at.date()).expect("a valid form"),
        headshot_url: Some("/storage/headshots/photo.png".into()),
        note: Some("call the school".into()),
        decided_by: Some(ADMIN),
    }
}

fn caller(id: Uuid, roles: Roles) -> Caller {
    let user = User {
        id,
        email: EmailAddress::stored("user@example.org".into()),
        name: PersonName { first: "Some".into(), last: "Body".into() },
        roles,
        created_at: OffsetDateTime::UNIX_EPOCH,
        disabled_at: None,
    };
    Caller { user, session_id: Uuid::nil(), proofs: Vec::new(), lacks_factor: false }
}

fn seen_by(id: Uuid, role: Role) -> Value {
    let detail = domain::ApplicationDetail {
        application: application(),
        person: Some(domain::Person {
            name: PersonName { first: "Ana".into(), last: "Li".into() },
            email: EmailAddress::stored("ana@example.org".into()),
        }),
    };
    let caller = caller(id, Roles::from_iter([role]));
    ApplicationDetail::seen_by(&caller, detail).to_json().expect("an object")
}

#[test]
fn an_administrator_sees_every_field() {
    let mut expected = json!({
        "id": APPLICATION,
        "user_id": OWNER,
        "status": "rejected",
        "submitted_at": "2026-11-21T12:00:00Z",
        "reviewed_at": "2026-11-22T12:00:00Z",
        "first_name": "Ana",
        "last_name": "Li",
        "email": "ana@example.org",
        "headshot_id": null,
        "headshot_url": "/storage/headshots/photo.png",
        "note": "call the school",
        "decided_by": ADMIN,
    });
    for field in &Field::ALL {
        match field.kind {
            FieldKind::Headshot => {}
            FieldKind::List { .. } => expected[field.name()] = json!(field.example),
            _ => expected[field.name()] = json!(field.example.concat()),
        }
    }
    assert_eq!(seen_by(ADMIN, Role::Admin), expected);
}

#[test]
fn note_and_decider_are_shown_to_administrators_but_never_to_the_owner() {
    for role in Role::ALL {
        for id in [OWNER, ADMIN] {
            let seen = seen_by(id, role);
            let internal = role == Role::Admin && id != OWNER;
            for field in ["note", "decided_by"] {
                assert_eq!(seen.get(field).is_some(), internal, "{field}, {role:?}, owner: {}", id == OWNER);
            }
            assert_eq!(seen["first_name"], "Ana");
        }
    }
}
