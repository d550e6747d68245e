use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;
use crate::mail::message::samples::mail;
use forum_domain::mail::Urgency;
use time::macros::datetime;

const LINK: &str = "https://forum.example/auth/confirm#token=AbC-_123";

/// Mails whose recipient may not have the stored name.
const NAMELESS: [MailKind; 9] = [
    MailKind::AdminInvitation,
    MailKind::NewsletterConfirm,
    MailKind::NewsletterSubscribed,
    MailKind::VerifyEmail,
    MailKind::Recovery,
    MailKind::AddressConfirmed,
    MailKind::ChangeEmailNew,
    MailKind::ChangeEmailTaken,
    MailKind::ContactMessage,
];

static COMPOSER: LazyLock<MiniJinjaComposer> =
    LazyLock::new(|| MiniJinjaComposer::new().expect("well-formed templates"));

fn rendered(mail: &OutgoingMail) -> RenderedMail {
    COMPOSER.account_mail(mail, Some(LINK), Some("012345")).expect("a rendered mail")
}

fn of_kind(kind: MailKind) -> RenderedMail {
    rendered(&mail(kind, "Ana", "Díaz"))
}

fn account_kinds() -> impl Iterator<Item = MailKind> {
    let without = [MailKind::Decoy, MailKind::TemplateTest];
    MailKind::ALL.into_iter().filter(move |kind| !kind.is_stored() && !without.contains(kind))
}

fn first_link(text: &str) -> &str {
    let start = text.find("https://").expect("a link");
    text[start..].split([' ', '\n', '"', '<']).next().expect("a closing delimiter")
}

#[test]
fn every_account_mail_renders_completely_and_greets_only_users_with_a_confirmed_address() {
    for kind in account_kinds() {
        let rendered = of_kind(kind);
        assert!(!rendered.subject.contains('\n') && rendered.subject.contains(ORGANISATION), "{rendered:?}");
        for part in [&rendered.subject, &rendered.text, &rendered.html] {
            assert!(!part.contains(['{', '}']), "unfilled braces in {part}");
        }
        if kind == MailKind::SignInCode {
            assert!(!rendered.text.contains("http") && !rendered.html.contains("<a "), "{rendered:?}");
        } else {
            assert_eq!(first_link(&rendered.text), LINK);
            assert_eq!(first_link(&rendered.html), LINK);
            assert!(rendered.html.contains(&format!("<a href=\"{LINK}\"")), "{}", rendered.html);
        }
        assert!(
            rendered.text.lines().all(|line| line.chars().count() <= 76 || line == LINK),
            "{}",
            rendered.text
        );
        assert!(rendered.html.starts_with("<!doctype html>") && rendered.html.contains("lang=\"en\""));
        assert!(
            rendered.text.ends_with(&format!("\n\n{ORGANISATION}\n{POSTAL_ADDRESS}")),
            "{}",
            rendered.text
        );
        assert!(
            rendered.html.contains(&format!("{ORGANISATION}<br>{POSTAL_ADDRESS}</p>")),
            "{}",
            rendered.html
        );
        // Recovery may be requested before the address is confirmed. If an address was registered several times, the
        // name may be a stranger's.
        let confirmed = !NAMELESS.contains(&kind);
        for part in [&rendered.text, &rendered.html] {
            assert_eq!(part.contains("Hello Ana,"), confirmed, "{kind:?}: {part}");
            assert_eq!(part.contains("Ana") || part.contains("Díaz"), confirmed, "{kind:?}: {part}");
        }
    }
}

/// Capitalised like the title on the site. In lower case, "account" may occur in a sentence.
#[test]
fn mails_name_the_account_page_by_its_title_on_the_site() {
    let words = include_str!("../../../../../ui/src/content/account/account.ts");
    let (_, title) = words.split_once("title: '").expect("a title");
    let (title, _) = title.split_once('\'').expect("a closing delimiter");
    let mut named = 0;
    for kind in account_kinds() {
        let rendered = of_kind(kind);
        for part in [&rendered.text, &rendered.html] {
            let part = part.replace('\n', " ");
            let names = part.matches(title).count();
            assert_eq!(part.matches(" Account").count(), names, "{kind:?}: {part}");
            named += names;
        }
    }
    assert!(named > 0, "no mail names the account page");
}

