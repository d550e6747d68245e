//! The length limits in the schema match those in the domain.

use forum_domain::applications::FieldLimits;
use forum_domain::headshots::{HeadshotState, ImageKind, ProcessedImage};
use forum_domain::shared::{EmailAddress, NAME_MAX};
use regex::Regex;

const ACCOUNTS: &str = include_str!("../../../migrations/0001_accounts.sql");
const APPLICATIONS: &str = include_str!("../../../migrations/0002_applications.sql");
const HEADSHOTS: &str = include_str!("../../../migrations/0006_headshots.sql");

/// The upper bound in the CHECK constraint with this name.
fn limit(sql: &str, constraint: &str) -> usize {
    let pattern = format!(
        r"constraint {constraint}\s+check \((?:char_length|cardinality)\(\w+\) (?:between 1 and|between 3 and|<=) (\d+)\)"
    );
    let found = Regex::new(&pattern).expect("a pattern").captures(sql);
    found.unwrap_or_else(|| panic!("no limit named {constraint}"))[1].parse().expect("a number")
}

#[test]
fn lengths_in_the_schema_match_the_domain() {
    let table = [
        (ACCOUNTS, "profiles_first_name_length", NAME_MAX),
        (ACCOUNTS, "profiles_last_name_length", NAME_MAX),
        (ACCOUNTS, "profiles_email_length", EmailAddress::MAX),
        (ACCOUNTS, "pending_registrations_first_name_length", NAME_MAX),
        (ACCOUNTS, "pending_registrations_email_length", EmailAddress::MAX),
        (APPLICATIONS, "applications_note_length", FieldLimits::NOTE),
    ];
    for (sql, constraint, domain) in table {
        assert_eq!(limit(sql, constraint), domain, "{constraint}");
    }
}

#[test]
fn the_photo_constraints_in_the_schema_match_the_domain() {
    let side = format!("between 1 and {}", ProcessedImage::MAX_SIDE);
    let words = |words: &[&str]| format!("in ('{}')", words.join("', '"));
    let kinds = [ImageKind::Jpeg, ImageKind::Png, ImageKind::Webp].map(ImageKind::content_type);
    let states = HeadshotState::ALL.map(HeadshotState::as_str);
    for (constraint, check) in [
        ("headshots_width_range", format!("width {side}")),
        ("headshots_height_range", format!("height {side}")),
        ("headshots_content_type", format!("content_type {}", words(&kinds))),
        ("headshots_state", format!("state {}", words(&states))),
    ] {
        assert!(HEADSHOTS.contains(&format!("constraint {constraint} check ({check})")), "{constraint}");
    }
}
