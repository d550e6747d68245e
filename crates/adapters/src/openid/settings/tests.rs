use serde_json::json;

use proptest::prelude::*;

use super::*;

#[test]
fn providers_are_a_list_and_invalid_ones_are_refused() {
    let school = json!({"name": "school", "title": "Springfield Schools", "issuer": "https://id.school.example/oidc",
        "client_id": "forum"});
    let list = ProviderSettings::list(&json!([school]).to_string()).expect("a list");
    assert_eq!(
        (list[0].name.as_str(), list[0].issuer.as_str()),
        ("school", "https://id.school.example/oidc")
    );
    assert!(!list[0].trust_email);
    let mut trusted = school.clone();
    (trusted["trust_email"], trusted["issuer"]) = (json!(true), json!("https://tenant.school.example/"));
    let list = ProviderSettings::list(&json!([trusted]).to_string()).expect("a list");
    assert_eq!((list[0].trust_email, list[0].issuer.as_str()), (true, "https://tenant.school.example/"));
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
        ("trust_email", json!("yes")),
        ("secret", json!("x")),
    ] {
        let mut invalid = school.clone();
        invalid[member] = value;
        assert_eq!(ProviderSettings::list(&json!([invalid]).to_string()), None, "{member}: {invalid}");
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

proptest! {
    #[test]
    fn a_provider_needs_a_plain_name_and_an_issuer_with_tls_or_on_this_machine(
        name in "[a-z0-9-]{0,42}|[a-z]{40,41}|[a-zA-Z0-9_./-]{1,3}|(?s).{0,6}", scheme in "https?|ftp", host in "id\\.school\\.example|127\\.0\\.0\\.1|localhost",
        title in "[A-Z][a-z ]{0,9}| ",
    ) {
        let issuer = format!("{scheme}://{host}/oidc");
        let list = json!([{"name": name, "title": title, "issuer": issuer, "client_id": "forum"}]).to_string();
        let plain = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        let good = (1..=40).contains(&name.len()) && plain && name != "ethereum" && name != "solana" && title != " "
            && (scheme == "https" || scheme == "http" && host != "id.school.example");
        prop_assert_eq!(ProviderSettings::list(&list).is_some(), good, "{}", list);
    }

    #[test]
    fn parsing_providers_never_panics(text in "(?s)[\\[\\]{}\":,a-z_/]{0,60}") {
        prop_assert!(ProviderSettings::list(&text).is_none_or(|list| list.is_empty() && text.contains("[")), "{}", text);
    }
}
