//! Sends the content after `DATA` in one write. lettre writes the text and its end separately, and Nagle's algorithm
//! delays the end until the host acknowledges the text. Linux delays acknowledgements by 40 ms.

use std::fmt;

/// A message with its terminating line. Lines that begin with a dot get another dot (RFC 5321, section 4.5.2).
pub(super) struct MailData<'a>(pub &'a str);

impl fmt::Display for MailData<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.strip_suffix("\r\n").unwrap_or(self.0);
        for line in text.split("\r\n") {
            let stuffing = if line.starts_with('.') { "." } else { "" };
            write!(f, "{stuffing}{line}\r\n")?;
        }
        f.write_str(".\r\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_dots_are_doubled_and_a_single_dot_ends_the_mail() {
        let table = [
            ("Subject: A\r\n\r\nText", "Subject: A\r\n\r\nText\r\n.\r\n"),
            ("Text\r\n", "Text\r\n.\r\n"),
            ("Text\r\n\r\n", "Text\r\n\r\n.\r\n"),
            (".", "..\r\n.\r\n"),
            ("one\r\n.\r\n..two\r\nthr.ee", "one\r\n..\r\n...two\r\nthr.ee\r\n.\r\n"),
        ];
        for (text, expected) in table {
            assert_eq!(MailData(text).to_string(), expected, "{text:?}");
        }
    }
}
