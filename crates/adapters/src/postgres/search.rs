//! Searching in lists.

/// The search text as a `like` pattern in which `%`, `_` and `\` are literal.
pub(super) fn pattern(query: &str) -> String {
    literal(&query.to_lowercase())
}

/// The same for a column whose `lower` is compared with the pattern's: the server folds both in the same way, whatever
/// its locale.
pub(super) fn literal(query: &str) -> String {
    let mut pattern = String::from("%");
    for c in query.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}
