//! Checks mail delivery: the connection to the mail host or write access to the spool folder, and recent refusals.

use std::time::Duration;

use forum_adapters::mail::{FromAddress, MailUrl};
use forum_domain::mail::MailHost;
use url::{Host, Url};

use super::{Finding, folders};
use crate::config::Config;
use crate::wiring::smtp_sender;

/// A host that takes longer to greet is too slow for sending as well.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Connects to the mail host without sending, or checks the spool folder.
pub(super) async fn examine(config: &Config) -> Finding {
    let why = "mails stay in the outbox for up to three days, and users cannot confirm their addresses";
    let server = match &config.mail {
        MailUrl::Spool { directory } => {
            let fix = "give the account that runs the site write access, or set another location with FORUM__MAIL__URL";
            return folders::writable("mail spool", directory, why, fix);
        }
        MailUrl::Smtp(server) => server,
    };
    let host = config.mail.describe();
    let sender = smtp_sender(config, server, config.origin.as_deref().unwrap_or_default());
    Finding::of(
        "mail host",
        sender.with_timeout(TIMEOUT).greet().await.map(|()| format!("{host} accepts the connection")),
        why,
        "check scheme, host, port, user and password in FORUM__MAIL__URL (smtps:// uses TLS from the first byte, smtp:// \
         may start it later), that this machine may connect to it, and \
         FORUM__TLS__CA_FILE if the issuer of its certificate is unknown; `educators-forum mail retry --all-failed` \
         then queues failed mails again",
    )
}

/// Notes a sender outside the site's domain, because mail hosts trust it only if the owner of its domain permits that.
pub(super) fn check_sender(sender: &FromAddress, origin: Option<&str>) -> Finding {
    let domain = sender.domain().to_lowercase();
    let within = |inner: &str, outer: &str| format!(".{inner}").ends_with(&format!(".{outer}"));
    let url = origin.and_then(|origin| Url::parse(origin).ok());
    let site = match url.as_ref().and_then(Url::host) {
        Some(Host::Domain(host)) => host.strip_prefix("www.").unwrap_or(host),
        _ => &domain,
    };
    let words = if sender.is_fictitious() {
        format!("{sender} is fictitious; the production profile needs FORUM__MAIL__FROM")
    } else if within(&domain, site) || within(site, &domain) {
        sender.to_string()
    } else {
        format!(
            "{sender} is outside the site's domain {site}; the SPF and DKIM records of {domain} must permit the mail host \
             (docs/deploy.md, DNS records for mail)"
        )
    };
    Finding::fine("mail sender", words)
}

pub(super) fn check_refusals(host: &MailHost) -> Finding {
    if !host.is_paused() {
        return Finding::fine("sending", "it is not paused");
    }
    Finding::wrong(
        "sending",
        format!("sending is paused: {}", host.words.as_deref().unwrap_or_default()),
        "mails wait; the site tries to send one at least every five minutes and resumes sending once the host accepts it",
        "fix the reported cause: check FORUM__MAIL__URL, its password, FORUM__MAIL__FROM, FORUM__MAIL__EHLO_NAME and the \
         contract with the mail host",
    )
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;

    use super::*;

    #[test]
    fn a_sender_outside_the_domain_of_the_site_is_noted() {
        let noted = |sender: &str, origin| {
            let sender = FromAddress::parse(sender).expect("an address");
            let words = check_sender(&sender, origin).verdict.expect("no problem");
            (words.contains("is outside the site's domain"), words.contains("is fictitious"))
        };
        let site = Some("https://forum.school.org");
        for inside in ["a@school.org", "a@forum.school.org", "a@Mail.Forum.School.ORG"] {
            assert_eq!(noted(inside, site), (false, false), "{inside}");
        }
        assert_eq!(noted("a@mail.school.org", Some("https://www.school.org")), (false, false));
        for outside in ["a@gmail.com", "a@preschool.org", "a@org.school"] {
            assert_eq!(noted(outside, site), (true, false), "{outside}");
            assert_eq!(noted(outside, Some("http://127.0.0.1:8080")), (false, false));
            assert_eq!(noted(outside, None), (false, false));
        }
        assert_eq!(noted("a@forum.example", site), (false, true));
    }

    #[test]
    fn a_pause_is_reported_with_the_hosts_reply() {
        let refused = |host: MailHost| host.refused_all("550 5.4.5 quota".into(), OffsetDateTime::UNIX_EPOCH);
        let twice = refused(refused(MailHost::default()));
        assert!(check_refusals(&twice).verdict.is_ok());
        let trouble = check_refusals(&refused(twice)).verdict.expect_err("paused");
        assert!(trouble.what.contains("550 5.4.5 quota"), "{}", trouble.what);
    }
}
