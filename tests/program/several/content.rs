//! Applications, photos and previews from one process are available at the other processes.

use forum_domain::headshots::ImageKind;
use forum_tests::harness::Caller;
use forum_tests::photos;
use futures_util::future::join_all;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use super::Shared;
use crate::client::Client;

/// Returns the created resource and whether the response is a replay.
async fn created(answer: reqwest::Result<Response>) -> (Value, bool) {
    let answer = answer.expect("a response");
    assert_eq!(answer.status(), 201);
    let is_replay = answer.headers().contains_key("idempotency-replayed");
    (answer.json().await.expect("JSON"), is_replay)
}

async fn submit(client: &Client, url: &str) -> (Value, bool) {
    created(client.at(url).post_under("submission 1", "/applications", Caller::wizard()).await).await
}

async fn upload(client: &Client, url: &str) -> (Value, bool) {
    let photo = photos::photo(ImageKind::Png, 64, 48);
    created(client.at(url).upload_under("photo 1", "me.png", &photo).await).await
}

#[tokio::test]
async fn what_one_process_stores_is_available_at_the_others() {
    let shared = Shared::new().await;
    let programs = shared.three().await;
    let urls = programs.each_ref().map(|program| program.url.as_str());
    let ana = shared.applicant(urls[0], "ana@school.example").await;
    let bo = shared.applicant(urls[1], "bo@school.example").await;
    a_repeated_submission_gets_the_first_response(&shared, urls, [&ana, &bo]).await;
    a_photo_in_a_shared_folder_is_served_by_every_process(urls, &ana).await;
    a_preview_is_shown_by_every_process(urls, &shared.admin(urls[0]).await).await;
    shared.end(programs).await;
}

async fn a_repeated_submission_gets_the_first_response(
    shared: &Shared,
    urls: [&str; 3],
    [ana, bo]: [&Client; 2],
) {
    let (first, is_replay) = submit(ana, urls[0]).await;
    assert!(!is_replay);
    assert_eq!(submit(ana, urls[1]).await, (first, true));

    let answers = join_all(urls.map(|url| submit(bo, url))).await;
    assert!(answers.iter().all(|(application, _)| *application == answers[0].0));
    assert_eq!(answers.iter().filter(|(_, is_replay)| !is_replay).count(), 1);
    assert_eq!(shared.number("select count(*) from applications").await, 2);
}

async fn a_photo_in_a_shared_folder_is_served_by_every_process(urls: [&str; 3], ana: &Client) {
    let (photo, _) = upload(ana, urls[0]).await;
    assert_eq!(upload(ana, urls[1]).await, (photo.clone(), true));
    let path = photo["headshot_url"].as_str().expect("an address");
    let statuses = async || {
        join_all(urls.map(async |url| Client::new(url).fetch(path, &[]).await.status().as_u16())).await
    };
    assert_eq!(statuses().await, [200, 200, 200]);
    let own = format!("/headshots/{}", photo["id"].as_str().expect("an id"));
    ana.at(urls[2]).call(Method::DELETE, &own, &Value::Null, 204).await;
    assert_eq!(statuses().await, [404, 404, 404]);
}

async fn a_preview_is_shown_by_every_process([_, two, three]: [&str; 3], admin: &Client) {
    let texts = json!({ "subject": "Hello {{first_name}}", "html_content": "<p>Dear {{first_name}}</p>" });
    let preview = "/admin/email-templates/application_approved/preview";
    let preview = admin.at(two).call(Method::POST, preview, &texts, 200).await;
    let page = Client::new(three).fetch(preview["preview_url"].as_str().expect("a path"), &[]).await;
    assert_eq!(page.status(), 200);
    assert!(page.text().await.expect("a page").contains("Dear Dana"));
}
