//! `FORUM__FEATURES`, and the settings of each feature.

use forum_domain::contact::{Department, Mailboxes};
use forum_domain::shared::EmailAddress;
use forum_domain::site::{Feature, Giving, Season, Site};
use time::Date;
use time::macros::format_description;
use url::Url;

use super::read::Source;

const FEATURES: &str = "FORUM__FEATURES";
const CLOSES_ON: &str = "FORUM__SEASON__CLOSES_ON";
const DECIDES_BY: &str = "FORUM__SEASON__DECIDES_BY";
const SHOP: &str = "FORUM__SHOP__URL";
const GIVING: [&str; 4] = [
    "FORUM__GIVING__ONE_TIME_URL",
    "FORUM__GIVING__MONTHLY_URL",
    "FORUM__GIVING__SPONSOR_TEACHER_URL",
    "FORUM__GIVING__SPONSOR_FORUM_URL",
];
const AMOUNT: &str = "{amount}";

/// What each feature does, and the settings that it does not work without.
const fn about(feature: Feature) -> (&'static str, &'static [&'static str]) {
    match feature {
        Feature::Contact => ("the contact form sends its messages", &[]),
        Feature::Newsletter => ("visitors can subscribe to the newsletter", &[]),
        Feature::Users => ("the Users tab of the dashboard", &[]),
        Feature::EmailTemplates => ("the Email Templates tab of the dashboard", &[]),
        Feature::Giving => ("the giving buttons lead to your provider", &GIVING),
        Feature::Shop => ("the buttons of the store lead to your shop", &[SHOP]),
        Feature::Apply => ("the buttons to apply lead to the application", &[]),
        Feature::PrivatePhotos => ("the addresses of photos are signed and expire", &[]),
    }
}

/// One line for each feature that is off: what it does, and what to set.
pub fn off(site: &Site) -> Vec<String> {
    let mut lines = Vec::new();
    for feature in Feature::ALL.into_iter().filter(|feature| !site.has(*feature)) {
        let (what, needed) = about(feature);
        let also = if needed.is_empty() { String::new() } else { format!(", and set {}", needed.join(", ")) };
        lines.push(format!("{}: {what}; add it to {FEATURES}{also}", feature.as_str()));
    }
    lines
}

pub(super) fn read(source: &mut Source, contact_email: &str) -> Site {
    let words = Feature::ALL.map(Feature::as_str).join(", ");
    let listed = source.list(
        FEATURES,
        &format!("a list of {words}, separated by commas"),
        |feature: &Feature| feature.as_str(),
        |text| text.split(',').map(|word| Feature::parse(word.trim())).collect(),
    );
    let features: Vec<Feature> =
        Feature::ALL.into_iter().filter(|feature| listed.contains(feature)).collect();
    let [one_time, monthly, sponsor_teacher, sponsor_forum] =
        GIVING.map(|name| optional_url(source, name, true).unwrap_or_default());
    let shop_url = optional_url(source, SHOP, false);
    let mut day = |name| source.optional(name, "none", "a day such as 2027-03-31", parse_day);
    let season = Season { closes_on: day(CLOSES_ON), decides_by: day(DECIDES_BY) };
    if season.closes_on.zip(season.decides_by).is_some_and(|(closes_on, decides_by)| decides_by < closes_on) {
        source.add_error(format!("{DECIDES_BY}: must not be before {CLOSES_ON}"));
    }
    for feature in &features {
        for name in about(*feature).1 {
            let is_unset = source.shown.iter().any(|(shown, value)| shown == name && value == "none");
            if is_unset {
                source.add_missing(name, &format!("the feature {} needs it", feature.as_str()));
            }
        }
    }
    let has = |feature| features.contains(&feature);
    Site {
        contact_email: contact_email.to_owned(),
        giving: has(Feature::Giving).then_some(Giving { one_time, monthly, sponsor_teacher, sponsor_forum }),
        shop_url: shop_url.filter(|_| has(Feature::Shop)),
        season: if has(Feature::Apply) { season } else { Season::default() },
        features,
    }
}

/// The mailbox of each department; those that are not set are `contact`.
pub(super) fn mailboxes(source: &mut Source, contact: &str) -> Mailboxes {
    let address = |text: &str| EmailAddress::parse(text, "").ok();
    Mailboxes::new(|department| {
        let name = match department {
            Department::General => "FORUM__CONTACT__GENERAL_EMAIL",
            Department::Media => "FORUM__CONTACT__MEDIA_EMAIL",
            Department::Forum => "FORUM__CONTACT__FORUM_EMAIL",
        };
        let expected = "an address such as press@example.org";
        let missing = "the address of FORUM__MAIL__REPLY_TO";
        let given = source.optional(name, missing, expected, |text| address(text).map(|_| text.to_owned()));
        given.as_deref().and_then(address).unwrap_or_else(|| EmailAddress::stored(contact.to_owned()))
    })
}

/// An https URL. Braces are not part of a URL, so the URL is not normalized.
fn optional_url(source: &mut Source, name: &'static str, has_amount: bool) -> Option<String> {
    let expected = match has_amount {
        true => "an https URL with {amount} such as https://give.example.org/?amount={amount}",
        false => "an https URL such as https://shop.example.org",
    };
    source.optional(name, "none", expected, |text| {
        let url = Url::parse(&text.replace(AMOUNT, "25")).ok()?;
        let is_safe = url.scheme() == "https" && url.username().is_empty() && url.password().is_none();
        let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic() && !br#""'<>\"#.contains(&byte));
        // In the host, the amount would choose who gets the gift.
        let host_is_fixed = Url::parse(&text.replace(AMOUNT, "26")).ok()?.host() == url.host();
        (is_safe && is_plain && host_is_fixed && (!has_amount || text.contains(AMOUNT)))
            .then(|| text.to_owned())
    })
}

fn parse_day(text: &str) -> Option<Date> {
    Date::parse(text, format_description!("[year]-[month]-[day]")).ok()
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::*;

    fn read(settings: &[(&str, &str)]) -> Result<Site, String> {
        let settings = settings.iter().map(|(name, value)| (name.into(), value.into()));
        Config::read(settings).map(|config| (*config.site).clone()).map_err(|errors| errors.to_string())
    }

    #[test]
    fn nothing_is_on_by_default_and_the_list_has_a_fixed_order() {
        assert_eq!(read(&[]).expect("a site").features, []);
        let site = read(&[(FEATURES, "users, contact,users")]).expect("a site");
        assert_eq!(site.features, [Feature::Contact, Feature::Users]);
        let refused = read(&[(FEATURES, "contact,forms")]).expect_err("refused");
        assert!(refused.starts_with("FORUM__FEATURES: must be a list of contact, newsletter"), "{refused}");
    }

    #[test]
    fn a_feature_needs_its_settings_and_ignores_those_of_others() {
        let refused = read(&[(FEATURES, "giving,shop")]).expect_err("refused");
        let needed = ["ONE_TIME_URL", "MONTHLY_URL", "SPONSOR_TEACHER_URL", "SPONSOR_FORUM_URL"];
        let needed =
            needed.map(|name| format!("FORUM__GIVING__{name}: the feature giving needs it\n")).concat();
        assert_eq!(refused, format!("{needed}FORUM__SHOP__URL: the feature shop needs it"));
        let settings =
            [("FORUM__SHOP__URL", "https://shop.example.org"), ("FORUM__SEASON__CLOSES_ON", "2027-03-31")];
        let off = read(&settings).expect("a site");
        assert_eq!((off.shop_url, off.season), (None, Season::default()));
        let on = read(&[&settings[..], &[(FEATURES, "shop,apply")]].concat()).expect("a site");
        assert_eq!(on.shop_url.as_deref(), Some("https://shop.example.org"));
        assert_eq!(on.season.closes_on, Some(time::macros::date!(2027 - 03 - 31)));
    }

    #[test]
    fn the_decision_is_not_due_before_applications_close() {
        let dates = |decides_by| [(CLOSES_ON, "2027-03-31"), (DECIDES_BY, decides_by)];
        read(&dates("2027-03-31")).expect("the same day");
        let refused = read(&dates("2027-03-30")).expect_err("refused");
        assert_eq!(refused, "FORUM__SEASON__DECIDES_BY: must not be before FORUM__SEASON__CLOSES_ON");
    }

    #[test]
    fn each_department_has_its_mailbox_or_that_for_replies() {
        let settings = [
            ("FORUM__MAIL__REPLY_TO", "Us <us@forum.example>"),
            ("FORUM__CONTACT__MEDIA_EMAIL", "press@forum.example"),
        ];
        let read = |more: &[(&str, &str)]| {
            let settings = settings.iter().chain(more).map(|(name, value)| ((*name).into(), (*value).into()));
            Config::read(settings)
        };
        let mailboxes = read(&[]).expect("settings").mailboxes;
        let found = Department::ALL.map(|department| mailboxes.of(department).as_str().to_owned());
        assert_eq!(found, ["us", "press", "us"].map(|name| format!("{name}@forum.example")));
        let refused = read(&[("FORUM__CONTACT__GENERAL_EMAIL", "us")]).err().expect("refused").to_string();
        assert_eq!(refused, "FORUM__CONTACT__GENERAL_EMAIL: must be an address such as press@example.org");
    }

    #[test]
    fn addresses_are_https_and_have_the_amount_outside_the_host() {
        for wrong in [
            "http://give.example.org/{amount}",
            "https://give.example.org/",
            "https://user:secret@give.example.org/{amount}",
            "https://{amount}.example.org/{amount}",
            "https://give.example.org/\"{amount}",
            "https://give.example.org/ {amount}",
            "javascript:alert({amount})",
        ] {
            let refused = read(&[("FORUM__GIVING__MONTHLY_URL", wrong)]).expect_err(wrong);
            assert!(
                refused.starts_with("FORUM__GIVING__MONTHLY_URL: must be an https URL with {amount}"),
                "{refused}"
            );
        }
        read(&[("FORUM__GIVING__MONTHLY_URL", "https://give.example.org/?a={amount}&b=1")])
            .expect("accepted");
    }

    #[test]
    fn each_feature_that_is_off_is_listed_with_what_it_needs() {
        let lines = off(&Site { features: vec![Feature::Contact], ..Site::default() });
        assert_eq!(lines.len(), Feature::ALL.len() - 1);
        assert!(lines.contains(
            &"shop: the buttons of the store lead to your shop; add it to FORUM__FEATURES, and set FORUM__SHOP__URL"
                .to_owned()
        ));
    }
}
