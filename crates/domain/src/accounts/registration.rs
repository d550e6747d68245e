//! The rule for confirming an address: one pending registration becomes a user, and the store deletes the others of the
//! same address, so that nobody can plant a password on somebody else's address.

use time::OffsetDateTime;
use uuid::Uuid;

use super::one_time_token::OneTimeToken;
use super::roles::Role;
use crate::audit::AuditEvent;
use crate::shared::{EmailAddress, PersonName};

/// A user to be created with a confirmed address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUser {
    /// Random id.
    pub id: Uuid,
    /// The confirmed address.
    pub email: EmailAddress,
    /// The names from the registration.
    pub name: PersonName,
    /// argon2id hash in PHC form.
    pub password_hash: String,
    /// Roles from the start.
    pub roles: Vec<Role>,
    /// The time of the confirmation.
    pub created_at: OffsetDateTime,
    /// The audit entry of the creation.
    pub audit: AuditEvent,
}

/// A sign-up whose address is not confirmed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingRegistration {
    /// Id of the registration, not of the future user.
    pub id: Uuid,
    /// The address to confirm.
    pub email: EmailAddress,
    /// The names entered at sign-up.
    pub name: PersonName,
    /// argon2id hash (PHC form) of the password entered at sign-up.
    pub password_hash: String,
    /// When the sign-up was made.
    pub created_at: OffsetDateTime,
}

/// What the store passes to the rule, read under lock.
#[derive(Debug, Clone)]
pub struct Confirmation {
    /// The token that was presented, by link or by address and code.
    pub token: OneTimeToken,
    /// The registration it belongs to, unless that was deleted.
    pub registration: Option<PendingRegistration>,
    /// Whether the address has a confirmed owner already.
    pub address_taken: bool,
}

/// What the rule tells the store to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Redemption {
    /// Create this user, mark the token as used, delete every pending registration of the address.
    Create(Box<NewUser>),
    /// Count a wrong code and change nothing else.
    CountTry,
    /// Change nothing.
    Refuse,
}

/// Decides what happens to a presented token. `code_matches` is `None` if it was presented by a link with the right
/// secret, else whether the typed code matches. New users get the role applicant (reading: "how a user becomes an
/// applicant").
pub fn redeem(
    confirmation: &Confirmation,
    code_matches: Option<bool>,
    user_id: Uuid,
    audit_id: Uuid,
    now: OffsetDateTime,
) -> Redemption {
    let Confirmation { token, registration, address_taken } = confirmation;
    match code_matches {
        None if !token.is_live(now) => return Redemption::Refuse,
        Some(_) if !token.accepts_code(now) => return Redemption::Refuse,
        Some(false) => return Redemption::CountTry,
        None | Some(true) => {}
    }
    match registration {
        Some(registration) if !address_taken => Redemption::Create(Box::new(NewUser {
            id: user_id,
            email: registration.email.clone(),
            name: registration.name.clone(),
            password_hash: registration.password_hash.clone(),
            roles: vec![Role::Applicant],
            created_at: now,
            audit: AuditEvent {
                id: audit_id,
                at: now,
                actor_id: Some(user_id),
                action: "user.verified",
                target_type: "user",
                target_id: user_id,
                detail: Vec::new(),
            },
        })),
        _ => Redemption::Refuse,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::one_time_token::Purpose;
    use time::Duration;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn confirmation() -> Confirmation {
        let email = EmailAddress::stored("a@example.org".into());
        let id = Uuid::from_u128(1);
        Confirmation {
            token: OneTimeToken::new(Uuid::from_u128(2), Purpose::VerifyEmail, email.clone(), Some(id), NOW),
            registration: Some(PendingRegistration {
                id,
                email,
                name: PersonName { first: "Ana".into(), last: "Li".into() },
                password_hash: "hash".into(),
                created_at: NOW,
            }),
            address_taken: false,
        }
    }

    fn judged(confirmation: &Confirmation, code: Option<bool>, after: Duration) -> &'static str {
        match redeem(confirmation, code, Uuid::from_u128(3), Uuid::from_u128(4), NOW + after) {
            Redemption::Create(user) => {
                assert_eq!(user.roles, [Role::Applicant]);
                "create"
            }
            Redemption::CountTry => "count",
            Redemption::Refuse => "refuse",
        }
    }

    #[test]
    fn the_user_gets_the_data_of_the_registration_and_the_creation_is_audited() {
        let [user_id, audit_id] = [3, 4].map(Uuid::from_u128);
        let now = NOW + Duration::minutes(1);
        let expected = NewUser {
            id: user_id,
            email: EmailAddress::stored("a@example.org".into()),
            name: PersonName { first: "Ana".into(), last: "Li".into() },
            password_hash: "hash".into(),
            roles: vec![Role::Applicant],
            created_at: now,
            audit: AuditEvent {
                id: audit_id,
                at: now,
                actor_id: Some(user_id),
                action: "user.verified",
                target_type: "user",
                target_id: user_id,
                detail: Vec::new(),
            },
        };
        let created = redeem(&confirmation(), None, user_id, audit_id, now);
        assert_eq!(created, Redemption::Create(Box::new(expected)));
    }

    #[test]
    fn a_live_link_or_a_right_code_creates_an_applicant_and_nothing_else_does() {
        let fresh = confirmation();
        let taken = Confirmation { address_taken: true, ..confirmation() };
        let dropped = Confirmation { registration: None, ..confirmation() };
        let minute = Duration::minutes(1);
        let table = [
            (&fresh, None, minute, "create"),
            (&fresh, None, Duration::hours(25), "refuse"),
            (&fresh, Some(true), minute, "create"),
            (&fresh, Some(false), minute, "count"),
            (&fresh, Some(true), Duration::minutes(11), "refuse"),
            (&fresh, Some(false), Duration::minutes(11), "refuse"),
            (&taken, None, minute, "refuse"),
            (&dropped, None, minute, "refuse"),
        ];
        for (confirmation, code, after, expected) in table {
            assert_eq!(judged(confirmation, code, after), expected, "{code:?} after {after}");
        }
    }
}
