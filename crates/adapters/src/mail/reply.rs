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

/// The kind of [`SendError`] that a failure becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The recipient cannot get mail.
    Bury,
    /// The failure is temporary.
    Retry,
    /// The failure may require an operator's attention.
    Alert,
    /// The failure concerns all mail.
    Pause,
}

impl Verdict {
    pub(super) fn error(self, message: String) -> SendError {
        match self {
            Self::Bury => SendError::Permanent(message),
            Self::Retry => SendError::Transient(message),
            Self::Alert => SendError::Refused(message),
            Self::Pause => SendError::Unavailable(message),
        }
    }
}

/// Replies about the sender or the site. Some hosts send them at the recipient stage.
const SENDER_REFUSALS: [&str; 13] = [
    "sender address",
    "sender rejected",
    "sender verify",
    "sender denied",
    "relay access",
    "relay denied",
    "relay not",
    "relaying",
    "to relay",
    "sending quota",
    "sending limit",
    "authentication required",
    "blocked using",
];

/// Classifies a failure at `stage`. `code` is `None` without a reply (no connection, no encryption, a timeout). `text` is
/// the rest of the reply.
pub(super) fn classify(stage: Stage, code: Option<u16>, text: &str) -> Verdict {
    if stage < Stage::Recipient {
        return Verdict::Pause;
    }
    let Some(code @ 500..) = code else { return Verdict::Retry };
    let text = text.to_lowercase();
    let concerns_sender = matches!(enhanced(&text), Some((1, 7 | 8)));
    if concerns_sender || SENDER_REFUSALS.iter().any(|phrase| text.contains(phrase)) {
        return Verdict::Alert;
    }
    match (enhanced(&text), stage) {
        (Some((1 | 2, _)), _) => Verdict::Bury,
        (None, Stage::Recipient) if (550..=553).contains(&code) => Verdict::Bury,
        _ => Verdict::Alert,
    }
}

/// Subject and detail of the enhanced status code `5.subject.detail` at the beginning of a reply (RFC 3463).
fn enhanced(text: &str) -> Option<(u16, u16)> {
    let mut parts = text.split_whitespace().next()?.splitn(3, '.');
    let mut number = || parts.next()?.parse::<u16>().ok();
    let (class, subject, detail) = (number()?, number()?, number()?);
    (class == 5).then_some((subject, detail))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Stage::{Connect, Content, Encryption, Login, Recipient, Sender};
    use Verdict::{Alert, Bury, Pause, Retry};

    const TABLE: &[(Stage, Option<u16>, &str, Verdict)] = &[
        (Connect, None, "connection refused", Pause),
        (Connect, Some(421), "too many connections", Pause),
        (Connect, Some(554), "5.7.1 your address is listed", Pause),
        (Connect, Some(501), "syntactically invalid EHLO argument", Pause),
        (Connect, Some(550), "5.7.1 need a fully qualified name", Pause),
        (Encryption, None, "the certificate has expired", Pause),
        (Encryption, Some(454), "4.7.0 TLS not available", Pause),
        (Login, Some(535), "5.7.8 authentication credentials invalid", Pause),
        (Login, Some(454), "4.7.0 temporary authentication failure", Pause),
        (Sender, Some(451), "4.3.0 try again later", Pause),
        (Sender, Some(530), "5.7.0 authentication required", Pause),
        (Sender, Some(550), "5.1.0 sender rejected", Pause),
        (Sender, Some(550), "5.4.5 daily sending quota exceeded", Pause),
        (Sender, Some(553), "5.7.1 not owned by user", Pause),
        (Sender, None, "connection closed", Pause),
        (Recipient, None, "connection closed", Retry),
        (Recipient, Some(421), "4.7.0 closing", Retry),
        (Recipient, Some(450), "4.2.0 greylisted", Retry),
        (Recipient, Some(451), "4.3.0 try again later", Retry),
        (Recipient, Some(452), "4.2.2 mailbox full for now", Retry),
        (Recipient, Some(550), "no such user here", Bury),
        (Recipient, Some(551), "user not local", Bury),
        (Recipient, Some(553), "mailbox name not allowed", Bury),
        (Recipient, Some(550), "5.1.1 User unknown in relay recipient table", Bury),
        (Recipient, Some(550), "5.1.10 recipient not found", Bury),
        (Recipient, Some(556), "5.1.10 the domain takes no mail", Bury),
        (Recipient, Some(550), "5.2.1 mailbox disabled", Bury),
        (Recipient, Some(552), "5.2.2 mailbox full", Bury),
        (Recipient, Some(553), "5.1.8 Sender address rejected: domain not found", Alert),
        (Recipient, Some(553), "5.1.7 invalid address of the sender", Alert),
        (Recipient, Some(550), "5.1.0 Sender address rejected: user unknown", Alert),
        (Recipient, Some(550), "Sender verify failed", Alert),
        (Recipient, Some(554), "5.7.1 Relay access denied", Alert),
        (Recipient, Some(550), "relay not permitted", Alert),
        (Recipient, Some(550), "5.7.1 Unable to relay", Alert),
        (Recipient, Some(550), "5.4.5 daily sending quota exceeded", Alert),
        (Recipient, Some(550), "5.7.1 refused by a policy", Alert),
        (Recipient, Some(550), "5.7.26 this mail is unauthenticated", Alert),
        (Recipient, Some(554), "delivery error", Alert),
        (Recipient, Some(550), "4.1.1 a class that does not fit the code", Bury),
        (Recipient, Some(500), "unrecognised command", Alert),
        (Content, None, "no answer", Retry),
        (Content, Some(421), "4.7.0 closing", Retry),
        (Content, Some(452), "4.3.1 disk full", Retry),
        (Content, Some(550), "5.1.1 no such user", Bury),
        (Content, Some(552), "5.2.2 mailbox full", Bury),
        (Content, Some(552), "5.3.4 message too big", Alert),
        (Content, Some(550), "mail rejected", Alert),
        (Content, Some(550), "5.4.5 daily sending quota exceeded", Alert),
        (Content, Some(554), "5.7.1 looks like spam", Alert),
        (Content, Some(554), "no valid recipients", Alert),
    ];

    #[test]
    fn replies_are_classified() {
        for (stage, code, text, verdict) in TABLE {
            assert_eq!(classify(*stage, *code, text), *verdict, "{stage:?} {code:?} {text}");
        }
    }

    #[test]
    fn replies_about_a_recipient_never_pause_all_mail() {
        for code in (400..600).map(Some).chain([None]) {
            for text in TABLE.iter().map(|(_, _, text, _)| *text) {
                for stage in [Recipient, Content] {
                    assert_ne!(classify(stage, code, text), Pause, "{stage:?} {code:?} {text}");
                }
            }
        }
    }

    #[test]
    fn an_enhanced_code_is_three_numbers_of_class_five_at_the_beginning() {
        for (text, expected) in [
            ("5.1.1 no such user", Some((1, 1))),
            ("5.7.26", Some((7, 26))),
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
