//! Classifies the replies of mail hosts.

use forum_domain::mail::SendError;

/// The stage of the SMTP dialogue at a failure. The order matters: before [`Recipient`](Self::Recipient), the host knows
/// nothing about the mail, so no recipient can cause a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Until the reply to `EHLO`.
    Connect,
    Encryption,
    Login,
    Sender,
    Recipient,
    Content,
}

/// Phrases in lower case, separated by bars. `replies.txt` shows where they come from.
type Phrases = &'static str;

/// About the sender, the site or its machine, whatever the code. Some hosts send them in response to the recipient.
const ABOUT_SITE: Phrases = "sender address|sender rejected|sender denied|sender verif|sender invalid|\
    sender identity|from address|envelope sender|from that email address|relay access|relay denied|\
    relay not|to relay|relaying|allowed rcpthosts|sending quota|sending limit|daily limit|submission quota|\
    has exceeded|too many|not verified|not allowed to send|test purposes|authentication required|\
    unauthenticated|blocked using|blocked by|blocked -|address blocked|mail blocked|has been blocked|\
    blocked ip|black list|blacklist|blocklist|block list|dnsbl| rbl|spamhaus|listed at|is listed|\
    reputation|banned| spam|virus|policy|prohibit|spf |dkim|dmarc|helo|reverse dns|ptr record|dns mx|\
    your ip|client host|your access|access denied|administrative|frequency|blocked for|client ip|\
    message filtered";
/// About the recipient, where the code does not say so.
const ABOUT_RECIPIENT: Phrases = "user unknown|unknown user|no such |user not found|recipient not found|\
    unknown recipient|invalid recipient|mailbox unavailable|mailbox not found|invalid mailbox|no mailbox|\
    mailbox is disabled|mailbox full|over quota|account has been disabled|no longer valid|does not exist|\
    doesn't have a|unrouteable address|host unknown|recipient unknown";
/// Microsoft's response for an address that the recipient's organization does not have.
const NOT_IN_DIRECTORY: Phrases = "recipient address rejected: access denied|unavailable or access denied";
/// The recipient gets too much mail for the moment; some hosts give it the code of a permanent failure.
const BUSY: Phrases = "receiving mail at a rate|receiving mail too quickly|message receive limit";
/// The site has used up what it may send; some hosts give it the code of a temporary failure.
const USED_UP: Phrases = "daily message quota|credits exceeded";

fn says(text: &str, phrases: Phrases) -> bool {
    phrases.split('|').any(|phrase| text.contains(phrase))
}

/// Classifies a failure at `stage`. `code` is `None` without a reply (no connection, no encryption, a timeout). `text` is
/// the rest of the reply, and `message` describes the failure.
pub(super) fn classify(stage: Stage, code: Option<u16>, text: &str, message: String) -> SendError {
    if stage < Stage::Recipient {
        return SendError::Unavailable(message);
    }
    let text = text.to_lowercase();
    // An address or a host name in the reply may contain any word.
    let words: Vec<&str> = text.split_whitespace().filter(|word| !word.contains('@')).collect();
    let words = format!(" {} ", words.join(" "));
    let Some(code @ 500..) = code else {
        return if says(&words, USED_UP) {
            SendError::Refused(message)
        } else {
            SendError::Transient(message)
        };
    };
    let detail = enhanced(&text);
    if says(&words, BUSY) {
        return SendError::Transient(message);
    }
    if says(&words, NOT_IN_DIRECTORY) {
        return SendError::Permanent(message);
    }
    match detail {
        // Microsoft: the recipient accepts no mail from outside, or from this sender.
        Some((7, 12 | 124 | 129..=136 | 504 | 505 | 507)) => return SendError::Permanent(message),
        // The sender's address, a sender's quota, the size of the mail.
        Some((1, 7 | 8 | 90) | (2, 3)) => return SendError::Refused(message),
        _ if says(&words, ABOUT_SITE) => return SendError::Refused(message),
        _ if says(&words, ABOUT_RECIPIENT) => return SendError::Permanent(message),
        _ => {}
    }
    match (detail, stage) {
        (Some((1 | 2, _) | (4, 4)), _) => SendError::Permanent(message),
        (None, Stage::Recipient) if (550..=553).contains(&code) => SendError::Permanent(message),
        _ => SendError::Refused(message),
    }
}

/// Subject and detail of the enhanced status code `5.subject.detail` at the beginning of a reply (RFC 3463), or behind a
/// `#`, as qmail and Cisco write it.
fn enhanced(text: &str) -> Option<(u16, u16)> {
    let may_be_code = |(at, word): &(usize, &str)| *at == 0 || word.contains('#');
    text.split_whitespace().enumerate().filter(may_be_code).find_map(|(_, word)| status(word))
}

