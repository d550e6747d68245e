//! What an operator has switched on beyond the specification, and the addresses and dates that it shows.

use time::macros::{format_description, offset};
use time::{Date, OffsetDateTime, UtcOffset};

use crate::shared::words;

words! {
    /// A part of the site that does nothing by default.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Feature {
        Contact = "contact",
        Newsletter = "newsletter",
        Users = "users",
        EmailTemplates = "email_templates",
        Giving = "giving",
        Shop = "shop",
        Apply = "apply",
        PrivatePhotos = "private_photos",
    }
}

/// Where the giving buttons lead: https URLs with `{amount}`, which stands for US dollars such as 25 or 75.50.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Giving {
    pub one_time: String,
    pub monthly: String,
    pub sponsor_teacher: String,
    pub sponsor_forum: String,
}

/// The dates of the current season.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Season {
    pub closes_on: Option<Date>,
    pub decides_by: Option<Date>,
}

/// American Samoa, where a day of the United States ends last.
const LAST_TO_CLOSE: UtcOffset = offset!(-11);

impl Season {
    pub fn is_closed(&self, now: OffsetDateTime) -> bool {
        self.closes_on.is_some_and(|last| now.to_offset(LAST_TO_CLOSE).date() > last)
    }

    /// The same sentences as in `ui/src/content/membership/season.ts`. Empty without dates.
    pub fn sentences(&self) -> String {
        let written = format_description!("[month repr:long] [day padding:none], [year]");
        let sentence =
            |start: &str, day: Option<Date>| Some(format!("{start} {}.", day?.format(written).ok()?));
        let closing = sentence("Applications close", self.closes_on);
        closing.into_iter().chain(sentence("We decide by", self.decides_by)).collect::<Vec<_>>().join(" ")
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Site {
    /// In the order of [`Feature::ALL`].
    pub features: Vec<Feature>,
    pub contact_email: String,
    /// With [`Feature::Giving`].
    pub giving: Option<Giving>,
    /// With [`Feature::Shop`].
    pub shop_url: Option<String>,
    /// Empty without [`Feature::Apply`].
    pub season: Season,
}

impl Site {
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::*;

    #[test]
    fn a_season_closes_at_the_end_of_its_last_day_in_american_samoa() {
        let season = Season { closes_on: Some(date!(2027 - 03 - 31)), decides_by: None };
        assert!(!season.is_closed(datetime!(2027-04-01 10:59:59.999999 UTC)));
        assert!(season.is_closed(datetime!(2027-04-01 11:00 UTC)));
        assert!(!Season::default().is_closed(datetime!(9999-12-31 23:59:59 UTC)), "without a last day");
    }

    #[test]
    fn only_known_dates_have_a_sentence() {
        let [closes_on, decides_by] = [Some(date!(2027 - 03 - 31)), Some(date!(2027 - 05 - 05))];
        assert_eq!(
            Season { closes_on, decides_by }.sentences(),
            "Applications close March 31, 2027. We decide by May 5, 2027."
        );
        assert_eq!(Season { closes_on: None, decides_by }.sentences(), "We decide by May 5, 2027.");
        assert_eq!(Season::default().sentences(), "");
    }
}
