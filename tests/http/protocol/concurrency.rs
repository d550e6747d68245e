//! Many concurrent requests keep the limits and the numbers exact.

use forum_domain::headshots::ImageKind;
use forum_tests::harness::TestApi;
use forum_tests::memory::plain_image;
use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use serde_json::json;

#[tokio::test]
async fn uploads_of_one_user_at_once_keep_three_photos() {
    let api = TestApi::new().await;
    let ana = api.applicant("ana@school.example").await;
    let photo = plain_image(ImageKind::Png, 640, 480);
    let mut urls = Vec::new();
    for _ in 0..10 {
        // Requests during two running uploads of the user are refused.
        for answer in join_all((0..5).map(|_| ana.upload("me.png", &photo))).await {
            assert!([201, 429].contains(&answer.status), "{}", answer.text);
            urls.extend(answer.json["headshot_url"].as_str().map(str::to_owned));
        }
    }
    assert!(urls.len() >= 20, "{urls:?}");
    assert_eq!(ana.get("/api/headshots").await.expect(200).json["total"], 3);
    let served = join_all(urls.iter().map(|url| ana.get(url))).await;
    assert_eq!(served.iter().filter(|answer| answer.status == 200).count(), 3);
}

/// 500 users apply. Two administrators decide every second application concurrently and in opposite ways. The list, the
/// mails and the roles then agree with all responses.
#[tokio::test]
async fn the_numbers_are_exact_after_a_thousand_submissions_and_decisions_at_once() {
    const APPLICANTS: usize = 500;
    let api = TestApi::new().await;
    let (one, two) = (api.admin("one@forum.example").await, api.admin("two@forum.example").await);
    let mut applicants = Vec::new();
    for number in 0..APPLICANTS {
        applicants.push(api.applicant(&format!("ana{number}@school.example")).await);
    }
    let (one, two) = (&one, &two);
    let outcomes = applicants.iter().enumerate().map(|(number, person)| async move {
        let id = person.apply().await;
        if number % 2 == 1 {
            return None;
        }
        let (approval, rejection) =
            futures_util::join!(one.decide(&id, "approved"), two.decide(&id, "rejected"));
        let mut statuses = [approval.status, rejection.status];
        let approved = approval.status == 200;
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        let role = if approved { "member" } else { "applicant" };
        assert_eq!(person.get("/api/users/me").await.expect(200).json["roles"], json!([role]));
        Some(approved)
    });
    // The concurrency of a busy server.
    let outcomes: Vec<Option<bool>> = stream::iter(outcomes).buffer_unordered(64).collect().await;
    let number = |wanted| outcomes.iter().filter(|outcome| **outcome == wanted).count();
    let (pending, approved, rejected) = (number(None), number(Some(true)), number(Some(false)));
    assert_eq!((pending, approved + rejected), (APPLICANTS / 2, APPLICANTS / 2));
    for (filter, total) in [
        ("", APPLICANTS),
        ("&status=pending", pending),
        ("&status=approved", approved),
        ("&status=rejected", rejected),
    ] {
        let list = one.get(&format!("/api/admin/applications?limit=1{filter}")).await.expect(200).json;
        assert_eq!(list["total"], total, "{filter}");
        let counts =
            json!({"total": APPLICANTS, "pending": pending, "approved": approved, "rejected": rejected});
        assert_eq!(list["counts"], counts);
    }
    // Two mails for each decided application, one for each pending one.
    api.run_mail().await;
    assert_eq!(api.inbox().sent().len(), APPLICANTS + approved + rejected);
}
