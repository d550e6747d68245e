//! Deprecated operations, parameters and members.

use forum_domain::accounts::Role;
use forum_tests::harness::{Answer, Document, TestApi};

use crate::support::requests::Owner;

/// The `deprecated` operations and parameters of the document. An operation has no parameter.
fn deprecated(document: &Document) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for operation in document.operations() {
        let id = || operation.id().to_owned();
        found.extend((operation.value["deprecated"] == true).then(|| (id(), None)));
        let parameters = operation.value["parameters"].as_array().into_iter().flatten();
        let parameters = parameters.filter(|parameter| parameter["deprecated"] == true);
        found.extend(parameters.map(|known| (id(), known["name"].as_str().map(str::to_owned))));
    }
    found
}

/// Whether the response says since when a name is deprecated, as RFC 9745 requires.
fn is_notified(answer: &Answer) -> bool {
    let since = answer.header("deprecation");
    let time = since.strip_prefix('@').and_then(|text| text.parse::<i64>().ok());
    assert!(since.is_empty() || time.is_some_and(|time| time > 1_700_000_000), "{since}");
    !since.is_empty()
}

#[tokio::test]
async fn uses_of_deprecated_names_are_marked_and_link_to_the_successor() {
    let api = TestApi::memory();
    let owner = Owner::new(&api, "a").await;
    let admin = api.user("admin@forum.example", &[Role::Admin]).await;
    let document = Document::published();
    let all = deprecated(&document);
    let has = |id: &str, name: Option<&str>| all.iter().any(|row| row.0 == id && row.1.as_deref() == name);
    let mut seen = 0;
    for request in owner.requests() {
        let answer =
            request.send(if request.path.starts_with("/api/admin") { &admin } else { &owner.caller }).await;
        let names = request.path.split_once('?').map_or("", |(_, query)| query).split('&');
        let mut names = names.filter_map(|pair| pair.split('=').next());
        let expected = has(request.operation, None) || names.any(|name| has(request.operation, Some(name)));
        assert_eq!(is_notified(&answer), expected, "{}: {}", request.operation, answer.text);
        let link = answer.header("link");
        if has(request.operation, None) {
            let target = link.strip_prefix('<').and_then(|link| link.split_once('>')).expect("a link");
            assert!(target.1 == "; rel=\"successor-version\"" && !target.0.contains([':', '{']), "{link}");
            let successor = document.operation(&request.method, target.0).expect("an operation");
            assert!(successor.id() != request.operation && !has(successor.id(), None), "{link}");
        } else {
            assert_eq!(link, "", "{}", request.operation);
        }
        // Refusals are marked too.
        let refused = api.anonymous().send(request.sent()).await;
        assert_eq!(is_notified(&refused), expected, "{}: {}", request.operation, refused.text);
        seen += usize::from(expected);
    }
    // Parameters are not in the requests above.
    for (id, name) in all.iter().filter_map(|(id, name)| Some((id, name.as_deref()?))) {
        let operation =
            document.operations().into_iter().find(|known| known.id() == id).expect("an operation");
        for (query, expected) in [(format!("{name}=x"), true), (String::new(), false)] {
            let answer = admin.get(&format!("/api{}?{query}", operation.path)).await;
            assert_eq!(is_notified(&answer), expected, "{id} {query}: {}", answer.text);
        }
        seen += 1;
    }
    assert_eq!(seen, all.len());
}
