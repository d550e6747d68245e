//! What an operator has switched on beyond the specification, and the addresses and dates that it shows.

use time::Date;

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
