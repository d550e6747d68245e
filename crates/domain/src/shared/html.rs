/// Escapes text for use in an element or a quoted attribute.
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
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_markup_character_is_escaped() {
        assert_eq!(escape_html("A&B <\"'> é"), "A&amp;B &lt;&quot;&#39;&gt; é");
        assert_eq!(escape_html("&amp;"), "&amp;amp;");
    }

    proptest! {
        #[test]
        fn escaped_text_contains_no_markup_and_unescapes_to_the_original(text in "(?s)([&<>\"'a;#]|&(amp|lt|gt|quot|#39);){0,20}|.{0,60}") {
            let escaped = escape_html(&text);
            prop_assert!(!escaped.contains(['<', '>', '"', '\'']));
            let read = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
                .iter()
                .fold(escaped, |text, (entity, character)| text.replace(entity, character));
            prop_assert_eq!(read, text);
        }
    }
}
