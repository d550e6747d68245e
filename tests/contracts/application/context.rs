//! `ReviewStore::context`: similar applications.

use forum_domain::accounts::{NewUser, Role};
use forum_domain::applications::{Decision, Similarity};
use forum_tests::builders::{NOON, fields_with, id, name, new_user};
use forum_tests::stores::Stores;
use time::Duration;
use uuid::Uuid;

const BIRTH: &str = "1980-02-03";
const OTHER_BIRTH: &str = "1981-02-03";

/// Ids and reasons.
async fn similar(stores: &Stores, id: Uuid) -> Vec<(Uuid, Similarity)> {
    let context = stores.review.context(id).await.expect("a result");
    context.similar.into_iter().map(|other| (other.id, other.reason)).collect()
}

/// One entry for each application, with its strongest reason. Numbers of seven digits and erased answers are similar to
/// nothing.
#[tokio::test]
async fn similar_applications_are_found_by_person_name_and_phone() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    let apply = async |hour, user: Uuid, phone, birth| {
        let fields = fields_with(&[("phone", phone), ("date_of_birth", birth)]);
        stores.applied(user, fields, NOON + Duration::hours(hour)).await.id
    };
    let user = async |email: &str, first, last| {
        let user = NewUser { name: name(first, last), ..new_user(email, &[Role::Applicant]) };
        stores.create_user(user).await
    };
    let ana = user("ana@example.org", "Ana", "Muñoz O’Brien").await;
    let earlier = apply(0, ana, "555-010", BIRTH).await;
    stores.decide(earlier, Decision::Reject, admin, NOON).await;
    let oldest = apply(2, ana, "(813) 555-0100", BIRTH).await;
    stores.decide(oldest, Decision::Reject, admin, NOON).await;
    let again = user("ana2@example.org", "ANA", "Mun\u{303}oz O'Brien").await;
    let again = apply(4, again, "+1 813-555-0100 ext. 4", BIRTH).await;
    let namesake = user("ana3@example.org", "Ana", "Muñoz O’Brien").await;
    let namesake = apply(5, namesake, "(305) 555-0199", OTHER_BIRTH).await;
    let bo = user("bo@example.org", "Bo", "Li").await;
    let house = apply(6, bo, "1.813.555.0100x12", OTHER_BIRTH).await;
    let cy = user("cy@example.org", "Cy", "Li").await;
    let short = apply(7, cy, "555-010", BIRTH).await;
    let own = apply(8, ana, "813 555 0100", BIRTH).await;
    let (same_name, same_phone) = (Similarity::NameAndBirthDate, Similarity::Phone);
    let expected = [
        (oldest, Similarity::Person),
        (earlier, Similarity::Person),
        (again, same_name),
        (house, same_phone),
    ];
    assert_eq!(similar(stores, own).await, expected);
    for unlike in [namesake, short, id()] {
        assert_eq!(similar(stores, unlike).await, []);
    }
    for (application, user) in [(house, bo), (short, cy)] {
        stores.decide(application, Decision::Reject, admin, NOON).await;
        stores.delete_account(user).await;
    }
    assert_eq!(similar(stores, own).await, expected[..3]);
    assert_eq!(similar(stores, house).await, [], "erased answers are equal");
}
