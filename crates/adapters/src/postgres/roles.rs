use forum_domain::accounts::{Role, Roles};
use forum_domain::shared::Fault;

use crate::postgres::connection::fault::unknown;

pub(crate) fn parse_roles(words: &[String]) -> Result<Roles, Fault> {
    words.iter().map(|word| Role::parse(word).ok_or_else(|| unknown("role", word))).collect()
}