#[test]
fn each_link_and_code_is_shown_with_its_own_lifetime() {
    use MailKind::{
        AdminInvitation, ChangeEmailNew, ChangeEmailOld, EmailChanged, NewsletterConfirm, Recovery,
        SignInCode, VerifyEmail,
    };
    for (kind, link, code, pieces) in [
        (VerifyEmail, Some(LINK), Some("012345"), &["24 hours", "10 minutes"][..]),
        (Recovery, Some(LINK), Some("012345"), &["1 hour", "10 minutes"]),
        (ChangeEmailOld, Some(LINK), None, &["1 hour"]),
        (ChangeEmailNew, Some(LINK), None, &["1 hour"]),
        (EmailChanged, Some(LINK), None, &["7 days"]),
        (SignInCode, None, Some("012345"), &["10 minutes"]),
        (AdminInvitation, Some(LINK), None, &["3 days"]),
        (NewsletterConfirm, Some(LINK), None, &["7 days"]),
    ] {
        let mail = mail(kind, "Ana", "Díaz");
        let rendered = COMPOSER.account_mail(&mail, link, code).expect("a rendered mail");
        for part in [&rendered.text, &rendered.html] {
            assert!(pieces.iter().all(|piece| part.contains(piece)), "{part}");
            assert_eq!(part.contains("24 hours"), kind == VerifyEmail, "{part}");
            assert_eq!(part.contains("012345"), code.is_some(), "{part}");
        }
    }
}

#[test]
fn a_missing_value_and_a_link_that_could_break_out_of_its_context_are_errors() {
    for kind in [MailKind::VerifyEmail, MailKind::Recovery] {
        let mail = mail(kind, "Ana", "Díaz");
        assert!(COMPOSER.account_mail(&mail, None, Some("012345")).is_err());
        assert!(COMPOSER.account_mail(&mail, Some(LINK), None).is_err());
    }
    let mail = mail(MailKind::AccountExists, "Ana", "Díaz");
    for link in
        ["https://a.example/\"><b>", "https://a.example/ b", "javascript:alert(1)", "https://a.example/\n"]
    {
        assert!(COMPOSER.account_mail(&mail, Some(link), None).is_err(), "{link:?}");
    }
}

#[test]
fn a_notice_contains_the_time_of_its_event() {
    let at = datetime!(2026-11-22 20:04:59 +2);
    for kind in
        [MailKind::PasswordChanged, MailKind::NewDevice, MailKind::SessionStopped, MailKind::EmailRestored]
    {
        let mail = OutgoingMail { queued_at: at, ..mail(kind, "Ana", "Díaz") };
        let rendered = rendered(&mail);
        for part in [&rendered.text, &rendered.html] {
            assert!(part.replace('\n', " ").contains("November 22, 2026 at 6:04 PM UTC"), "{part}");
        }
    }
}

#[test]
fn a_request_for_changes_quotes_the_message_and_lists_the_fields() {
    let of = |items: &[&str]| {
        let items = items.iter().map(ToString::to_string).collect();
        let mail = OutgoingMail { items, ..mail(MailKind::ChangesRequested, "Ana", "Díaz") };
        rendered(&mail)
    };
    let some = of(&["Which city?\n<b>Tampa</b> {{ link }}", "City", "Phone number"]);
    assert!(some.text.contains("> Which city?\n> <b>Tampa</b> {{ link }}\n"), "{}", some.text);
    assert!(some.text.contains("- City\n- Phone number\n"), "{}", some.text);
    assert!(some.html.contains("Which city?<br>&lt;b&gt;Tampa"), "{}", some.html);
    assert!(some.html.contains(">City</li>") && some.html.contains(">Phone number</li>"), "{}", some.html);
    let reminder =
        OutgoingMail { items: vec!["Which city?".into()], ..mail(MailKind::ChangesReminder, "Ana", "Díaz") };
    let reminder = rendered(&reminder);
    for part in [&reminder.text, &reminder.html] {
        assert!(part.contains("A week ago") && part.contains("Which city?") && part.contains(LINK), "{part}");
        assert!(!part.contains("has reviewed your application"), "{part}");
    }
    let all = of(&["Please."]);
    for (some, all) in [(&some.text, &all.text), (&some.html, &all.html)] {
        assert!(all.contains("You can change all of your answers."), "{all}");
        assert!(!some.contains("all of your answers"), "{some}");
    }
}

