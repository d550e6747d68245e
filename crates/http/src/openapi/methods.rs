//! The methods that a path below `/api` supports, for `Allow` and for preflights.

use std::sync::LazyLock;

use poem::http::Method;

use crate::api::{BASE, paths};
use crate::openapi::{document, endpoints, problem_pages};
use crate::response::code::PROBLEMS;

/// A path with its parameters in braces, and its methods.
type Known = (String, Vec<Method>);

static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let operations = paths().map(|known| {
        let methods = known.operations.into_iter().map(|operation| operation.method).collect();
        (format!("{BASE}{}", known.path), methods)
    });
    let pages = [document::DOCUMENT, endpoints::PAGES, PROBLEMS, problem_pages::PAGE];
    operations.chain(pages.map(|path| (path.to_owned(), vec![Method::GET]))).collect()
});

/// The comma-separated methods of a path, with `HEAD` if there is `GET`. Empty for an unknown path. Fixed paths take
/// precedence over parameters, as in the router.
pub(crate) fn allowed(path: &str) -> String {
    let matches = |pattern: &str| {
        pattern.split('/').count() == path.split('/').count()
            && pattern
                .split('/')
                .zip(path.split('/'))
                .all(|(known, seen)| known.starts_with('{') || known == seen)
    };
    let parameters = |pattern: &str| pattern.matches('{').count();
    let known = KNOWN.iter().filter(|(pattern, _)| matches(pattern));
    let fewest = known.clone().map(|(pattern, _)| parameters(pattern)).min();
    let of_path =
        known.filter(|(pattern, _)| Some(parameters(pattern)) == fewest).flat_map(|(_, methods)| methods);
    let mut names: Vec<&str> = Vec::new();
    for method in of_path {
        names.push(method.as_str());
        if method == Method::GET {
            names.push("HEAD");
        }
    }
    names.sort_unstable();
    names.join(", ")
}
