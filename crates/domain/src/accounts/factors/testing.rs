//! Builders for the unit tests of accounts.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::accounts::{
    Account, AccountSecurity, Authenticator, Device, EarlierSignIns, Factor, Identity, PasskeyRecord,
    PendingRegistration, Proof, Session, SignInRecord, User,
};
use crate::shared::{EmailAddress, PersonName};

pub(crate) const USER: Uuid = Uuid::from_u128(7);

pub(crate) fn ana() -> PersonName {
    PersonName { first: "Ana".into(), last: "Li".into() }
}

/// An enabled user without roles.
pub(crate) fn user(email: &str, created_at: OffsetDateTime) -> User {
    User {
        id: USER,
        email: address(email),
        name: ana(),
        roles: Default::default(),
        created_at,
        disabled_at: None,
    }
}

pub(crate) fn address(text: &str) -> EmailAddress {
    EmailAddress::stored(text.into())
}

/// A sign-up with the password hash `sign-up`.
pub(crate) fn registration(email: &str, created_at: OffsetDateTime) -> PendingRegistration {
    PendingRegistration {
        id: Uuid::from_u128(1),
        email: address(email),
        name: ana(),
        password_hash: "sign-up".into(),
        created_at,
        contested: false,
    }
}

/// The owner of an address.
pub(crate) fn owner(user: User, password_hash: Option<&str>) -> SignInRecord {
    SignInRecord::User(Box::new(Account { user, password_hash: password_hash.map(str::to_owned) }))
}

/// An account with the password hash `hash` and nothing else.
pub(crate) fn account(email: &str, created_at: OffsetDateTime) -> AccountSecurity {
    AccountSecurity {
        user: user(email, created_at),
        password_hash: Some("hash".into()),
        factors: Vec::new(),
        recovery: None,
        identities: Vec::new(),
        sessions: Vec::new(),
        challenge: None,
        earlier: EarlierSignIns::default(),
    }
}

pub(crate) fn app(id: u128, at: OffsetDateTime) -> Factor {
    Factor {
        id: Uuid::from_u128(id),
        user_id: USER,
        friendly_name: format!("Phone {id}"),
        authenticator: Authenticator::Totp { last_step: None },
        created_at: at,
        verified_at: Some(at),
        last_used_at: None,
    }
}

pub(crate) fn passkey(id: u128, at: OffsetDateTime) -> Factor {
    let record = PasskeyRecord { credential_id: id.to_be_bytes().to_vec(), record: "{}".into() };
    Factor { authenticator: Authenticator::Passkey(Some(record)), ..app(id, at) }
}

pub(crate) fn identity(id: u128, linked_at: OffsetDateTime) -> Identity {
    let (provider, subject) = ("school".into(), id.to_string());
    Identity { id: Uuid::from_u128(id), user_id: USER, provider, subject, email: None, linked_at }
}

pub(crate) fn session(id: u128, proofs: Vec<Proof>, at: OffsetDateTime) -> Session {
    Session::open(Uuid::from_u128(id), USER, proofs, Device::default(), at)
}
