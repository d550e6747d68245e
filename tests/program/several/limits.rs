//! Rate limits count the requests to all processes together.

use forum_domain::limits::RateLimit;
use serde_json::json;

use super::Shared;
use crate::client::Client;

#[tokio::test]
async fn a_limit_reached_at_two_processes_is_reached_at_every_process() {
    let mut shared = Shared::new().await;
    shared.installation = shared.installation.with("FORUM__LIMITS__FACTOR", "1");
    let programs = shared.three().await;
    let urls = programs.each_ref().map(|program| program.url.as_str());
    let wrong = json!({ "email": "ana@school.example", "password": "Wrong-9-password" });
    let guess = async |url| Client::new(url).post("/auth/sessions", wrong.clone()).await.status().as_u16();
    for (_, url) in (0..RateLimit::PASSWORDS_IN_NETWORK.burst).zip(urls[..2].iter().cycle()) {
        assert_eq!(guess(*url).await, 401);
    }
    for url in urls {
        assert_eq!(guess(url).await, 429);
    }
    shared.end(programs).await;
}