#[test]
fn a_message_of_the_contact_form_is_quoted_as_text_with_its_writer() {
    let items = ["Media Request", "Hello\n<b>{{ link }}</b>", "Name: Ada & Co", "Email: ada@school.example"];
    let items = items.map(str::to_owned).to_vec();
    let mail = rendered(&OutgoingMail { items, ..mail(MailKind::ContactMessage, "", "") });
    assert_eq!(mail.subject, "Educators Forum contact form: Media Request");
    assert!(
        mail.text.contains("Name: Ada & Co\nEmail: ada@school.example\n\n> Hello\n> <b>{{ link }}</b>\n"),
        "{}",
        mail.text
    );
    assert!(mail.html.contains("Name: Ada &amp; Co<br>Email: ada@school.example"), "{}", mail.html);
    assert!(mail.html.contains("Hello<br>&lt;b&gt;"), "{}", mail.html);
}

#[test]
fn what_people_write_cannot_make_a_mail_wider_than_the_screen() {
    use MailKind::{ChangesReminder, ChangesRequested, ContactMessage};
    for (kind, written) in [(ContactMessage, 2), (ChangesRequested, 1), (ChangesReminder, 1)] {
        let items = ["Media Request", "word", "word"].map(str::to_owned).to_vec();
        let html = rendered(&OutgoingMail { items, ..mail(kind, "Ada", "Li") }).html;
        assert_eq!(html.matches("word-break:break-word").count(), written, "{kind:?}");
    }
}

fn stored(subject: &str, html: &str) -> RenderedMail {
    let filled = FilledTemplate { subject: subject.into(), html: html.into() };
    COMPOSER.files.stored_mail(filled, "https://forum.example").expect("a composed mail")
}

#[test]
fn a_stored_mail_has_the_common_frame_and_its_reason_in_both_parts() {
    let mail = stored("Hello <Ana>", "<h1>Welcome</h1><p>Dear Ana,</p>");
    assert_eq!(mail.subject, "Hello <Ana>");
    assert!(
        mail.html.starts_with("<!doctype html>") && mail.html.contains("<title>Hello &lt;Ana&gt;</title>")
    );
    assert!(mail.html.contains("<p style=\"margin:0 0 16px 0;\">Dear Ana,</p>"), "{}", mail.html);
    assert!(mail.html.contains(REASON) && !mail.html.contains("Warm regards"), "{}", mail.html);
    assert!(!mail.html.contains(['{', '}']), "{}", mail.html);
    let text = signed(&format!("Welcome\n\nDear Ana,\n\n{REASON}"));
    assert_eq!(mail.text.replace('\n', " "), text.replace('\n', " "));
    assert!(mail.text.lines().all(|line| line.chars().count() <= 72), "{}", mail.text);
    assert!(mail.html.contains(&format!("{ORGANISATION}<br>{POSTAL_ADDRESS}</p>")), "{}", mail.html);
    // Markup that the policy refuses cannot end the frame.
    let refused =
        stored("Hello", "<p onclick=x>a</p><script>alert(1)</script></td></table><img src=//x>").html;
    assert!(
        !refused.contains("alert") && !refused.contains("onclick") && !refused.contains("<img"),
        "{refused}"
    );
    assert_eq!(refused.matches("</table>").count(), 3, "{refused}");
}

#[test]
fn a_paragraph_of_one_link_is_a_button_and_other_links_are_links() {
    let mail = stored(
        "Hello",
        "<p><a href=\"/apply\">Apply <b>again</b></a></p><p>See <a href=\"/forum\">this</a></p>\
         <p><a href=\"/a\">a</a> and <a href=\"/b\">b</a></p>",
    );
    let button = &COMPOSER.files.styles[BUTTON];
    assert_eq!(mail.html.matches(button.as_str()).count(), 1, "{}", mail.html);
    let expected =
        format!("<a href=\"https://forum.example/apply\" style=\"{button}\">Apply <b>again</b></a></p>");
    assert!(mail.html.contains(&expected), "{}", mail.html);
    assert!(mail.text.contains("Apply again <https://forum.example/apply>"), "{}", mail.text);
}

