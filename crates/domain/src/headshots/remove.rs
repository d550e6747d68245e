//! Removes a photo at its owner's request.

use time::OffsetDateTime;
use uuid::Uuid;

use super::headshot::find;
use crate::accounts::Caller;
use crate::headshots::{Headshot, HeadshotState, Headshots, OwnHeadshot};
use crate::shared::{Code, Refusal};

impl Headshots {
    /// # Errors
    /// `not_found`, `in_use`.
    pub async fn remove(&self, caller: &Caller, id: Uuid) -> Result<(), Refusal> {
        let now = self.clock.now();
        let step = Box::new(move |own: &[_]| remove_headshot(own, id, now));
        for removed in self.headshots.change(caller.user.id, None, step).await? {
            self.clear(&removed).await;
        }
        Ok(())
    }
}

/// Removes a stored photo at its owner's request.
///
/// # Errors
/// `not_found`, `in_use`.
pub fn remove_headshot(own: &[OwnHeadshot], id: Uuid, now: OffsetDateTime) -> Result<Vec<Headshot>, Refusal> {
    let chosen = find(own, id, HeadshotState::Stored).ok_or(Code::NotFound)?;
    if chosen.in_use {
        return Err(Code::InUse.into());
    }
    Ok(vec![chosen.headshot.in_state(HeadshotState::Removing, now)])
}

#[cfg(test)]
mod tests {
    use super::super::headshot::testing::{NOW, moves, stored};
    use super::*;

    #[test]
    fn only_a_stored_photo_that_no_application_shows_is_removed() {
        let own = stored(&[false, true]);
        let removed = |id| moves(remove_headshot(&own, Uuid::from_u128(id), NOW));
        assert_eq!(removed(1), Ok(vec![(1, HeadshotState::Removing)]));
        assert_eq!(removed(2), Err(Code::InUse));
        assert_eq!(removed(3), Err(Code::NotFound));
    }
}
