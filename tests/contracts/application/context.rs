//! `ReviewStore::context`: similar applications, and the mails of an application.

use forum_domain::accounts::{NewUser, Role};
use forum_domain::applications::{
    Application, Decision, ReviewContext, SimilarApplication, Similarity, Status,
};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use forum_tests::builders::{NOON, fields_with, id, name, new_user};
use forum_tests::stores::Stores;

const BIRTH: &str = "1980-02-03";
const OTHER_BIRTH: &str = "1981-02-03";

/// An applicant with this name.
async fn applicant(stores: &Stores, email: &str, first: &str, last: &str) -> Uuid {
    let user = NewUser { name: name(first, last), ..new_user(email, &[Role::Applicant]) };
    stores.create_user(user).await
}

async fn applied(stores: &Stores, user: Uuid, phone: &str, birth: &str, at: OffsetDateTime) -> Application {
    stores.applied(user, fields_with(&[("phone", phone), ("date_of_birth", birth)]), at).await
}

async fn context(stores: &Stores, id: Uuid) -> ReviewContext {
    stores.review.context(id).await.expect("a result")
}

/// Ids and reasons.
async fn similar(stores: &Stores, id: Uuid) -> Vec<(Uuid, Similarity)> {
    context(stores, id).await.similar.into_iter().map(|other| (other.id, other.reason)).collect()
}

/// One entry for each application, with its strongest reason.
#[tokio::test]
async fn similar_applications_are_found_by_person_name_and_phone() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    let at = |hours| NOON + Duration::hours(hours);
    let ana = applicant(stores, "ana@example.org", "Ana", "Muñoz O’Brien").await;
    let earlier = applied(stores, ana, "555", BIRTH, at(0)).await;
    stores.decide(earlier.id, Decision::Reject, admin, at(1)).await;
    let oldest = applied(stores, ana, "(813) 555-0100", BIRTH, at(2)).await;
    stores.decide(oldest.id, Decision::Reject, admin, at(3)).await;
    let again = applicant(stores, "ana2@example.org", "ANA", "Mun\u{303}oz O'Brien").await;
    let again = applied(stores, again, "+1 813-555-0100 ext. 4", BIRTH, at(4)).await;
    let namesake = applicant(stores, "ana3@example.org", "Ana", "Muñoz O’Brien").await;
    let namesake = applied(stores, namesake, "(305) 555-0199", OTHER_BIRTH, at(5)).await;
    let house = applicant(stores, "bo@example.org", "Bo", "Li").await;
    let house = applied(stores, house, "1.813.555.0100x12", OTHER_BIRTH, at(6)).await;
    let twin = applicant(stores, "twin@example.org", "Cy", "Li").await;
    let twin = applied(stores, twin, "(305) 555-0142", BIRTH, at(7)).await;
    let own = applied(stores, ana, "813 555 0100", BIRTH, at(8)).await;

    let person = |application: &Application| (application.id, Similarity::Person);
    let (same_name, same_phone) = (Similarity::NameAndBirthDate, Similarity::Phone);
    let expected = [person(&oldest), person(&earlier), (again.id, same_name), (house.id, same_phone)];
    assert_eq!(similar(stores, own.id).await, expected);
    let found = context(stores, own.id).await.similar;
    assert_eq!(
        found[2],
        SimilarApplication {
            id: again.id,
            reason: same_name,
            name: Some(name("ANA", "Mun\u{303}oz O'Brien")),
            status: Status::Pending,
            submitted_at: at(4),
        }
    );
    assert_eq!(found[0].status, Status::Rejected);
    for unlike in [namesake.id, twin.id] {
        assert_eq!(similar(stores, unlike).await, []);
    }
    assert_eq!(similar(stores, id()).await, []);
}

#[tokio::test]
async fn a_short_number_and_a_deleted_account_are_similar_to_nothing() {
    let stores = &Stores::fresh().await;
    let admin = stores.admin().await;
    let mut applications = Vec::new();
    for (number, phone) in ["555-010", "555-010", "555-0100", "555-0100"].into_iter().enumerate() {
        let user = applicant(stores, &format!("p{number}@example.org"), &format!("Ana{number}"), "Li").await;
        let application = applied(stores, user, phone, BIRTH, NOON).await;
        stores.decide(application.id, Decision::Reject, admin, NOON).await;
        applications.push((user, application.id));
    }
    let [short, _, (_, long), (leaving, gone)] = applications[..] else { panic!("four applications") };
    assert_eq!(similar(stores, short.1).await, []);
    assert_eq!(similar(stores, long).await, [(gone, Similarity::Phone)]);
    stores.delete_account(leaving).await;
    let other = applications[0].0;
    stores.delete_account(other).await;
    assert_eq!(similar(stores, long).await, []);
    assert_eq!(similar(stores, gone).await, [], "erased answers are equal");
}
