//! Error messages with their causes, which many libraries omit.

use std::error::Error;

/// The message of `error`, followed by each cause that it does not already contain, joined with `: `.
pub(crate) fn with_causes(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let message = error.to_string();
        if !text.contains(&message) {
            text = format!("{text}: {message}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{text}")]
    struct Layer {
        text: &'static str,
        source: io::Error,
    }

    #[test]
    fn each_cause_is_named_once() {
        let table = [
            ("no connection", "no connection: refused"),
            ("no connection: refused", "no connection: refused"),
        ];
        for (text, expected) in table {
            assert_eq!(with_causes(&Layer { text, source: io::Error::other("refused") }), expected);
        }
    }
}
