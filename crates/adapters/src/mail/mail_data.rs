//! The data after `DATA` as one write. lettre writes the text and its end separately, and Nagle's algorithm delays the end
//! until the host has acknowledged the text: 40 ms for each mail if the host delays acknowledgements as Linux does.

use std::fmt;

/// A message with its end, for one write. Lines that begin with a dot get another one (RFC 5321, section 4.5.2).
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
    fn lines_that_begin_with_a_dot_get_another_one_and_a_single_dot_ends_the_mail() {
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