fn status(word: &str) -> Option<(u16, u16)> {
    let mut parts = word.trim_matches(|c: char| !c.is_ascii_digit()).splitn(3, '.');
    let mut number = || parts.next()?.parse::<u16>().ok();
    let (class, subject, detail) = (number()?, number()?, number()?);
    (class == 5).then_some((subject, detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use SendError::{Permanent, Refused, Transient, Unavailable};
    use Stage::{Connect, Content, Encryption, Login, Recipient, Sender};

    type Verdict = fn(String) -> SendError;

    /// Failures without a reply, and replies before the recipient is named.
    const TABLE: [(Stage, Option<u16>, &str, Verdict); 17] = [
        (Connect, None, "connection refused", Unavailable),
        (Connect, Some(421), "too many connections", Unavailable),
        (Connect, Some(554), "5.7.1 your address is listed", Unavailable),
        (Connect, Some(501), "syntactically invalid EHLO argument", Unavailable),
        (Connect, Some(550), "5.7.1 need a fully qualified name", Unavailable),
        (Encryption, None, "the certificate has expired", Unavailable),
        (Encryption, Some(454), "4.7.0 TLS not available", Unavailable),
        (Login, Some(535), "5.7.8 authentication credentials invalid", Unavailable),
        (Login, Some(454), "4.7.0 temporary authentication failure", Unavailable),
        (Sender, Some(451), "4.3.0 try again later", Unavailable),
        (Sender, Some(530), "5.7.0 authentication required", Unavailable),
        (Sender, Some(550), "5.1.0 sender rejected", Unavailable),
        (Sender, Some(550), "5.4.5 daily sending quota exceeded", Unavailable),
        (Sender, Some(553), "5.7.1 not owned by user", Unavailable),
        (Sender, None, "connection closed", Unavailable),
        (Recipient, None, "connection closed", Transient),
        (Content, None, "no answer", Transient),
    ];

    /// Replies of well-known hosts after the recipient is named. A line with `@` gives the source of those below it.
    const REPLIES: &str = include_str!("replies.txt");

    /// Verdict, stage, code and text of each reply.
    fn replies() -> Vec<(Verdict, Stage, u16, &'static str)> {
        let row = |line: &'static str| {
            let mut words = line.splitn(4, ' ');
            let mut word = || words.next().expect(line);
            let verdict: Verdict = match word() {
                "bury" => Permanent,
                "alert" => Refused,
                "retry" => Transient,
                other => panic!("{other}: {line}"),
            };
            let stage = if word() == "rcpt" { Recipient } else { Content };
            (verdict, stage, word().parse().expect(line), word())
        };
        let is_reply = |line: &&str| !line.is_empty() && !line.starts_with(['#', '@']);
        REPLIES.lines().filter(is_reply).map(row).collect()
    }

    #[test]
    fn replies_are_classified() {
        for (stage, code, text, verdict) in TABLE {
            let expected = verdict(text.to_owned());
            assert_eq!(classify(stage, code, text, text.to_owned()), expected, "{stage:?} {code:?} {text}");
        }
        let wrong = replies().into_iter().filter(|(expected, stage, code, text)| {
            // Hosts repeat the recipient's address, which may contain any word.
            let named = format!("{text} <spam.dnsbl@policy.example>");
            let expected = expected(String::new());
            [text, named.as_str()]
                .iter()
                .any(|text| classify(*stage, Some(*code), text, String::new()) != expected)
        });
        assert_eq!(wrong.map(|(.., text)| text).collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn every_reply_has_a_published_source() {
        let groups = REPLIES.split("\n@ ").skip(1);
        assert!(groups.clone().all(|group| group.starts_with("https://")), "a source is not an address");
        assert_eq!(groups.map(|group| group.trim().lines().count() - 1).sum::<usize>(), replies().len());
    }

    #[test]
    fn replies_about_a_recipient_never_pause_all_mail() {
        let texts: Vec<&str> =
            TABLE.iter().map(|row| row.2).chain(replies().iter().map(|row| row.3)).collect();
        for code in (400..600).map(Some).chain([None]) {
            for text in &texts {
                for stage in [Recipient, Content] {
                    let found = classify(stage, code, text, String::new());
                    assert!(!matches!(found, Unavailable(_)), "{stage:?} {code:?} {text}");
                }
            }
        }
    }

    #[test]
    fn an_enhanced_code_is_three_numbers_of_class_five_at_the_beginning_or_behind_a_hash() {
        for (text, expected) in [
            ("5.1.1 no such user", Some((1, 1))),
            ("5.7.26", Some((7, 26))),
            ("no mailbox here by that name (#5.1.1 - chkuser)", Some((1, 1))),
            ("#5.1.0 Address rejected.", Some((1, 0))),
            ("4.1.1 later", None),
            ("see 5.1.1", None),
            ("5.1 no", None),
            ("5.1.1.1 no", None),
            ("", None),
        ] {
            assert_eq!(enhanced(text), expected, "{text}");
        }
    }
}