#[test]
fn the_postal_address_is_that_of_the_site() {
    let site = include_str!("../../../../../ui/src/content/site/organisation.ts");
    let part = |name: &str| {
        let (_, rest) = site.split_once(&format!("  {name}: '")).expect(name);
        rest.split('\'').next().expect("a closing delimiter")
    };
    let [street, city, state, zip_code] = ["street", "city", "state", "zipCode"].map(part);
    assert_eq!(POSTAL_ADDRESS, format!("{street}, {city}, {state} {zip_code}"));
}

#[test]
fn every_mail_that_invites_the_recipient_to_write_names_the_contact_address() {
    let site = include_str!("../../../../../ui/src/content/site/organisation.ts");
    assert!(
        site.contains(&format!("  email: '{CONTACT}',")),
        "the contact address of the site is not {CONTACT}"
    );
    let elsewhere = MiniJinjaComposer::with_contact("office@forum.example").expect("well-formed templates");
    let mut asked = 0;
    for kind in account_kinds() {
        let mail = mail(kind, "Ana", "Díaz");
        for (composer, contact) in [(&*COMPOSER, CONTACT), (&elsewhere, "office@forum.example")] {
            let rendered = composer.account_mail(&mail, Some(LINK), Some("012345")).expect("a rendered mail");
            for part in [rendered.text, rendered.html] {
                let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
                let asks = part.contains("write to us");
                asked += usize::from(asks);
                assert_eq!(asks, part.contains(&format!("write to us at {contact}")), "{kind:?}: {part}");
            }
        }
    }
    assert_eq!(asked, 3 * 2 * 2, "three mails, in both parts");
}

#[test]
fn a_notice_about_several_acts_contains_their_number_and_first_time() {
    let at = datetime!(2026-11-22 20:04:59 +2);
    for kind in account_kinds().filter(|kind| kind.urgency() == Urgency::Notice) {
        let one = OutgoingMail { queued_at: at, ..mail(kind, "Ana", "Díaz") };
        let three = OutgoingMail { occasions: 3, ..one.clone() };
        let (one, three) = (rendered(&one), rendered(&three));
        for (part, single) in [(&three.text, &one.text), (&three.html, &one.html)] {
            let words = part.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains("Since November 22, 2026 at 6:04 PM UTC"), "{kind:?}: {words}");
            assert!(words.contains(" 3 ") || words.contains(" 3 times"), "{kind:?}: {words}");
            assert!(!single.contains("Since ") && !single.contains(" 3 "), "{kind:?}: {single}");
            assert!(words.contains(LINK));
        }
        assert!(three.text.lines().all(|line| line.chars().count() <= 76 || line == LINK), "{}", three.text);
    }
}

#[test]
fn durations_are_formatted_in_words() {
    for (duration, words) in [
        (Duration::days(7), "7 days"),
        (Duration::hours(36), "36 hours"),
        (Duration::hours(24), "24 hours"),
        (Duration::hours(1), "1 hour"),
        (Duration::minutes(10), "10 minutes"),
        (Duration::minutes(90), "90 minutes"),
    ] {
        assert_eq!(in_words(duration), words);
    }
}

proptest! {
    /// Names that validation would refuse.
    #[test]
    fn no_name_adds_markup_or_a_link_to_any_account_mail(
        first in "(?s)[{}%<>&\"' a-z\r\n]{0,12}<[a-z]{3,8}>|[A-Z][a-z]{1,8}", kind in any::<prop::sample::Index>(),
    ) {
        let kinds: Vec<MailKind> = account_kinds().collect();
        let kind = kinds[kind.index(kinds.len())];
        let composed = |first| rendered(&mail(kind, first, "Díaz"));
        let (hostile, plain) = (composed(&first), composed("Ana"));
        prop_assert_eq!(hostile.html.matches('<').count(), plain.html.matches('<').count(), "{}", hostile.html);
        prop_assert!(!hostile.subject.contains(['\r', '\n']), "{:?}", hostile.subject);
        if kind != MailKind::SignInCode {
            prop_assert_eq!((first_link(&hostile.html), first_link(&hostile.text)), (LINK, LINK));
        }
    }
}
