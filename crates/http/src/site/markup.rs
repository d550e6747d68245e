//! HTML of pages that the program itself writes.

use forum_domain::shared::escape_html as escape;

/// Plain text as HTML with its http(s) URLs as links that open outside frames.
pub(crate) fn with_links(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some(start) = ["http://", "https://"].iter().filter_map(|scheme| rest.find(scheme)).min() {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c: char| c.is_whitespace() || "<>\"'".contains(c)).unwrap_or(from.len());
        let address = from[..end].trim_end_matches(['.', ',', ';', ':', ')', ']', '!', '?']);
        html.push_str(&escape(before));
        let escaped = escape(address);
        html.push_str(&format!("<a target=\"_top\" href=\"{escaped}\">{escaped}</a>"));
        rest = &from[address.len()..];
    }
    html.push_str(&escape(rest));
    html
}

pub(crate) fn document(title: &str, style: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title><link rel=\"stylesheet\" href=\"{style}\"></head>\
         <body><main>{body}</main></body></html>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_plain_text_become_links_and_everything_else_is_escaped() {
        let table = [
            ("a < b & c", "a &lt; b &amp; c"),
            (
                "Open http://127.0.0.1:8080/auth/confirm#token=a-b_c.",
                "Open <a target=\"_top\" href=\"http://127.0.0.1:8080/auth/confirm#token=a-b_c\">\
                 http://127.0.0.1:8080/auth/confirm#token=a-b_c</a>.",
            ),
            (
                "(https://x.example)\n",
                "(<a target=\"_top\" href=\"https://x.example\">https://x.example</a>)\n",
            ),
            (
                "https://x.example\"onclick=",
                "<a target=\"_top\" href=\"https://x.example\">https://x.example</a>&quot;onclick=",
            ),
        ];
        for (text, html) in table {
            assert_eq!(with_links(text), html);
        }
    }
}
