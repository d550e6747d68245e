//! `AccountStore` except registrations: users, roles, and what sign-in reads.

use std::sync::Arc;

use forum_domain::accounts::{NewUser, NewUserError, RedeemError, Role, Roles, SignInRecord, TokenSelector};
use forum_tests::builders::{NOON, address, name, new_user, registration};
use forum_tests::stores::Stores;
use time::Duration;
use uuid::Uuid;

use super::registrations::{confirm, register};
use crate::concurrently;

crate::on_both!(
    a_created_user_is_found_by_the_address_in_either_case,
    a_taken_address_is_refused_in_either_case_and_nothing_is_stored,
    an_address_taken_concurrently_creates_one_user,
    a_created_user_drops_the_registrations_for_the_address,
    signing_in_reads_the_user_or_the_newest_registration,
    users_with_a_role_are_listed_oldest_first,
);

async fn a_created_user_is_found_by_the_address_in_either_case(stores: &Stores) {
    let new = new_user("Ana.Li@Example.org", &[Role::Admin, Role::Partner]);
    stores.accounts.create_user(new.clone()).await.expect("the address is free");
    let found = stores.accounts.find_by_email(&address("ana.li@EXAMPLE.org")).await;
    let user = found.expect("a result").expect("a match");
    assert_eq!((user.id, user.email.as_str()), (new.id, "Ana.Li@Example.org"));
    assert_eq!(user.name, name("Ana", "Li"));
    assert_eq!(user.roles, Roles::from_iter([Role::Admin, Role::Partner]));
    assert_eq!((user.created_at, user.disabled_at), (NOON, None));
    assert_eq!(stores.accounts.find_by_email(&address("bo@example.org")).await, Ok(None));
    assert_eq!(stores.readback.audit_actions().await, ["user.created"]);
}

async fn a_taken_address_is_refused_in_either_case_and_nothing_is_stored(stores: &Stores) {
    stores.applicant("ana@example.org").await;
    for email in ["ana@example.org", "ANA@Example.Org"] {
        let refused = stores.accounts.create_user(new_user(email, &[Role::Admin])).await;
        assert_eq!(refused, Err(NewUserError::AddressTaken));
    }
    assert_eq!(stores.accounts.with_role(Role::Admin).await, Ok(Vec::new()));
    assert_eq!(stores.readback.audit_actions().await, ["user.created"]);
}

/// The loser gets a refusal, not a fault.
async fn an_address_taken_concurrently_creates_one_user(stores: &Stores) {
    let results = concurrently(["ana@example.org", "Ana@example.org"].map(|email| {
        let accounts = Arc::clone(&stores.accounts);
        async move { accounts.create_user(new_user(email, &[Role::Admin])).await }
    }))
    .await;
    assert!(results.contains(&Ok(())), "{results:?}");
    assert!(results.contains(&Err(NewUserError::AddressTaken)), "{results:?}");
}

/// Otherwise an attacker could confirm an address that already has an owner.
async fn a_created_user_drops_the_registrations_for_the_address(stores: &Stores) {
    let planted = register(stores, registration("ANA@example.org", "Eve", NOON)).await;
    let other = register(stores, registration("bo@example.org", "Bo", NOON)).await;
    stores.user("ana@example.org", &[Role::Admin]).await;
    assert_eq!(stores.readback.registrations().await, 1);
    assert_eq!(confirm(stores, TokenSelector::Id(planted), NOON).await, Err(RedeemError::TokenInvalid));
    confirm(stores, TokenSelector::Id(other), NOON).await.expect("a valid token");
}

/// A confirmed user takes precedence; otherwise the newest registration's hash is used, so that its owner learns that
/// only the confirmation is missing.
async fn signing_in_reads_the_user_or_the_newest_registration(stores: &Stores) {
    let ana = address("ana@example.org");
    assert_eq!(stores.accounts.sign_in_record(&ana).await, Ok(None));
    let cy = stores.applicant("cy@example.org").await;
    register(stores, registration("ana@example.org", "first", NOON)).await;
    let later = NOON + Duration::minutes(1);
    let newest = register(stores, registration("Ana@Example.org", "second", later)).await;
    register(stores, registration("bo@example.org", "third", later)).await;
    let record = stores.accounts.sign_in_record(&ana).await;
    let Ok(Some(SignInRecord::Unverified { registration: waits })) = record else { panic!("{record:?}") };
    let seen = (waits.password_hash.as_str(), waits.name, waits.contested);
    assert_eq!(seen, ("$plain$second", name("second", "Li"), true));

    // It is unknown who chose the password, so the user gets none.
    let user_id = confirm(stores, TokenSelector::Id(newest), later).await.expect("a valid token");
    register(stores, registration("ana@example.org", "planted", later)).await;
    let table = [("ANA@example.org", user_id, None), ("cy@example.org", cy, Some("$plain$Quiet-River-42"))];
    for (email, expected, hash) in table {
        match stores.accounts.sign_in_record(&address(email)).await {
            Ok(Some(SignInRecord::User { user, password_hash })) => {
                assert_eq!((user.id, password_hash.as_deref()), (expected, hash));
                assert_eq!(user.roles, Roles::from_iter([Role::Applicant]));
            }
            other => panic!("not a user: {other:?}"),
        }
    }
}

async fn users_with_a_role_are_listed_oldest_first(stores: &Stores) {
    let mut ids: Vec<Uuid> = Vec::new();
    for (day, roles) in [(2, [Role::Admin]), (0, [Role::Admin]), (1, [Role::Member])] {
        let new = new_user(&format!("p{day}@example.org"), &roles);
        ids.push(new.id);
        let new = NewUser { created_at: NOON + Duration::days(day), ..new };
        stores.create_user(new).await;
    }
    let admins = stores.accounts.with_role(Role::Admin).await.expect("a result");
    assert_eq!(admins.iter().map(|user| user.id).collect::<Vec<_>>(), [ids[1], ids[0]]);
    assert_eq!(stores.accounts.with_role(Role::Partner).await, Ok(Vec::new()));
}
