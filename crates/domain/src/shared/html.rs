//! Text on its way into HTML.

/// Escapes text for the inside of an element or of a quoted attribute.
pub fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_of_markup_is_left() {
        assert_eq!(escape_html("A&B <\"'> é"), "A&amp;B &lt;&quot;&#39;&gt; é");
        assert_eq!(escape_html("&amp;"), "&amp;amp;");
    }
}
