use serde_json::json;

use super::*;

#[test]
fn providers_are_told_as_a_list_and_a_doubtful_one_is_refused() {
    let school = json!({"name": "school", "title": "Springfield Schools", "issuer": "https://id.school.example/oidc",
        "client_id": "forum"});
    let list = ProviderSettings::list(&json!([school]).to_string()).expect("a list");
    assert_eq!(
        (list[0].name.as_str(), list[0].issuer.as_str()),
        ("school", "https://id.school.example/oidc")
    );
    assert_eq!(ProviderSettings::list("[]"), Some(vec![]));
    for (member, value) in [
        ("name", json!("")),
        ("name", json!("School")),
        ("name", json!("a/b")),
        ("name", json!("a".repeat(41))),
        ("title", json!(" ")),
        ("client_id", json!("")),
        ("issuer", json!("http://id.school.example")),
        ("issuer", json!("https://id.school.example?x=1")),
        ("issuer", json!("ftp://id.school.example")),
        ("issuer", json!("id.school.example")),
        ("name", json!("ethereum")),
        ("client_secret", json!("")),
        ("client_secret", json!(1)),
        ("secret", json!("x")),
    ] {
        let mut doubtful = school.clone();
        doubtful[member] = value;
        assert_eq!(ProviderSettings::list(&json!([doubtful]).to_string()), None, "{member}: {doubtful}");
    }
    for text in [json!([school, school]).to_string(), school.to_string(), "school".to_owned(), String::new()]
    {
        assert_eq!(ProviderSettings::list(&text), None, "{text}");
    }
    let mut confidential = school.clone();
    confidential["client_secret"] = json!("hush");
    let list = ProviderSettings::list(&json!([confidential]).to_string()).expect("a list");
    assert!(!format!("{list:?}").contains("hush"), "{list:?}");
    let mut local = school;
    local["issuer"] = json!("http://127.0.0.1:3000");
    assert!(ProviderSettings::list(&json!([local]).to_string()).is_some());
}
