//! The seed of fictitious applications writes only valid rows.

use forum_domain::applications::{ApplicationFields, RawFields};
use forum_tests::builders::NOON;
use forum_tests::seed::{Seed, SeedError};
use forum_tests::stores::Stores;
use uuid::Uuid;

use super::invariants::broken;

const SEED: Seed = Seed { applications: 1_000, number: 7, until: NOON };

/// All application data as one string.
async fn contents(stores: &Stores) -> String {
    let all =
        "select string_agg(row(a.*, p.*, r.role, e.*)::text, E'\\n' order by a.id, e.at) from applications a
               join profiles p on p.user_id = a.user_id join user_roles r on r.user_id = a.user_id
               join application_events e on e.application_id = a.id";
    sqlx::query_scalar(all).fetch_one(stores.pool()).await.expect("readable rows")
}

#[tokio::test]
async fn a_seed_number_determines_applicants_whose_rows_are_valid() {
    let [one, two, other] = [Stores::fresh().await, Stores::fresh().await, Stores::fresh().await];
    SEED.sow(one.pool(), false).await.expect("a seeded database");
    SEED.sow(two.pool(), false).await.expect("a seeded database");
    Seed { number: 8, ..SEED }.sow(other.pool(), false).await.expect("a seeded database");
    let same = contents(&one).await;
    assert!(same == contents(&two).await, "the same seed number produced different rows");
    assert!(same != contents(&other).await, "another seed number produced the same rows");
    let repeated = SEED.sow(one.pool(), false).await;
    assert!(matches!(repeated, Err(SeedError::Repeated(7))), "{repeated:?}");

    assert_eq!(broken(one.pool()).await, Vec::new());
    let ids: Vec<Uuid> =
        sqlx::query_scalar("select id from applications").fetch_all(one.pool()).await.expect("readable rows");
    assert_eq!(ids.len(), 1_000);
    for id in ids {
        let fields = one.application(id).await.application.fields;
        let raw = RawFields { values: fields.values.clone(), headshot_id: None };
        let parsed = ApplicationFields::parse(&raw, NOON.date());
        assert!(parsed.is_ok_and(|parsed| parsed == fields), "{id} is not valid");
    }
}

#[tokio::test]
async fn seeding_refuses_a_database_with_real_applicants_unless_forced() {
    let stores = &Stores::fresh().await;
    let apply = async |email: &str| {
        let user_id = stores.applicant(email).await;
        stores.submitted(user_id, NOON).await;
    };
    // Reserved domains: demonstration data is not real.
    for email in ["ana@example.org", "bo@school.example", "cy@localhost"] {
        apply(email).await;
    }
    SEED.sow(stores.pool(), false).await.expect("a seeded database");
    apply("dana@school.org").await;
    let next = Seed { number: 8, ..SEED };
    let refused = next.sow(stores.pool(), false).await;
    assert!(matches!(refused, Err(SeedError::RealApplications(1))), "{refused:?}");
    next.sow(stores.pool(), true).await.expect("a second seed");
}
