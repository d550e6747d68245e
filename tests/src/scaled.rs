//! How much of a long test runs: a part of it with every change, all of it at night.

/// `full` if `LENGTH=full` is set, otherwise `short`.
pub fn scaled<T>(short: T, full: T) -> T {
    let variables = educators_forum::config::environment();
    if variables.into_iter().any(|(name, value)| name == "LENGTH" && value == "full") { full } else { short }
}
