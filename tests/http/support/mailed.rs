//! Links, codes and grants from mails.

use forum_tests::harness::TestApi;
use forum_tests::memory::SentMail;
use serde_json::json;

/// The secret in the newest mail to an address that contains one. Notices contain none.
async fn newest(api: &TestApi, email: &str, secret: fn(&SentMail) -> Option<&str>) -> String {
    api.run_mail().await;
    let sent = api.inbox().sent();
    let mut own = sent.iter().rev().filter(|mail| mail.to.eq_ignore_ascii_case(email));
    own.find_map(secret).expect("a secret").to_owned()
}

/// The token of the newest link mailed to an address.
pub async fn link_to(api: &TestApi, email: &str) -> String {
    newest(api, email, SentMail::token).await
}

/// The newest code mailed to an address.
pub async fn code_to(api: &TestApi, email: &str) -> String {
    newest(api, email, SentMail::code).await
}

/// Creates a user with this address; returns a grant to choose a new password.
pub async fn recovery_token(api: &TestApi, email: &str) -> String {
    api.applicant(email).await;
    recovery_token_of(api, email).await
}

/// Asks for a recovery mail and exchanges its link for a grant.
pub async fn recovery_token_of(api: &TestApi, email: &str) -> String {
    api.anonymous().post("/api/auth/recovery", &json!({"email": email})).await.expect(202);
    let granted = api.redeem(&link_to(api, email).await).await.expect(200);
    assert_eq!(
        (granted.text_at("/purpose").as_str(), &granted.json["expires_in"]),
        ("recovery", &json!(600))
    );
    granted.text_at("/recovery_token")
}

/// Creates a user with this address; returns the address and a sign-in code.
pub async fn sign_in_code(api: &TestApi, email: &str) -> (String, String) {
    api.applicant(email).await;
    code_of(api, email).await
}

/// Asks for a sign-in code; returns the address and the code.
pub async fn code_of(api: &TestApi, email: &str) -> (String, String) {
    api.anonymous().post("/api/auth/codes", &json!({"email": email})).await.expect(202);
    (email.to_owned(), code_to(api, email).await)
}
