//! Searching in lists.

/// The search text as a `like` pattern in which `%`, `_` and `\` are literal.
pub(super) fn pattern(query: &str) -> String {
    let mut pattern = String::from("%");
    for c in query.to_lowercase().chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}
