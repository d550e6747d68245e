//! The plain-text part of mails whose HTML is stored in the database.

use std::cell::RefCell;
use std::rc::Rc;

use forum_domain::mail::ComposeError;
use html2text::config;
use html2text::render::TextDecorator;

/// Maximum line length: lines quoted in a reply still fit within 80 characters.
pub(super) const WIDTH: usize = 72;
/// Encloses the number of a link until lines are wrapped, because addresses must not be wrapped. It is a noncharacter, which
/// is removed from the input.
const MARK: char = '\u{fffe}';

/// Converts HTML to text with paragraphs, lists, quotes, and the address after each link.
pub(super) fn plain_text(html: &str) -> Result<String, ComposeError> {
    let links = Links::default();
    let text = config::with_decorator(links.clone())
        .allow_width_overflow()
        .string_from_read(html.replace(MARK, "").as_bytes(), WIDTH)
        .map_err(|error| ComposeError(error.to_string()))?;
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    let mut text = lines.join("\n").trim().to_owned();
    for (number, address) in links.0.borrow().addresses.iter().enumerate() {
        let mark = mark(number);
        let shown = address.strip_prefix("mailto:").unwrap_or(address);
        // If the text of a link is its address, the address is shown once.
        text = text.replace(&format!("{shown} <{mark}>"), shown).replace(&mark, shown);
    }
    Ok(text)
}

fn mark(number: usize) -> String {
    format!("{MARK}{number}{MARK}")
}

/// Writes a mark after each link and stores its address. All blocks in the text share it.
#[derive(Clone, Default)]
struct Links(Rc<RefCell<Collected>>);

#[derive(Default)]
struct Collected {
    addresses: Vec<String>,
    open: Vec<usize>,
}

macro_rules! undecorated {
    ($start:ident, $end:ident) => {
        fn $start(&self) -> (String, ()) {
            (String::new(), ())
        }

        fn $end(&self) -> String {
            String::new()
        }
    };
}

impl TextDecorator for Links {
    type Annotation = ();

    fn decorate_link_start(&mut self, address: &str) -> (String, ()) {
        let mut links = self.0.borrow_mut();
        let number = links.addresses.len();
        links.addresses.push(address.to_owned());
        links.open.push(number);
        (String::new(), ())
    }

    fn decorate_link_end(&mut self) -> String {
        self.0.borrow_mut().open.pop().map(|number| format!(" <{}>", mark(number))).unwrap_or_default()
    }

    undecorated!(decorate_em_start, decorate_em_end);
    undecorated!(decorate_strong_start, decorate_strong_end);
    undecorated!(decorate_strikeout_start, decorate_strikeout_end);
    undecorated!(decorate_code_start, decorate_code_end);

    fn decorate_preformat_first(&self) {}

    fn decorate_preformat_cont(&self) {}

    fn decorate_image(&mut self, _address: &str, title: &str) -> (String, ()) {
        (title.to_owned(), ())
    }

    fn header_prefix(&self, _level: usize) -> String {
        String::new()
    }

    fn quote_prefix(&self) -> String {
        "> ".into()
    }

    fn unordered_item_prefix(&self) -> String {
        "- ".into()
    }

    fn ordered_item_prefix(&self, number: i64) -> String {
        format!("{number}. ")
    }

    fn make_subblock_decorator(&self) -> Self {
        self.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_keeps_paragraphs_lists_quotes_and_addresses() {
        let html = "<h1>Welcome</h1><p>Dear Ana &amp; Díaz,<br>you are a <strong>member</strong>.</p>\
            <p><a href=\"https://forum.example/apply\">Apply again</a></p>\
            <ul><li>one</li><li>two<ol><li>a</li></ol></li></ul><blockquote><p>quoted</p></blockquote>\
            <p>Write to <a href=\"mailto:us@forum.example\">us@forum.example</a> or \
            <a href=\"https://forum.example/\">https://forum.example/</a>.</p>";
        let text = plain_text(html).expect("text");
        assert_eq!(
            text,
            "Welcome\n\nDear Ana & Díaz,\nyou are a member.\n\nApply again <https://forum.example/apply>\n\
             - one\n- two\n  1. a\n\n> quoted\n\nWrite to us@forum.example or https://forum.example/."
        );
    }

    #[test]
    fn a_long_address_is_never_wrapped() {
        let address = format!("https://forum.example/{}", "long/".repeat(40));
        let html = format!("<p>{} <a href=\"{address}\">the page</a> and more.</p>", "words ".repeat(11));
        let text = plain_text(&html).expect("text");
        assert!(text.contains(&format!("<{address}>")), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH || line.contains(&address)), "{text}");
    }

    #[test]
    fn escaped_markup_and_marks_are_plain_text() {
        let text = plain_text(
            "<p>&lt;script&gt;x&lt;/script&gt; \u{fffe}0\u{fffe} <a href=\"https://a.example\">b</a></p>",
        );
        assert_eq!(text.as_deref(), Ok("<script>x</script> 0 b <https://a.example>"));
    }
}
