//! Every POST is idempotent under a key, or the guide says why it is not.

use std::collections::BTreeSet;

use forum_tests::harness::Document;

/// The operations that a paragraph of the guide names.
fn named(paragraph: &str) -> BTreeSet<&str> {
    paragraph.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_guide_names_every_post_that_takes_a_key_and_every_post_that_takes_none() {
    let document = Document::published();
    let (mut keyed, mut others) = (BTreeSet::new(), BTreeSet::new());
    let operations = document.operations();
    for operation in operations.iter().filter(|operation| operation.method == "post") {
        let mut parameters = operation.value["parameters"].as_array().into_iter().flatten();
        let takes_key = parameters.any(|parameter| parameter["name"] == "Idempotency-Key");
        if takes_key { &mut keyed } else { &mut others }.insert(operation.id());
    }
    let guide = document.value()["info"]["description"].as_str().expect("a guide");
    let mut paragraphs = guide.split("\n\n");
    let mut after = |start: &str| named(paragraphs.find(|text| text.starts_with(start)).expect(start));
    assert_eq!(after("Every POST that creates or sends something takes a key: "), keyed);
    assert_eq!(after("Other POSTs take no key. "), others);
}
