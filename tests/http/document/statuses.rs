//! Successful responses have the status of their method.

use forum_tests::harness::Document;

/// Operations with another status, and why.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("set_recovery_password", "204", "a password is never returned"),
    ("change_password", "204", "a password is never returned"),
    ("change_email", "202", "the address changes once both addresses have confirmed"),
    ("delete_current_user", "202", "the photos are deleted after the response"),
    ("begin_authorization", "303", "it redirects a browser"),
    ("finish_authorization", "303", "it redirects a browser"),
];

#[test]
fn a_put_returns_the_resource_a_delete_204_and_a_post_without_a_result_202_or_204() {
    let document = Document::published();
    let mut differing = Vec::new();
    for operation in document.operations() {
        let id = operation.id().to_owned();
        let responses = operation.value["responses"].as_object().expect("responses");
        let done = responses.iter().filter(|(status, _)| status.starts_with('2') || *status == "303");
        for (status, response) in done {
            let has_body = document.resolved(response)["content"].is_object();
            if status != "202" {
                assert_eq!(has_body, ["200", "201"].contains(&&**status), "{id} {status}");
            }
            let usual: &[&str] = match operation.method {
                "post" => &["200", "201", "202", "204"],
                "delete" => &["204"],
                _ => &["200"],
            };
            if !usual.contains(&&**status) {
                differing.push((id.clone(), status.clone()));
            }
        }
    }
    let mut excepted: Vec<_> =
        EXCEPTIONS.iter().map(|(id, status, _)| ((*id).to_owned(), (*status).to_owned())).collect();
    differing.sort_unstable();
    excepted.sort_unstable();
    assert_eq!(differing, excepted);
}
