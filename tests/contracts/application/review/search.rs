//! The search for words.

use forum_domain::applications::{ReviewFilter, ReviewSort};
use forum_domain::shared::{Order, Page};
use forum_tests::stores::Stores;

use super::super::names::{NAMES, NOTHING};
use super::{applicants, filled, first_names, ids, list, read};

async fn found(stores: &Stores, query: &str) -> Vec<String> {
    let filter = ReviewFilter { query: Some(query.to_owned()), ..ReviewFilter::default() };
    let listing = list(stores, &filter, Order::Asc).await.0;
    assert_eq!((listing.total, listing.total_is_exact), (listing.items.len() as u64, true), "{query:?}");
    first_names(listing)
}

/// Each word, in any order, occurs in any field. A word of one or two characters begins a word.
#[tokio::test]
async fn a_query_finds_every_word_in_any_field_and_order() {
    let stores = &Stores::fresh().await;
    filled(stores).await;
    let all: &[&str] = &["Mary", "adam", "Zoe", "Li"];
    let table: [(&str, &[&str]); 21] = [
        ("MARY", &["Mary"]),
        ("stone", &["Mary", "adam"]),
        ("mary sto", &["Mary"]),
        ("Stone, Mary", &["Mary"]),
        ("y stone", &[]),
        ("ton", &["Mary", "adam"]),
        ("to", &[]),
        ("ADAM@school", &["adam"]),
        ("@example.org", &["Mary", "Zoe", "Li"]),
        ("bell zoe_b", &["Zoe"]),
        ("100%", &["Li"]),
        ("grade 4 TEACHER", all),
        ("hillsBOROUGH", all),
        ("teacher hillsborough tampa", all),
        ("Florida", all),
        ("fl", all),
        ("math science", all),
        ("math stone fl adam", &["adam"]),
        ("elementary", &[]),
        ("math stone texas", &[]),
        ("stone bell", &[]),
    ];
    for (query, names) in table {
        assert_eq!(found(stores, query).await, names, "{query:?}");
    }
}

#[tokio::test]
async fn applicants_are_found_by_every_common_spelling_of_their_names() {
    let stores = &Stores::fresh().await;
    let applications = applicants(stores, NAMES.iter().map(|(first, last, ..)| (*first, *last))).await;
    let found = async |query: &str| {
        let filter = ReviewFilter { query: Some(query.to_owned()), ..ReviewFilter::default() };
        let page = filter.page(Page { limit: 100, offset: 0 }, ReviewSort::SubmittedAt, Order::Asc);
        ids(&read(stores, &filter, page).await.0.items)
    };
    for (id, (_, last, finding, others)) in applications.iter().zip(NAMES) {
        for query in *finding {
            assert!(found(query).await.contains(id), "{query:?} finds {last}");
        }
        for query in *others {
            assert!(!found(query).await.contains(id), "{query:?} does not find {last}");
        }
    }
    for query in NOTHING {
        assert!(found(query).await.is_empty(), "{query:?}");
    }
}
